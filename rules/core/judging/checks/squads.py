"""Checks of lists and squads: size, classes, sides, leaders."""

from collections.abc import Iterator

from msgspec import Struct

from rules.core.catalogue.catalogue import TroopClass
from rules.core.document.naming import both
from rules.core.judging.checks.definition import MostParams, NoParams, RoleParams, SizeParams, Spec, check
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad


@check("over-limit", NoParams)
def over_limit(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list costs at most its format's limit (rth §4.0)."""
    if resolved.points and resolved.limit is not None and resolved.points.total > resolved.limit:
        yield spec.found("", over=resolved.points.total - resolved.limit, limit=resolved.limit)


@check("empty", NoParams)
def empty(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list has at least one figure or vehicle."""
    if not any(squad.figures or squad.vehicles for squad in resolved.squads):
        yield spec.found("")


@check("recommended-size", SizeParams)
def recommended_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """Check that a list of one squad has about 8 to 15 figures (rth, bn §2.0)."""
    if len(resolved.squads) != 1 or not resolved.squads[0].figures:
        return
    figures = resolved.squads[0].row.figure_count
    least, most = spec.params.least, spec.params.most
    if not least <= figures <= most:
        yield spec.found("squads[0]", figures=figures, least=least, most=most)


@check("squad-size", SizeParams)
def squad_size(resolved: ResolvedRoster, spec: Spec[SizeParams]) -> Iterator[Finding]:
    """Check that a squad has about 6 to 12 men (bi, Unità e distanze di comando)."""
    least, most = spec.params.least, spec.params.most
    for squad in resolved.squads:
        figures = squad.row.figure_count
        if squad.is_squad_with_figures and not least <= figures <= most:
            yield spec.found(squad.path, squad=squad.label, figures=figures, least=least, most=most)


@check("mixed-classes", NoParams)
def mixed_classes(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a squad is of one class: morale is rolled on one level (rth, bn §12.0)."""
    if len(resolved.classes) < 2:
        return
    for squad in resolved.squads:
        classes = {figure.class_id for figure in squad.figures if figure.loadout.troop_class}
        if len(classes) > 1:
            yield spec.found(squad.path, squad=squad.label)


@check("mixed-sides", NoParams)
def mixed_sides(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a list does not mix regulars and irregulars, two sides in bn §3.0: our advice, without a paragraph."""
    if len(resolved.sides) > 1:
        sides = both(side.name for side in resolved.prices.catalogue.sides if side.id in resolved.sides)
        yield spec.found("", sides=sides)


@check("class-shift", MostParams)
def class_shift(resolved: ResolvedRoster, spec: Spec[MostParams]) -> Iterator[Finding]:
    """Check that a class shifts by at most one step, on its own side (bn, Calcolo dei punti, note)."""
    most = spec.params.most
    for squad in resolved.squads:
        named = squad.catalogue.class_by_id.get(squad.row.list_class)
        if named is None:
            continue
        for figure in squad.figures:
            troops = figure.loadout.troop_class
            if troops and not within_steps(troops, named, most):
                yield spec.found(
                    figure.path,
                    figure=figure.label,
                    troops=troops.name,
                    named=named.name,
                    most=most,
                )


def within_steps(troop_class: TroopClass, named: TroopClass, steps: int) -> bool:
    """Return whether a class is at most this many steps from the nominal one, on its side."""
    if troop_class.side != named.side or troop_class.rank is None or named.rank is None:
        return troop_class.id == named.id
    return abs(troop_class.rank - named.rank) <= steps


class LeaderParams(Struct, frozen=True):
    """`sole_squad`: "warning" if a list of one squad does not need a leader."""

    sole_squad: str = ""


@check("no-leader", LeaderParams)
def no_leader(resolved: ResolvedRoster, spec: Spec[LeaderParams]) -> Iterator[Finding]:
    """Check that every squad of a platoon has a leader (rth §14.0, bn §13.0); a lone one, for initiative (§5.0)."""
    squads = _squads_with_figures(resolved)
    lone = len(squads) == 1 and spec.params.sole_squad == "warning"
    for squad in squads:
        if not squad.leaders:
            yield spec.found(squad.path, severity="warning" if lone else None, squad=squad.label)


@check("no-leader-role", RoleParams)
def no_leader_role(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Check that every squad has a squad leader (bi, Unità e distanze di comando)."""
    role = resolved.prices.catalogue.role_by_id[spec.params.role]
    for squad in _squads_with_figures(resolved):
        if not squad.men_in_role(role.id):
            yield spec.found(squad.path, squad=squad.label, role=role.name)


@check("platoon-commander", NoParams)
def platoon_commander(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that one figure commands several squads (rth §14.0, bn §13.0): the marked one, or the highest leader."""
    if len([squad for squad in resolved.squads if squad.figures]) < 2:
        return
    marked = sum(figure.count for figure in resolved.commanders)
    if marked > 1:
        yield spec.found("", "many", marked=marked)
    elif marked == 0 and _highest_is_tied(resolved):
        yield spec.found("")


def _squads_with_figures(resolved: ResolvedRoster) -> list[ResolvedSquad]:
    return [squad for squad in resolved.squads if squad.is_squad_with_figures]


def _highest_is_tied(resolved: ResolvedRoster) -> bool:
    leaders = [figure for squad in resolved.squads for figure in squad.leaders]
    highest = max((figure.leadership for figure in leaders), default=0)
    return sum(figure.count for figure in leaders if figure.leadership == highest) > 1
