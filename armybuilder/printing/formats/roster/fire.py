"""The lines of fire in a squad's table, one for each fire mode."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from django.utils.translation import gettext, ngettext

from armybuilder.printing.formats.roster.columns import NAMES, NUMBERS, STOP, Columns
from armybuilder.printing.formats.roster.in_hand import Hand, Ready, flying_words, ready_ways
from armybuilder.printing.layout.measure import width, wrapped
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.sizes import SHEET, content_width
from armybuilder.printing.layout.words import NONE, inside, unbreakable
from rules.core.catalogue.catalogue import Catalogue, FireRow, Weapon
from rules.core.catalogue.handbook import PrintedTable, Subjects
from rules.core.contents import borrowed_weapons, used_entries, weapons_in_price
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import PriceList, price_list
from rules.core.text import Language, Text

WEAPON_LEAST, WEAPON_MOST, FIGURE_LEAST = 26, 46, 47  # mm
TRACKS_AT_MOST = 400  # men
HALVES = 2  # bands of a range set by the referee
INDENT = "\N{EN SPACE}"  # before a line that continues the previous line


@dataclass(frozen=True, slots=True)
class Setting:
    """The setting of every row: ruleset, columns, language, and whether men have boxes.

    `modified`: each fire mode has a line for a target in cover, and another for a figure that has moved.
    """

    catalogue: Catalogue
    columns: Columns
    language: Language
    boxes: bool
    modified: bool = False
    prices: PriceList | None = None  # rulings in use
    handbook: tuple[PrintedTable, ...] = ()  # parts of the list, with their numbers

    def say(self, text: Text) -> str:
        """Return a data text in the language of the sheet."""
        return text.to(self.language)

    def numbers(self, letter: str, first: int, last: int) -> list[str]:
        """Return the numbers of men: each number with boxes, or a range without boxes."""
        if self.boxes or first == last:
            return [f"{letter}{number}" for number in range(first, last + 1)]
        return [f"{letter}{first}–{last}"]


def setting_for(
    roster: Roster, catalogue: Catalogue, columns: Columns, language: Language, *, modified: bool = False
) -> Setting:
    """Return the setting of a list's rows. Very large lists have no boxes, which would fill a hundred pages."""
    men = sum(squad.figure_count for squad in roster.squads)
    boxes, prices = bool(columns.states) and men <= TRACKS_AT_MOST, price_list(roster, catalogue)
    handbook = used_entries(roster, catalogue).handbook
    return Setting(catalogue, columns, language, boxes, modified, prices=prices, handbook=handbook)


@dataclass(frozen=True, slots=True)
class FireLine:
    """One fire mode: the weapon or its mode, the number needed in each band, dice, and the covering values.

    `small` is printed beside the number needed: the printed number if this man's is different, and how many dice
    he has left (`3d`). `modified`: the line shows the effect of cover or movement on the previous line.
    """

    name: str
    needs: tuple[str, ...]
    dice: str
    covering: tuple[str, ...]
    small: tuple[tuple[str, str], ...] = ()
    modified: bool = False


# ── Columns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def columns_for(roster: Roster, catalogue: Catalogue, points: bool, options: Options) -> Columns:
    """Return the columns of the squads' tables. The weapon column fits its longest line, within limits."""
    bands = tuple(str(band) for band in catalogue.bands)
    ranges = (
        0 if bands else max((len(row.reach) for item in catalogue.weapons for row in item.fire), default=0)
    )
    fire = bands or _range_names(ranges)
    covering = tuple(str(band) for band in catalogue.covering_bands)
    states = () if options.origin.handed else _states(catalogue, options.language)
    rolls = any(row.needs for item in catalogue.weapons for row in item.fire)
    columns = Columns(fire, bool(ranges) and not rolls, covering, states, points, 0, 0)
    room = content_width(options.paper) - columns.fire_width - columns.states_width
    room -= SHEET.points if points else 0
    most = min(WEAPON_MOST, int(room - FIGURE_LEAST))
    weapon = _even(min(most, max(WEAPON_LEAST, _widest(roster, catalogue, options.language))))
    columns = replace(columns, weapon=weapon)
    return replace(columns, figure=room - columns.weapon_stops * STOP)


def _states(catalogue: Catalogue, language: Language) -> tuple[str, ...]:
    return tuple(state.short.to(language) for state in catalogue.states) or (gettext("Lost"),)


def _range_names(ranges: int) -> tuple[str, ...]:
    if ranges == 3:
        return (gettext("short"), gettext("norm."), gettext("long"))
    return tuple(str(number + 1) for number in range(ranges))


def _widest(roster: Roster, catalogue: Catalogue, language: Language) -> float:
    if catalogue.odds.method == "range":
        return WEAPON_MOST  # lines from `_by_referee` are long
    weapons = carried_weapons(roster, catalogue)
    names = [weapon.name.to(language) for weapon in weapons if not weapon.fire] + [
        _line_name("" if number else weapon.name.to(language), row, language)
        for weapon in weapons
        for number, row in enumerate(weapon.fire)
    ]
    return max((width(name, NUMBERS, NAMES) for name in names), default=0) + 2 * SHEET.padding


