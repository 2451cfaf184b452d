"""Fixes of limits: fewer of the limited things, more figures beside them, other troops."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rules.core.advice.figures import preset_figure
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix, fixes
from rules.core.advice.fixes.weapons import unarmed
from rules.core.advice.steps import change_men, men, step
from rules.core.document.naming import joined
from rules.core.document.roster import Figure, Squad
from rules.core.judging.checks import limits as checks


@fixes(checks.most_of)
def fewer(case: FixCase[checks.MostOfParams]) -> Iterator[PossibleFix]:
    """Remove the surplus from one row: the weapon, the role, or the men or vehicles."""
    return _fewer(case)


@fixes(checks.one_in)
def fewer_or_more_men(case: FixCase[checks.OneInParams]) -> Iterator[PossibleFix]:
    """Remove the surplus from one row, or add the figures that are missing for it."""
    yield from _fewer(case)
    here, men_here = _fact(case, "here"), _fact(case, "men")
    missing = (here - 1) * case.params.figures + 1 - men_here
    known = case.catalogue
    plain = known.preset_by_id.get(known.offered.completion.plain, known.offered.presets[0])
    for squad in _squads(case)[-1:]:
        more = replace(preset_figure(plain, squad, known), count=missing)
        steps = (step("add_figure", squad.id, item=more),)
        yield fix("add", steps, what=men(missing, case.name(more, squad)))


@fixes(checks.only_for)
def rearmed_or_promoted(case: FixCase[checks.OnlyForParams]) -> Iterator[PossibleFix]:
    """Remove the weapons from the row, or choose a class that may carry them, of its side first."""
    row, squad = case.row, case.squad
    yield _without_weapons(case, squad, row, row.count, case.params.weapons)
    own = case.catalogue.class_by_id.get(squad.class_of(row))
    classes = [case.catalogue.class_by_id[class_id] for class_id in case.params.classes]
    for troops in sorted(classes, key=lambda it: own is None or it.side != own.side):
        yield case.of_class(row, troops.id)


def _fewer(case: FixCase[Any]) -> Iterator[PossibleFix]:
    params: checks.LimitedParams = case.params
    over = _fact(case, "here") - _fact(case, "most")
    for squad in _squads(case):
        if params.of == "vehicles":
            for vehicle in squad.vehicles:
                if vehicle.type in params.ids and vehicle.count >= over:
                    yield case.removed(vehicle, over)
            continue
        for figure in squad.figures:
            if figure.count < over or not _is_limited(params, squad, figure):
                continue
            if params.of == "weapons":
                yield _without_weapons(case, squad, figure, over, params.ids)
            elif params.of == "roles":
                roles = tuple(role for role in figure.roles if role not in params.ids)
                steps = change_men(squad, figure, over, roles=roles)
                yield fix("without-the-role", steps, man=men(over, case.name(figure, squad)))
            yield case.removed(figure, over, squad)


def _is_limited(params: checks.LimitedParams, squad: Squad, figure: Figure) -> bool:
    has = {"classes": (squad.class_of(figure),), "roles": figure.roles, "weapons": figure.weapons}
    return not set(params.ids).isdisjoint(has[params.of])


def _without_weapons(
    case: FixCase[Any], squad: Squad, figure: Figure, number: int, weapons: tuple[str, ...]
) -> PossibleFix:
    refused = [weapon for weapon in figure.weapons if weapon in weapons]
    names = joined([case.weapon(weapon) for weapon in dict.fromkeys(refused)])
    steps = change_men(squad, figure, number, weapons=unarmed(case, figure, refused))
    return fix("take-from", steps, row=men(number, case.name(figure, squad)), what=names)


def _squads(case: FixCase[Any]) -> list[Squad]:
    return [case.squad] if case.place else list(case.squads)


def _fact(case: FixCase[Any], name: str) -> int:
    return int(str(case.finding.facts[name]))
