"""Checks that limit some things: how many of them, how many for the figures, and for which troops.

No shipped ruleset uses them: they are for rulesets and variants that limit weapons, roles, classes or vehicles.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.entry import name_in
from rules.core.document.force import LIMITED, Counted
from rules.core.document.naming import either, few, joined
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.judging.checks.definition import ClassId, Spec, WeaponId, check
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster
from rules.core.text import Text


class LimitedParams(Struct, frozen=True, kw_only=True):
    """The limited things: `ids` from the table `of`, counted in each squad or in the whole list."""

    of: Counted
    ids: tuple[str, ...]
    where: Literal["squad", "list"] = "list"


class MostOfParams(LimitedParams, frozen=True, kw_only=True):
    """At most `most` of them."""

    most: int


class OneInParams(LimitedParams, frozen=True, kw_only=True):
    """At most one of them for every `figures` figures, or part of that number."""

    figures: Annotated[int, Meta(ge=1)]


class OnlyForParams(Struct, frozen=True):
    """Weapons that only men of some classes carry."""

    weapons: tuple[WeaponId, ...]
    classes: tuple[ClassId, ...]


@check("most-of", MostOfParams)
def most_of(resolved: ResolvedRoster, spec: Spec[MostOfParams]) -> Iterator[Finding]:
    params = spec.params
    for path, facts, squads in _places(resolved, params):
        here = number_of(params.of, params.ids, squads)
        if here > params.most:
            yield spec.found(path, "squad" if path else "", **facts, here=here, most=params.most)


@check("one-in", OneInParams)
def one_in(resolved: ResolvedRoster, spec: Spec[OneInParams]) -> Iterator[Finding]:
    """Check that there is at most one of some things for every so many figures, or part of that number."""
    params = spec.params
    for path, facts, squads in _places(resolved, params):
        here, men = number_of(params.of, params.ids, squads), sum(squad.figure_count for squad in squads)
        most = -(-men // params.figures)
        if here > most:
            yield spec.found(
                path, "squad" if path else "", **facts, here=here, men=men, most=most, figures=params.figures
            )


@check("only-for", OnlyForParams)
def only_for(resolved: ResolvedRoster, spec: Spec[OnlyForParams]) -> Iterator[Finding]:
    """Check that only men of some classes carry some weapons."""
    weapons, classes = frozenset(spec.params.weapons), frozenset(spec.params.classes)
    by_id = resolved.prices.catalogue.class_by_id
    for squad in resolved.squads:
        for figure in squad.figures:
            carried = next((weapon for weapon in figure.loadout.weapons if weapon.id in weapons), None)
            if carried and figure.class_id not in classes:
                names = either(by_id[class_id].name for class_id in spec.params.classes)
                yield spec.found(figure.path, figure=figure.label, weapon=carried.name, classes=names)


def number_of(of: Counted, ids: Iterable[str], squads: Iterable[Squad]) -> int:
    """Return how many of some things squads have: men of classes or with roles, weapons carried, vehicles."""
    wanted = set(ids)
    squads = list(squads)
    men = [(squad, figure) for squad in squads for figure in squad.figures]
    vehicles = [vehicle for squad in squads for vehicle in squad.vehicles]
    match of:
        case "classes":
            return sum(figure.count for squad, figure in men if squad.class_of(figure) in wanted)
        case "roles":
            return sum(figure.count for _, figure in men if not wanted.isdisjoint(figure.roles))
        case "vehicles":
            return sum(vehicle.count for vehicle in vehicles if vehicle.type in wanted)
        case "weapons":
            carriers: list[Figure | Vehicle] = [*(figure for _, figure in men), *vehicles]
            return sum(one.count * sum(weapon in wanted for weapon in one.weapons) for one in carriers)


def names_of(of: Counted, ids: Iterable[str], catalogue: Catalogue) -> Text:
    entries = catalogue.by_kind[LIMITED[of]]
    return joined(few(name_in(entries, item) for item in ids))


def _places(resolved: ResolvedRoster, params: LimitedParams) -> Iterator[tuple[str, dict[str, Any], list[Squad]]]:
    """Yield where things are counted: the path, the facts that name the place and the things, the squads."""
    names = names_of(params.of, params.ids, resolved.prices.catalogue)
    if params.where == "list":
        yield "", {"names": names}, [squad.row for squad in resolved.squads]
        return
    for squad in resolved.squads:
        yield squad.path, {"squad": squad.label, "names": names}, [squad.row]