def carried_weapons(roster: Roster, catalogue: Catalogue) -> list[Weapon]:
    """Return the weapons of men and vehicles in the order of the ruleset, with built-in guns last."""
    figures = [figure for squad in roster.squads for figure in squad.figures]
    vehicles = [vehicle for squad in roster.squads for vehicle in squad.vehicles]
    carried = {item for figure in figures for item in figure.weapons}
    carried |= {item for vehicle in vehicles for item in vehicle.weapons}
    held = {weapon.id: weapon for vehicle in vehicles for weapon in held_weapons(vehicle, catalogue)}
    found = {weapon.id: weapon for weapon in catalogue.weapons if weapon.id in carried | held.keys()}
    return list((found | held).values())


def held_weapons(vehicle: Vehicle, catalogue: Catalogue) -> tuple[Weapon, ...]:
    """Return the weapons included in a vehicle's price; none if it has bought weapons."""
    return () if vehicle.weapons else weapons_in_price(vehicle.type, catalogue)


def _even(length: float) -> int:
    return -(-int(length + 0.999) // 2) * 2


# ── Fire ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_lines(figure: Figure, squad: Squad, setting: Setting) -> list[FireLine]:
    """Return the lines of a man's weapons and of weapons that he may fire as, or a line that says he is unarmed."""
    hand = Hand(squad, figure)
    own = (
        fire_lines(figure.weapons, hand, setting)
        if figure.weapons
        else [_no_fire(gettext("unarmed"), setting.columns)]
    )
    return own + borrowed_lines(Subjects(weapons=figure.weapons, kit=figure.kit), setting)


def fire_lines(weapons: Sequence[str], hand: Hand, setting: Setting) -> list[FireLine]:
    """Return the lines of a row's weapons, or an empty line if it has none."""
    lines: list[FireLine] = []
    for item, times in Counter(weapons).items():
        weapon = setting.catalogue.weapon_by_id.get(item)
        name = (setting.say(weapon.name) if weapon else item) + (f" ×{times}" if times > 1 else "")
        lines += _lines_of(weapon, name, setting, hand) if weapon else [_no_fire(name, setting.columns)]
    return lines or [_no_fire(NONE, setting.columns)]


def weapon_lines(weapon: Weapon, setting: Setting) -> list[FireLine]:
    """Return the printed lines of a weapon, including built-in guns."""
    return _lines_of(weapon, setting.say(weapon.name), setting)


def borrowed_lines(has: Subjects, setting: Setting) -> list[FireLine]:
    """Return the printed lines of weapons outside the list that a rule lets it fire as: "as light mortar"."""
    return [
        line
        for weapon in borrowed_weapons(has, setting.catalogue)
        for line in _lines_of(
            weapon, gettext("as %(weapon)s") % {"weapon": inside(setting.say(weapon.name))}, setting
        )
    ]


def told(line: FireLine, setting: Setting) -> str:
    """Say a line of fire in words: "As light mortar, from 10 cm: 25 cm 4, 50 cm 4; 1 die."."""
    unit = "" if setting.columns.own_ranges else " cm"
    needs = ", ".join(
        unbreakable(f"{head}{unit} {need}")
        for head, need in zip(setting.columns.fire, line.needs, strict=True)
        if need != NONE
    )
    dice = int(line.dice)
    if setting.columns.own_ranges:
        thrown = ngettext("%(count)s shot", "%(count)s shots", dice) % {"count": dice}
    else:
        thrown = ngettext("%(count)s die", "%(count)s dice", dice) % {"count": dice}
    return f"{line.name[:1].upper()}{line.name[1:]}: {needs}; {unbreakable(thrown)}."


def _lines_of(weapon: Weapon, name: str, setting: Setting, hand: Hand | None = None) -> list[FireLine]:
    columns = setting.columns
    flying = flying_words(weapon, hand, setting.catalogue) if hand else ""
    if not weapon.fire and hand and setting.catalogue.odds.method == "range":
        return _by_referee(weapon, name, hand, flying, setting)
    if not weapon.fire:
        return [_no_fire(f"{name}: {flying}" if flying else name, columns)]
    covering = _cells(weapon.covering, len(columns.covering))
    lines = [
        FireLine(
            name=_line_name("" if number else name, row, setting.language),
            needs=_cells(row.needs or row.reach, len(columns.fire)),
            dice=str(row.dice),
            covering=("",) * len(columns.covering) if number else covering,
        )
        for number, row in enumerate(weapon.fire)
    ]
    if hand:
        lines = _as_rolled(lines, weapon, hand, setting)
    return [*lines, _no_fire(f"{INDENT}{flying}", columns)] if flying else lines


def _by_referee(weapon: Weapon, name: str, hand: Hand, flying: str, setting: Setting) -> list[FireLine]:
    """Return the lines of a weapon with a range set by the referee: a blank, and the hits at full and half range."""
    line = _no_fire(f"{name}, {unbreakable(gettext('to ……… cm'))}", setting.columns)
    called_in = {one.weapon for one in setting.catalogue.odds.bombardments}
    ways = () if weapon.id in called_in else ready_ways(hand, weapon.id, setting.catalogue, HALVES)
    said = flying or (_halves(ways[0]) if ways else "")
    return [replace(line, name=f"{line.name}: {said}")] if said else [line]


def _halves(way: Ready) -> str:
    near, far = way.needs
    return gettext("%(far)s+, within half %(near)s+") % {"far": far, "near": near}


def _as_rolled(lines: list[FireLine], weapon: Weapon, hand: Hand, setting: Setting) -> list[FireLine]:
    """Return the lines with this man's rolls, on their own line if the table has only distances."""
    catalogue, bands = setting.catalogue, len(setting.columns.fire)
    ways = ready_ways(hand, weapon.id, catalogue, bands)
    if len(ways) != len(lines):
        return lines
    facts = _modifiers(catalogue) if setting.modified else {}
    modified = {name: ready_ways(hand, weapon.id, catalogue, bands, fact) for name, fact in facts.items()}
    found: list[FireLine] = []
    for number, (line, way) in enumerate(zip(lines, ways, strict=True)):
        if setting.columns.own_ranges:
            name = gettext("At most, d%(die)s") % {"die": catalogue.die}
            found += [line, _line_below(name, way, line)]
        else:
            found.append(replace(line, needs=way.needs, small=tuple(zip(way.printed, way.dice, strict=True))))
        below: dict[Ready, list[str]] = {}
        for name, others in modified.items():
            if others and others[number].rolled != way.rolled:
                below.setdefault(others[number], []).append(name)
        found += [
            replace(_line_below(" / ".join(names), other, line), modified=True)
            for other, names in below.items()
        ]
    return found


def _modifiers(catalogue: Catalogue) -> dict[str, str]:
    """Return the situations with their own lines, by printed name."""
    measures = catalogue.odds.profile
    if measures is None:
        return {}
    named = {gettext("in cover"): measures.cover, gettext("moved"): measures.moved}
    return {name: fact for name, fact in named.items() if fact}


def _line_below(name: str, way: Ready, line: FireLine) -> FireLine:
    """Return a line that continues the previous line: the same dice unless some are lost, and no covering fire."""
    alike = {dice for need, dice in zip(way.needs, way.dice, strict=True) if need != NONE}
    fewer = alike.pop() if len(alike) == 1 else ""
    return FireLine(
        name=f"{INDENT}{name}",
        needs=way.needs,
        dice=fewer.removesuffix("d"),
        covering=("",) * len(line.covering),
        small=() if fewer else tuple(("", dice) for dice in way.dice),
    )


def _no_fire(name: str, columns: Columns) -> FireLine:
    """Return a line without a fire row: no weapon, an unknown weapon, or an indirect-fire mortar."""
    return FireLine(name, (NONE,) * len(columns.fire), NONE, (NONE,) * len(columns.covering))


def vehicle_lines(vehicle: Vehicle, squad: Squad, setting: Setting) -> list[FireLine]:
    """Return the lines of bought weapons, or of weapons in the vehicle's price, with equal weapons on one line."""
    held, hand = held_weapons(vehicle, setting.catalogue), Hand(squad, vehicle)
    if not held:
        return fire_lines(vehicle.weapons, hand, setting)
    alike: dict[tuple[object, ...], list[Weapon]] = {}
    for weapon in held:
        alike.setdefault((weapon.fire, weapon.covering), []).append(weapon)
    groups = (
        (weapons[0], ", ".join(setting.say(weapon.name) for weapon in weapons)) for weapons in alike.values()
    )
    return [line for weapon, names in groups for line in _lines_of(weapon, names, setting, hand)]


class FireCells(TypedDict):
    """The fire cells of a row."""

    weapons: str
    needs: str
    small: str
    stops: int
    dice: str
    covering: str


def fire_cells(lines: Sequence[FireLine], setting: Setting) -> FireCells:
    """Return the lines as text. A name too long for its column continues below."""
    names, needs, small, dice, covering = [], [], [], [], []
    for line in lines:
        name = wrapped(line.name, NUMBERS, NAMES, setting.columns.weapon - SHEET.padding)
        below = [""] * (len(name) - 1)
        names += name
        needs += ["\t".join(line.needs), *below]
        small += ["\t".join(" ".join(filter(None, cell)) for cell in line.small), *below]
        dice += [line.dice, *below]
        covering += ["\t".join(line.covering), *below]
    return FireCells(
        weapons="\n".join(names),
        needs="\n".join(needs),
        small="\n".join(small) if any(line.strip() for line in small) else "",
        stops=setting.columns.weapon_stops,
        dice="\n".join(dice),
        covering="\n".join(covering),
    )


def _line_name(name: str, row: FireRow, language: Language) -> str:
    """Say "Assault rifle, aimed" first, then only "burst". A different reach follows: "Grenades, to 10 cm"."""
    parts = [name] if name else []
    if row.mode:
        parts.append(row.mode.to(language))
    if row.needs and row.reach:  # this weapon does not use the bands in the heading
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
