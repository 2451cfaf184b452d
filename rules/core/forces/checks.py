"""Checks of lists that follow a force: first of the whole list, then of each squad."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any

from rules.core.document.force import ForceExtra, ForceSquad
from rules.core.document.naming import either, joined
from rules.core.forces.followed import FollowedForce, SortedMen, force_check, most_of
from rules.core.judging.checks.definition import NoParams, Spec
from rules.core.judging.checks.limits import names_of, number_of
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedExtra, ResolvedSquad
from rules.core.text import Text

# The whole list


@force_check("force-role")
def for_role(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the role: a force can be for attackers or defenders only."""
    roles = followed.force.roles
    if roles and followed.resolved.roster.role not in roles:
        formats = followed.catalogue.format_by_id
        names = either(formats[role].name for role in roles if role in formats)
        yield spec.found("", force=followed.force.name, roles=names)


@force_check("force-squad")
def known_squads(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that each squad is in the force and of the right kind."""
    names = joined(squad.name for squad in followed.force.squads)
    for squad in followed.resolved.squads:
        wanted = followed.force.squad(squad.row.force_squad)
        if wanted is None:
            yield spec.found(squad.path, squad=squad.label, force=followed.force.name, names=names)
        elif wanted.kind != squad.row.kind:
            yield spec.found(squad.path, "kind", squad=squad.label, force=followed.force.name, entry=wanted.name)


@force_check("force-squad-count")
def enough_squads(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that there are as many squads of each kind as the force says."""
    for wanted in followed.force.squads:
        squads = [squad for squad, other in followed.pairs if other is wanted]
        facts: dict[str, Any] = {"force": followed.force.name, "entry": wanted.name, "here": len(squads)}
        if len(squads) < wanted.least:
            yield spec.found("", "few", **facts, least=wanted.least)
        elif len(squads) > wanted.most:
            last = squads[-1]
            yield spec.found(last.path, squad=last.label, **facts, most=wanted.most)


@force_check("force-extra")
def known_extras(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that extras of the list and of each squad are in the force, in its numbers and levels."""
    wanted = {squad.number: wanted.extras for squad, wanted in followed.pairs}
    bought: Counter[tuple[int, str]] = Counter()
    for squad, entry in followed.resolved.counted:
        place = -1 if squad is None else squad.number
        if place >= 0 and place not in wanted:
            continue
        allowed = followed.force.extras if squad is None else wanted[place]
        bought[place, entry.extra.id] += entry.row.count
        rule = next((one for one in allowed if one.extra == entry.extra.id), None)
        finding = _refused(followed, spec, entry, rule, bought[place, entry.extra.id])
        if finding:
            yield finding


def _refused(
    followed: FollowedForce, spec: Spec[NoParams], entry: ResolvedExtra, rule: ForceExtra | None, here: int
) -> Finding | None:
    facts: dict[str, Any] = {"extra": entry.extra.name, "force": followed.force.name}
    if rule is None:
        return spec.found(entry.path, **facts)
    if here > rule.most:
        return spec.found(entry.path, "most", **facts, most=rule.most, here=here)
    if rule.level is not None and (entry.row.level or 1) > rule.level:
        return spec.found(entry.path, "level", **facts, most=rule.level)
    return None


@force_check("force-limit")
def limited(followed: FollowedForce, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that the list has as many of some things in total as the force says."""
    for limit in followed.force.limits:
        here = number_of(limit.of, limit.ids, followed.resolved.roster.squads)
        names = names_of(limit.of, limit.ids, followed.catalogue)
        facts: dict[str, Any] = {"force": followed.force.name, "names": names, "here": here}
        if here < limit.least:
            yield spec.found("", "few", **facts, least=limit.least)
        elif limit.most is not None and here > limit.most:
            yield spec.found("", **facts, most=limit.most)


# Squads


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
            yield spec.found(squad.path, squad=squad.label, force=followed.force.name, size=size, figures=here)


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
                yield spec.found(squad.path, "few", squad=squad.label, least=kind.least, type=kind.name, here=here)
        yield from _too_many(spec, squad, wanted, men)


def _too_many(spec: Spec[NoParams], squad: ResolvedSquad, wanted: ForceSquad, men: SortedMen) -> Iterator[Finding]:
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
