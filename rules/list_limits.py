"""What a ruleset may not say, because no list could: `armylist/1` has no words for it, or the builder no offer."""

from collections.abc import Iterator
from typing import get_args

from rules.core.catalogue import Catalogue
from rules.core.roster import MovementKind, RoleOfList
from rules.yaml_lines import Path

ROLES: tuple[str, ...] = get_args(RoleOfList)
WAYS: tuple[str, ...] = get_args(MovementKind)
MOST_LEADERSHIP, MOST_LEVEL = 4, 9  # list-format.schema.json

# A list is made for a format, a squad is of a class, and a figure is added by a preset.
NEEDED = {"formats": "format", "classes": "class", "presets": "preset"}

Found = Iterator[tuple[Path, str]]


def beyond_a_list(catalogue: Catalogue) -> Found:
    """Yield (path, reason) of everything that no list of the ruleset could say."""
    for section, kind in NEEDED.items():
        if not getattr(catalogue, section):
            yield (section,), f"a ruleset has at least one {kind}"
    for place, made_for in enumerate(catalogue.formats):
        if made_for.id not in ROLES:
            yield ("formats", place, "id"), f'format "{made_for.id}": a list is for one of {", ".join(ROLES)}'
    for level in catalogue.leadership:
        if not 1 <= level <= MOST_LEADERSHIP:
            yield ("leadership", level), f"leadership {level}: a list has levels 1 to {MOST_LEADERSHIP}"
    for place, extra in enumerate(catalogue.extras):
        for level in {*(extra.levels or ()), *extra.level_points}:
            if not 1 <= level <= MOST_LEVEL:
                reason = f'extra "{extra.id}": a list has levels 1 to {MOST_LEVEL}, not {level}'
                yield ("extras", place, "levels"), reason
    if "movement" in catalogue.reads:
        yield from _ways(catalogue)


def _ways(catalogue: Catalogue) -> Found:
    """Of several ways to move one is chosen in the list, which knows wheels and tracks."""
    for place, vehicle in enumerate(catalogue.vehicles):
        for number, way in enumerate(vehicle.movement):
            if len(vehicle.movement) > 1 and way.kind not in WAYS:
                path = ("vehicles", place, "movement", number, "kind")
                yield path, f'vehicle "{vehicle.id}" moves {way.kind}: a list can choose {", ".join(WAYS)}'
