"""The lists to measure with: n figure entries of count 1, all with names and weapons, one vehicle, two extras.

With 187 entries in ten squads, the vehicle and the extras, it has as many rows as a list can have.
"""

import json

from rules.core.document.roster import Roster, decode

WEAPONS = (
    ["assault-rifle"],
    ["assault-rifle"],
    ["assault-rifle"],
    ["lmg"],
    ["assault-rifle", "rpg"],
    ["smg"],
)


def army_list(entries: int, squads: int) -> dict[str, object]:
    """Return a list of Breaking News with `entries` figure entries in `squads` squads."""
    return {
        "format": "armylist/1",
        "ruleset": "bn",
        "name": f"Benchmark {entries}",
        "role": "open",
        "limit": 10_000,
        "squads": [_squad(number, _share(entries, squads, number)) for number in range(squads)],
        "extras": [{"extra": "ambush"}, {"extra": "intelligence", "level": 2}],
    }


def roster(entries: int, squads: int = 2) -> Roster:
    return decode(json.dumps(army_list(entries, squads)).encode())


def _share(entries: int, squads: int, number: int) -> int:
    return entries // squads + (number < entries % squads)


def _squad(number: int, entries: int) -> dict[str, object]:
    squad: dict[str, object] = {
        "name": f"Squad {number + 1}",
        "class": "veteran",
        "figures": [_figure(number, place) for place in range(entries)],
    }
    if number == 0:
        squad["vehicles"] = [{"type": "protected", "name": "VM 90", "weapons": ["mmg"]}]
    return squad


def _figure(squad: int, place: int) -> dict[str, object]:
    figure: dict[str, object] = {
        "name": f"Rossi {squad + 1}.{place + 1}",
        "weapons": WEAPONS[place % len(WEAPONS)],
    }
    if place == 0:
        figure["leadership"] = 2 if squad == 0 else 1
    return figure
