"""The columns of a squad's table, and the lines of fire in them: one for each way a weapon fires."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext

from armybuilder.printing.measure import width, wrapped
from armybuilder.printing.options import Options
from armybuilder.printing.sizes import SHEET, content_width
from armybuilder.printing.words import NONE, unbreakable
from rules.core.catalogue import Catalogue, FireRow, VehicleType, Weapon
from rules.core.roster import Figure, Roster, Vehicle
from rules.core.text import Language, Text

WEAPON_LEAST, WEAPON_MOST, FIGURE_LEAST = 26, 46, 42  # mm


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a ruleset asks for. `weapon` is the width of the weapons' column: an even number of mm.

    `fire` are the heads of the columns of fire: far edges of the range bands, or the names of ranges where every weapon
    has distances of its own (`own_ranges`: and nothing but these). None of either: the ruleset has no table of fire.
    """

    fire: tuple[str, ...]
    own_ranges: bool
    covering: tuple[str, ...]
    points: bool
    weapon: int
    figure: float

    @property
    def fire_heads(self) -> str:
        """The heads of fire on one line, at the tab stops of the numbers under them."""
        return "\t".join(self.fire)

    @property
    def covering_heads(self) -> str:
        """The heads of covering fire, likewise."""
        return "\t".join(self.covering)

    @property
    def after_number(self) -> int:
        """How many cells follow the number: figure, weapon, fire and dice, covering fire, boxes, points."""
        return 3 + 2 * bool(self.fire) + bool(self.covering) + self.points


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of every row: the ruleset, its columns, the language, and whether men have boxes."""

    catalogue: Catalogue
    columns: Columns
    language: Language
    boxes: bool

    def say(self, text: Text) -> str:
        """Return a text of the data in the language of the sheet."""
        return text.to(self.language)

    def numbers(self, letter: str, first: int, last: int) -> str:
        """Return the numbers of men, one a line beside their boxes, or from–to where there are no boxes."""
        if self.boxes or first == last:
            return "\n".join(f"{letter}{number}" for number in range(first, last + 1))
        return f"{letter}{first}–{last}"


@dataclass(frozen=True, slots=True)
class FireLine:
    """One way to fire: the weapon or its mode, what is needed in each band, dice, and the covering values."""

    name: str
    needs: tuple[str, ...]
    dice: str
    covering: tuple[str, ...]


# ── Columns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def columns_for(roster: Roster, catalogue: Catalogue, points: bool, options: Options) -> Columns:
    """Return the columns of the squads' tables; the weapons' column is as wide as its longest line, within limits."""
    bands = tuple(str(band) for band in catalogue.bands)
    ranges = (
        0 if bands else max((len(row.reach) for item in catalogue.weapons for row in item.fire), default=0)
    )
    fire = bands or _range_names(ranges)
    covering = tuple(str(band) for band in catalogue.covering_bands)
    narrow = len(fire) + len(covering)
    taken = (
        SHEET.number
        + narrow * SHEET.range_band
        + (SHEET.dice if fire else 0)
        + SHEET.boxes
        + (SHEET.points if points else 0)
    )
    most = min(WEAPON_MOST, int(content_width(options.paper) - taken - FIGURE_LEAST))
    weapon = _even(min(most, max(WEAPON_LEAST, _widest(roster, catalogue, options.language))))
    rolls = any(row.needs for item in catalogue.weapons for row in item.fire)
    return Columns(
        fire,
        bool(ranges) and not rolls,
        covering,
        points,
        weapon,
        content_width(options.paper) - taken - weapon,
    )


def _range_names(ranges: int) -> tuple[str, ...]:
    if ranges == 3:
        return (gettext("short"), gettext("norm."), gettext("long"))
    return tuple(str(number + 1) for number in range(ranges))


def _widest(roster: Roster, catalogue: Catalogue, language: Language) -> float:
    carried = {item for squad in roster.squads for figure in squad.figures for item in figure.weapons}
    mounted = {item for squad in roster.squads for vehicle in squad.vehicles for item in vehicle.weapons}
    weapons = [catalogue.weapon_by_id[item] for item in carried | mounted if item in catalogue.weapon_by_id]
    names = [weapon.name.to(language) for weapon in weapons if not weapon.fire] + [
        _line_name("" if number else weapon.name.to(language), row, language)
        for weapon in weapons
        for number, row in enumerate(weapon.fire)
    ]
    return max((width(name, "barlow-400-normal", 8.25) for name in names), default=0) + 2 * SHEET.padding


def _even(length: float) -> int:
    return -(-int(length + 0.999) // 2) * 2


# ── Fire ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_lines(figure: Figure, setting: Setting) -> list[FireLine]:
    """The lines of a man's weapons, or one that says that he has none."""
    return (
        fire_lines(figure.weapons, setting)
        if figure.weapons
        else [_no_fire(gettext("unarmed"), setting.columns)]
    )


