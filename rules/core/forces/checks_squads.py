"""Force checks of each squad: class, size, figures, vehicles and traits."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from rules.core.document.force import ForceSquad
from rules.core.document.naming import joined
from rules.core.forces.followed import FollowedForce, SortedMen, force_check, most_of
from rules.core.judging.checks.definition import NoParams, Spec
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedSquad
from rules.core.text import Text


@force_check("force-class")
def of_class(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that troops are of the force's class; where classes can shift, `class-shift` measures from it."""
    moves = "class-shift" in followed.catalogue.check_by_function
    for squad, wanted in followed.pairs:
        facts: dict[str, Any] = {"force": followed.force.name, "named": _class_name(wanted.class_, followed)}
        if moves and squad.row.list_class != wanted.class_:
            yield spec.found(squad.path, "named", squad=squad.label, **facts)
        elif not moves and squad.row.class_ and squad.row.class_ != wanted.class_:
            yield spec.found(squad.path, squad=squad.label, **facts)
        elif not moves:
            yield from _own_classes(followed, spec, squad, wanted)


def _own_classes(
    followed: FollowedForce, spec: Spec[NoParams], squad: ResolvedSquad, wanted: ForceSquad
) -> Iterator[Finding]:
    allowed = {wanted.class_, *(kind.class_ for kind in wanted.figures if kind.class_)}
    for figure in squad.figures:
        if figure.class_id not in allowed:
            yield spec.found(
                figure.path,
                "figure",
                figure=figure.label,
                troops=_class_name(figure.class_id, followed),
                force=followed.force.name,
                named=_class_name(wanted.class_, followed),
            )


@force_check("force-size")
def of_size(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the number of figures of a squad against its force."""
    for squad, wanted in followed.pairs:
        least, most = wanted.size
        here = squad.row.figure_count
        if not least <= here <= most:
            size = str(least) if least == most else f"{least}–{most}"
            yield spec.found(
                squad.path, squad=squad.label, force=followed.force.name, size=size, figures=here
            )


@force_check("force-figure")
def of_known_type(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that each man is of one of the types that the force has in his squad."""
    catalogue = followed.catalogue
    for squad, wanted, men in followed.sorted:
        weapons = set(chain.from_iterable((*kind.weapons, *kind.also) for kind in wanted.figures))
        roles = set(chain.from_iterable((kind.role, *kind.roles) for kind in wanted.figures))
        for figure in squad.figures:
            if men.fits[figure.number]:
                continue
            facts: dict[str, Any] = {"figure": figure.label, "entry": wanted.name}
            weapon = next((it for it in figure.row.weapons if it not in weapons), "")
            role = next((it for it in figure.row.roles if it not in roles), "")
            if weapon in catalogue.weapon_by_id:
                name = catalogue.weapon_by_id[weapon].name
                yield spec.found(figure.path, "weapon", **facts, weapon=name)
            elif role in catalogue.role_by_id:
                yield spec.found(figure.path, "role", **facts, role=catalogue.role_by_id[role].name)
            else:
                yield spec.found(figure.path, **facts)


@force_check("force-figure-count")
def of_each_type(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that there are as many men of each type as the force says."""
    for squad, wanted, men in followed.sorted:
        for number, kind in enumerate(wanted.figures):
            here = men.numbers[number]
            if here < kind.least:
                yield spec.found(
                    squad.path, "few", squad=squad.label, least=kind.least, type=kind.name, here=here
                )
        yield from _too_many(spec, squad, wanted, men)


def _too_many(
    spec: Spec[NoParams], squad: ResolvedSquad, wanted: ForceSquad, men: SortedMen
) -> Iterator[Finding]:
    size = squad.row.figure_count
    for figure in squad.figures:
        over, fits = men.left[figure.number], men.fits[figure.number]
        if over and fits:
            limits = joined(_limited(wanted, number, size) for number in fits)
            yield spec.found(figure.path, figure=figure.label, over=over, entry=wanted.name, limits=limits)


def _limited(wanted: ForceSquad, number: int, size: int) -> Text:
    kind = wanted.figures[number]
    most = most_of(kind, size)
    return Text(f"{kind.name.it}: {most}", f"{kind.name.en}: {most}")


@force_check("force-vehicle")
def of_known_vehicle(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that vehicles are allowed in the squad, with weapons allowed there."""
    for squad, wanted in followed.pairs:
        weapons = {vehicle.type: vehicle.weapons for vehicle in wanted.vehicles}
        for vehicle in squad.vehicles:
            if vehicle.row.type not in weapons:
                yield spec.found(vehicle.path, vehicle=vehicle.label, entry=wanted.name)
                continue
            refused = next((it for it in vehicle.weapons if it.id not in weapons[vehicle.row.type]), None)
            if refused:
                facts: dict[str, Any] = {
                    "vehicle": vehicle.label,
                    "entry": wanted.name,
                    "weapon": refused.name,
                }
                yield spec.found(vehicle.path, "weapon", **facts)


@force_check("force-vehicle-count")
def of_each_vehicle(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that there are as many vehicles of each type as the force says."""
    for squad, wanted in followed.pairs:
        for kind in wanted.vehicles:
            here = sum(vehicle.row.count for vehicle in squad.vehicles if vehicle.row.type == kind.type)
            known = followed.catalogue.vehicle_by_id.get(kind.type)
            if known is None or kind.least <= here <= kind.most:
                continue
            few = "few" if here < kind.least else ""
            yield spec.found(
                squad.path,
                few,
                squad=squad.label,
                type=known.name,
                here=here,
                least=kind.least,
                most=kind.most,
            )


@force_check("force-trait")
def of_known_trait(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the traits of a squad against its force."""
    for squad, wanted in followed.pairs:
        for trait in squad.row.traits:
            known = followed.catalogue.squad_traits.get(trait)
            if known and trait not in wanted.traits:
                yield spec.found(squad.path, squad=squad.label, force=followed.force.name, trait=known.name)


def _class_name(class_id: str, followed: FollowedForce) -> Text:
    known = followed.catalogue.class_by_id.get(class_id)
    return known.name if known else Text(class_id, class_id)
