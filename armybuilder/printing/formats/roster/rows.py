"""The squads of a roster: characteristics, and rows of figures, groups of figures and vehicles."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import NamedTuple

from armybuilder.printing.formats.roster.columns import NAMES, NUMBERS, Columns, at_stops
from armybuilder.printing.layout.fit import width, wrapped
from armybuilder.printing.layout.sizes import SHEET
from armybuilder.printing.layout.words import BOX, NONE, Fact, characteristics_of_men, stat_text, unbreakable
from armybuilder.printing.units.fire import INDENT, FireLine, no_guns, save_roll
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import SquadOnPaper, Unit, chances_of
from rules.core.catalogue.catalogue import Characteristic, SaveRow, TroopClass

DOTS, DOTS_LENGTH = "…", 3.31  # a piece of dotted line in squadra-signs.ttf, mm
BLANK_MOST, BLANK_LEAST = 8, 4  # pieces
TAG_EDGES = 3.2  # mm of a tag, with the space before it
MEN_IN_A_ROW = 8  # larger groups take several rows, so that each fits on a page


class SaveLine(NamedTuple):
    """A vehicle's saves from one side: (number needed, weapons)."""

    name: str
    saves: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A figure, a group of equal figures, or vehicles.

    `lines` are its fire modes; a name too long for its column continues on a line without numbers. `boxes` are lines
    for the men. `blank` is the dotted line for a name ("" none). `others` are the numbers and lines of the other men
    in a group. `damage`: for each vehicle, a box for each result on the damage table.
    """

    unit: Unit
    columns: Columns
    lines: tuple[FireLine, ...]
    number: str
    name: str
    count: str
    tags: tuple[str, ...]
    stats: str
    blank: str = ""
    others: str = ""
    boxes: str = ""
    saves: tuple[SaveLine, ...] = ()
    damage: tuple[str, ...] = ()
    points: str = ""
    each: str = ""
    house: bool = False  # its points include a club price

    @property
    def fire(self) -> str:
        """Its weapons, each with its numbers needed, dice and covering fire at tab stops."""
        stops = self.columns.weapon_stops
        return "\n".join(
            at_stops((line.needs, (line.dice,), line.covering) if line.needs else (), NAMES, line.name, stops)
            for line in self.lines
        )

    @property
    def small(self) -> str:
        """The small print beside the numbers needed, at the same tab stops."""
        lines = [[" ".join(filter(None, cell)) for cell in line.small] for line in self.lines]
        if not any(any(cells) for cells in lines):
            return ""
        return "\n".join(at_stops((cells,), 6.5, "", self.columns.weapon_stops) for cells in lines)

    @property
    def height(self) -> int:
        """How many lines it takes, roughly."""
        beside_name = 1 + bool(self.stats) + len(self.unit.notes)
        lines = max(self.boxes.count("\n") + 1, len(self.lines), beside_name)
        return lines + len(self.saves) + len(self.damage)


def rows_of(unit: Unit, columns: Columns) -> Iterator[RosterRow]:
    """Yield the rows of a unit: several for a big group."""
    lines = [line for gun in unit.guns for line in gun] or [no_guns(unit.setting)]
    row = RosterRow(
        unit=unit,
        columns=columns,
        lines=tuple(part for line in lines for part in _in_column(line, columns)),
        number="",
        name=unit.name,
        count=unit.times,
        tags=tuple(_kept_whole(tag, columns.figure) for tag in unit.tags),
        stats=_vehicle_type(unit) if unit.is_vehicle else _own_stats(unit),
        points=unit.points,
        each=unit.each,
        house=unit.is_house,
    )
    return iter((_vehicle_row(row, unit),)) if unit.is_vehicle else _figure_rows(row, unit)


def _in_column(line: FireLine, columns: Columns) -> Iterator[FireLine]:
    """Yield a line as wide as the column of weapons; a remark without numbers runs over the columns behind it too."""
    is_remark = line.name.startswith(INDENT) and line.dice == NONE
    room = columns.fire_width if is_remark else columns.weapon
    first, *rest = wrapped(line.name, NUMBERS, NAMES, room - SHEET.padding)
    yield FireLine(first, (), "", ()) if is_remark else replace(line, name=first)
    yield from (FireLine(name, (), "", ()) for name in rest)


def _kept_whole(tag: str, room: float) -> str:
    """Return a tag; if it fits on a line, it does not break."""
    return unbreakable(tag) if width(tag, "barlow-condensed-600-normal", 7.5) + 12 <= room else tag


@dataclass(frozen=True)
class RosterSquad(SquadOnPaper):
    """A squad with its table. The name heads the column of figures, and is repeated on each page."""

    columns: Columns

    @cached_property
    def rows(self) -> tuple[RosterRow, ...]:
        """Its men and vehicles."""
        return tuple(row for unit in self.units for row in rows_of(unit, self.columns))

    @property
    def stats(self) -> tuple[Fact, ...]:
        """The characteristics of its class, and the numbers that it needs."""
        needed = chances_of(self.squad, self.squad.class_, self.setting)
        of_class = stats_of(self.troops, self.setting) if self.troops else ()
        return (*(Fact(self.setting.say(item.name), said) for item, said in of_class), *needed)


def stats_of(troops: TroopClass, setting: Setting) -> Iterator[tuple[Characteristic, str]]:
    """Yield the characteristics of a class."""
    for item in characteristics_of_men(setting.catalogue):
        yield item, stat_text(troops.stats.get(item.id), item, setting.language)


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _figure_rows(row: RosterRow, unit: Unit) -> Iterator[RosterRow]:
    """Yield the rows of men. A big group is divided into rows of equal length, the first with its size and cost."""
    keys, has_boxes = unit.keys, unit.setting.boxes
    if not has_boxes:
        yield _with_men(row, [unit.span])
        return
    step = ceil(len(keys) / ceil(len(keys) / MEN_IN_A_ROW))
    yield _with_men(row, keys[:step])
    for start in range(step, len(keys), step):
        men = _with_men(row, keys[start : start + step])
        yield replace(men, name=f"… {row.name}", count="", points="", each="", house=False)


def _with_men(row: RosterRow, keys: Sequence[str]) -> RosterRow:
    """Return a row with the number of each man, a dotted line for his name, and his boxes."""
    unit, columns = row.unit, row.columns
    blank, below, dots = "", 0, ""
    if unit.setting.boxes and not unit.row.name:
        blank, below = _blank(f"{unit.team} {row.name} {row.count}", unit.tags, columns.figure)
        dots = DOTS * BLANK_MOST
    others = [*([""] if dots and not blank else []), *keys[1:]]
    boxes = [BOX * len(columns.states)] * len(keys) if unit.setting.boxes else []
    return replace(
        row,
        number=keys[0],
        blank=blank,
        others="\n".join(f"{other}\t{dots}" for other in others),
        boxes="\n".join(boxes).replace("\n", "\n" * (below + 1), 1),
    )


def _blank(text: str, tags: Sequence[str], room: float) -> tuple[str, int]:
    """Return the longest dotted line after the name and its tags, and the number of lines before the next man.

    If none fits (""), the man has his own line below.
    """
    room -= SHEET.number + SHEET.padding
    lines, used = _taken(text, tags, room)
    pieces = min(BLANK_MOST, int((room - used - 1) / DOTS_LENGTH))
    blank = DOTS * pieces if pieces >= BLANK_LEAST else ""
    return blank, lines - bool(blank)


def _taken(text: str, tags: Sequence[str], room: float) -> tuple[int, float]:
    """How many lines a name and its tags take, and how much of the last, mm."""
    name = wrapped(text, "barlow-600-normal", 9, room)
    lines, used = len(name), width(name[-1], "barlow-600-normal", 9)
    for tag in tags:
        taken = width(tag, "barlow-condensed-600-normal", 7.5) + TAG_EDGES
        lines, used = (lines, used + taken) if used + taken <= room else (lines + 1, taken)
    return lines, used


def _own_stats(unit: Unit) -> str:
    """Return the characteristics of men with a different class from their squad."""
    if unit.class_ == unit.squad.class_:
        return ""
    troops, setting = unit.troops, unit.setting
    if troops is None:
        return unit.class_
    stats = (unbreakable(f"{setting.say(item.short)} {said}") for item, said in stats_of(troops, setting))
    return f"{setting.say(troops.name)}: {' · '.join(stats)}"


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _vehicle_row(row: RosterRow, unit: Unit) -> RosterRow:
    """Return a row with the numbers of the vehicles, the boxes for their damage, and their saves."""
    setting, columns = unit.setting, row.columns
    keys = unit.keys if setting.boxes else [unit.span]
    damage = tuple(_damage(unit)) if setting.boxes else ()
    boxes = ["\t" * (len(columns.states) - 1) + BOX] * len(keys) if setting.boxes and not damage else []
    return replace(
        row,
        number=keys[0],
        others="".join(f"{other}\n" for other in keys[1:]),
        boxes="\n".join(boxes),
        damage=damage,
        saves=tuple(_save_line(one, setting) for one in unit.kind.saves) if unit.kind else (),
    )


def _damage(unit: Unit) -> Iterator[str]:
    """Yield a line for each vehicle: "V1: ☐ slowed ☐ immobilised"; nothing if no table mentions it."""
    states = "  ".join(unbreakable(f"{BOX} {state}") for state in unit.damages)
    for key in unit.keys if states else ():
        yield states if unit.row.count == 1 else f"{key}:  {states}"


def _vehicle_type(unit: Unit) -> str:
    """Return the type of a named vehicle, and its movement."""
    ways = " / ".join(unbreakable(f"{name.lower()} {far}") for name, far in unit.movement)
    return ", ".join(part for part in (unit.type_name, ways) if part)


def _save_line(row: SaveRow, setting: Setting) -> SaveLine:
    """Return the saves of a row, with weapons grouped by number needed."""
    against: dict[str, list[str]] = {}
    for column, need in zip(setting.catalogue.save_columns, row.needs, strict=False):
        against.setdefault(save_roll(need), []).append(setting.say(column.name))
    saves = tuple((roll, ", ".join(columns)) for roll, columns in against.items())
    return SaveLine(setting.say(row.name) if row.name else "", saves)
