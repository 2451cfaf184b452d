"""What is in a list, for finding lists by it.

A column of the list rather than a table beside it: an edit that brings another weapon into the list writes no more rows
than one that does not.
"""

from collections.abc import Iterator

from rules.core.library import Kind
from rules.core.roster import Roster


def facets_of(roster: Roster) -> str:
    """Return what a list names, each once: its troop classes, weapons, vehicles, extras, roles, kit and traits.

    A word each, in order, with a space on either side: " class:elite weapon:lmg ".
    """
    return "".join(sorted({facet(kind, item) for kind, item in _items(roster)})).replace("  ", " ")


def facet(kind: Kind, item: str) -> str:
    """Return the word of an item, with the spaces that tell it from longer ones."""
    return f" {kind}:{item} "


def _items(roster: Roster) -> Iterator[tuple[Kind, str]]:
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