def fire_lines(weapons: Sequence[str], setting: Setting) -> list[FireLine]:
    """The lines of a row's weapons, or one without a word where there are none."""
    lines: list[FireLine] = []
    for item, times in Counter(weapons).items():
        weapon = setting.catalogue.weapon_by_id.get(item)
        name = (setting.say(weapon.name) if weapon else item) + (f" ×{times}" if times > 1 else "")
        lines += _lines_of(weapon, name, setting) if weapon else [_no_fire(name, setting.columns)]
    return lines or [_no_fire(NONE, setting.columns)]


def _lines_of(weapon: Weapon, name: str, setting: Setting) -> list[FireLine]:
    columns = setting.columns
    if not weapon.fire:
        return [_no_fire(name, columns)]
    covering = _cells(weapon.covering, len(columns.covering))
    return [
        FireLine(
            name=_line_name("" if number else name, row, setting.language),
            needs=_cells(row.needs or row.reach, len(columns.fire)),
            dice=str(row.dice),
            covering=("",) * len(columns.covering) if number else covering,
        )
        for number, row in enumerate(weapon.fire)
    ]


def _no_fire(name: str, columns: Columns) -> FireLine:
    """A line of what has no row of fire: no weapon, a foreign one, a mortar of the indirect table."""
    return FireLine(name, (NONE,) * len(columns.fire), NONE, (NONE,) * len(columns.covering))


def vehicle_lines(vehicle: Vehicle, kind: VehicleType | None, setting: Setting) -> list[FireLine]:
    """The lines of what was bought; of a vehicle whose price includes weapons, those, alike ones on one line."""
    if vehicle.weapons or kind is None or not kind.includes:
        return fire_lines(vehicle.weapons, setting)
    alike: dict[tuple[object, ...], list[Weapon]] = {}
    for item in kind.includes:
        weapon = setting.catalogue.weapon_by_id[item]
        alike.setdefault((weapon.fire, weapon.covering), []).append(weapon)
    groups = (
        (weapons[0], ", ".join(setting.say(weapon.name) for weapon in weapons)) for weapons in alike.values()
    )
    return [line for weapon, names in groups for line in _lines_of(weapon, names, setting)]


class FireCells(TypedDict):
    """The cells of a row that hold its fire."""

    weapons: str
    needs: str
    dice: str
    covering: str


def fire_cells(lines: Sequence[FireLine], setting: Setting) -> FireCells:
    """The lines as text; a name too long for its column goes on below, with nothing beside it."""
    names, needs, dice, covering = [], [], [], []
    for line in lines:
        name = wrapped(line.name, "barlow-400-normal", 8.25, setting.columns.weapon - 2 * SHEET.padding)
        below = [""] * (len(name) - 1)
        names += name
        needs += ["\t".join(line.needs), *below]
        dice += [line.dice, *below]
        covering += ["\t".join(line.covering), *below]
    return FireCells(
        weapons="\n".join(names), needs="\n".join(needs), dice="\n".join(dice), covering="\n".join(covering)
    )


def _line_name(name: str, row: FireRow, language: Language) -> str:
    """Say "Assault rifle, aimed" first, then only "burst"; a reach of its own follows: "Grenades, to 10 cm"."""
    parts = [name] if name else []
    if row.mode:
        parts.append(row.mode.to(language))
    if row.needs and row.reach:  # the bands at the head are not this weapon's
        reach = "/".join(NONE if far is None else str(far) for far in row.reach)
        parts.append(unbreakable(gettext("to %(cm)s cm") % {"cm": reach}))
    if row.most is not None:
        parts.append(unbreakable(gettext("to %(cm)s cm") % {"cm": row.most}))
    if row.least is not None:
        parts.append(unbreakable(gettext("from %(cm)s cm") % {"cm": row.least}))
    return ", ".join(parts)


def _cells(values: Sequence[int | None], count: int) -> tuple[str, ...]:
    padded = (*values, *(None,) * (count - len(values)))
    return tuple(NONE if value is None else str(value) for value in padded)
