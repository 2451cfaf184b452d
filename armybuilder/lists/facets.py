"""Facets: the items of a list that a search can use."""

from collections.abc import Iterator
from typing import Literal

from rules.core.catalogue.entry import Kind
from rules.core.document.roster import Roster

FacetKind = Kind | Literal["game"]
Facet = tuple[FacetKind, str]


def facets_of(roster: Roster) -> frozenset[Facet]:
    """Return the content of a list, each once: game, classes, weapons, vehicles, extras, roles, kit and traits."""
    return frozenset(_items(roster))


def _items(roster: Roster) -> Iterator[Facet]:
    yield "game", roster.ruleset
    yield from (("extra", entry.extra) for entry in roster.extras)
    for squad in roster.squads:
        yield from (("trait", trait) for trait in squad.traits)
        yield from (("extra", entry.extra) for entry in squad.extras)
        for figure in squad.figures:
            yield "class", squad.class_of(figure)
            yield from (("weapon", weapon) for weapon in figure.weapons)
            yield from (("role", role) for role in figure.roles)
            yield from (("kit", item) for item in figure.kit)
        for vehicle in squad.vehicles:
            yield "vehicle", vehicle.type
            yield from (("weapon", weapon) for weapon in vehicle.weapons)
            yield from (("trait", trait) for trait in vehicle.traits)
