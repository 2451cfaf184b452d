"""The dice of an own game: what each weapon needs to hit by distance, and what changes it.

Places: `dice//die`; `dice/BAND/to`, the far edge of a band in cm; `dice/WEAPON/dice`; `dice/WEAPON/BAND`, the lowest
number that hits; `dice//moved` and `dice//cover`, which are added to that number; `dice//stays`, the weapons that do
not fire after a move; `dice//save`, the characteristic that a man saves with.
"""

from collections.abc import Mapping
from typing import Any

DICE = (4, 6, 8, 10, 12, 20)
USUAL_DIE = 6
BANDS = ("near", "middle", "far", "farther", "farthest")
MOST_DICE = 20
FARTHEST = 999  # cm
MOST_CHANGE = 5  # of the number needed

MOVED = {"it": "Si è mosso", "en": "Moved"}
COVER = {"it": "Bersaglio al riparo", "en": "Target in cover"}


def bands_of(values: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the bands that have an edge, nearest first: (far edge in cm, band)."""
    return sorted((values[f"dice/{band}/to"], band) for band in BANDS if f"dice/{band}/to" in values)


def set_dice(data: dict[str, Any], values: Mapping[str, Any]) -> None:
    """Write the dice into the plain data of a game that has none of its own."""
    bands = bands_of(values)
    if not bands or data.get("bands"):
        return
    data["die"], data["bands"] = values.get("dice//die", USUAL_DIE), [edge for edge, _band in bands]
    fires = False
    for weapon in data["weapons"]:
        place = f"dice/{weapon['id']}"
        needs = [values.get(f"{place}/{band}") for _edge, band in bands]
        if any(needs):
            weapon["fire"] = [{"dice": values.get(f"{place}/dice", 1), "needs": needs}]
            fires = True
    if fires:
        data["odds"] = _odds(data, values)


def _odds(data: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    carried = {weapon["id"] for weapon in data["weapons"]}
    stays = [weapon for weapon in values.get("dice//stays", ()) if weapon in carried]
    moved = _changed(values.get("dice//moved"))
    if stays:
        moved.append({"roll": "hit", "forbids": True, "weapons": stays})
    effects = {"moved": (MOVED, moved), "cover": (COVER, _changed(values.get("dice//cover")))}
    odds: dict[str, Any] = {
        "questions": ["fire", "profile"],
        "situations": [
            {"id": name, "name": called, "source": "", "questions": ["fire"], "effects": made}
            for name, (called, made) in effects.items()
            if made
        ],
        "fire": {"source": ""},
        "profile": {"distances": data["bands"]}
        | {name: name for name, (_called, made) in effects.items() if made},
    }
    columns = {column["id"] for column in data.get("characteristics", ())}
    save = values.get("dice//save")
    if save in columns:
        odds["questions"].append("save")
    odds["saves"] = {"characteristic": save if save in columns else "", "source": ""}
    return odds


def _changed(need: int | None) -> list[dict[str, Any]]:
    return [{"roll": "hit", "need": need}] if need else []
