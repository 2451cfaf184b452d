"""The dice of an own game: what each weapon needs to hit by distance, and what changes it.

Places: `dice//die`; `dice/BAND/to`, the far edge of a band in cm; `dice/WEAPON/dice`; `dice/WEAPON/BAND`, the lowest
number that hits; `dice//moved` and `dice//cover`, which are added to that number; `dice//stays`, the weapons that do
not fire after a move; `dice//save`, the characteristic that a man saves with.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.cells import DASH, Column
from rules.core.catalogue.catalogue import Catalogue

DICE = (4, 6, 8, 10, 12, 20)
USUAL_DIE = 6
BANDS = ("near", "middle", "far", "farther", "farthest")
MOST_DICE = 20
FARTHEST = 999  # cm
MOST_CHANGE = 5  # of the number needed

MOVED = {"it": "Si è mosso", "en": "Moved"}
COVER = {"it": "Bersaglio al riparo", "en": "Target in cover"}

DIE = Column(
    "die",
    _("A die of"),
    "choice",
    options=tuple((str(die), str(die)) for die in DICE),
)
CHANGES = (
    Column("moved", _("The firer has moved: added to the number"), "number", least=-MOST_CHANGE, most=MOST_CHANGE),
    Column(
        "cover",
        _("The target is in cover: added to the number"),
        "number",
        least=-MOST_CHANGE,
        most=MOST_CHANGE,
    ),
    Column("save", _("A man who is hit saves with"), "one", "characteristics", usual=_("nothing")),
    Column("stays", _("Do not fire after moving"), "some", "weapons"),
)
NUMBER_OF_DICE = Column("dice", pgettext_lazy("number", "Dice"), "number", least=1, most=MOST_DICE, usual="1")


def has_dice(catalogue: Catalogue) -> bool:
    """Whether a game has dice already: then a draft over it keeps them."""
    return bool(catalogue.bands or catalogue.odds.questions)


def shown_bands(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the bands up to the farthest that has an edge, and the next, which is empty."""
    used = [number for number, band in enumerate(BANDS, 1) if f"dice/{band}/to" in values]
    return BANDS[: max(used, default=0) + 1]


def edge_of(band: str) -> Column:
    """Return the column of a band's far edge."""
    label = gettext("Band %(number)s, up to (cm)") % {"number": BANDS.index(band) + 1}
    return Column("to", label, "number", least=1, most=FARTHEST)


def columns_of_weapon(values: Mapping[str, Any], bands: Sequence[str] = BANDS) -> list[Column]:
    """Return the columns of a weapon: the number that it needs in each band, and its dice."""
    columns = []
    for number, band in enumerate(bands, 1):
        edge = values.get(f"dice/{band}/to")
        label = gettext("up to %(edge)s cm") if edge else gettext("Band %(number)s")
        columns.append(
            Column(band, label % {"edge": edge, "number": number}, "number", least=2, most=max(DICE), usual=DASH)
        )
    return [*columns, NUMBER_OF_DICE]


def column_of_dice(values: Mapping[str, Any], catalogue: Catalogue, row: str, field: str) -> Column:
    """Return the column of a place: its row is a band, a weapon or "". Raises LookupError."""
    if row in catalogue.weapon_by_id:
        columns = columns_of_weapon(values)
    else:
        columns = [edge_of(row)] if row in BANDS else [DIE, *CHANGES] if not row else []
    return {column.field: column for column in columns}[field]


def faults_of_dice(values: Mapping[str, Any], catalogue: Catalogue) -> dict[str, str]:
    """Return why values contradict each other, by the place of each."""
    edges = Counter(edge for edge, _band in bands_of(values))
    faults = {
        f"dice/{band}/to": gettext("Two bands end at the same distance.")
        for edge, band in bands_of(values)
        if edges[edge] > 1
    }
    die = die_of(values)
    for weapon in catalogue.weapons:
        for band in shown_bands(values):
            place = f"dice/{weapon.id}/{band}"
            if not weapon.retired and (need := values.get(place, 0)) > die:
                faults[place] = gettext("A die of %(die)s never shows %(need)s.") % {"die": die, "need": need}
    return faults


def die_of(values: Mapping[str, Any]) -> int:
    return int(values.get("dice//die", USUAL_DIE))


def bands_of(values: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the bands that have an edge, nearest first: (far edge in cm, band)."""
    return sorted((values[f"dice/{band}/to"], band) for band in BANDS if f"dice/{band}/to" in values)


def set_dice(data: dict[str, Any], values: Mapping[str, Any]) -> None:
    """Write the dice into the plain data of a game that has none (`has_dice`)."""
    bands = bands_of(values)
    if not bands:
        return
    data["die"], data["bands"] = die_of(values), [edge for edge, _band in bands]
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
        "profile": {"distances": data["bands"]} | {name: name for name, (_called, made) in effects.items() if made},
    }
    columns = {column["id"] for column in data.get("characteristics", ())}
    save = values.get("dice//save")
    if save in columns:
        odds["questions"].append("save")
    odds["saves"] = {"characteristic": save if save in columns else "", "source": ""}
    return odds


def _changed(need: int | None) -> list[dict[str, Any]]:
    return [{"roll": "hit", "need": need}] if need else []
