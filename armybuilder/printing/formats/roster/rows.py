"""The rows of a squad's table: figures, groups of figures, vehicles."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from django.utils.translation import gettext

from armybuilder.lists.words import minus
from armybuilder.printing.formats.roster.columns import NAMES, at_stops
from armybuilder.printing.formats.roster.fire import (
    Setting,
    figure_lines,
    fire_cells,
    held_weapons,
    vehicle_lines,
)
from armybuilder.printing.formats.roster.hit_notes import save_of_leader
from armybuilder.printing.formats.roster.states import damages
from armybuilder.printing.layout.measure import width, wrapped
from armybuilder.printing.layout.sizes import SHEET
from armybuilder.printing.layout.words import BOX, characteristics_of_men, stat_text, unbreakable
from rules.core.catalogue.catalogue import Catalogue, SaveRow, VehicleType
from rules.core.catalogue.entry import Entry
from rules.core.document.naming import figure_label, vehicle_label
from rules.core.document.roster import Figure, Squad, Vehicle
from rules.core.judging.prices import SquadPoints, figure_is_house, vehicle_is_house

DOTS, DOTS_LENGTH = "…", 3.31  # a piece of dotted line in squadra-signs.ttf, mm
BLANK_MOST, BLANK_LEAST = 8, 4  # pieces
TAG_EDGES = 3.2  # mm of a tag, with the space before it
MEN_IN_A_ROW = 8  # larger groups take several rows, so that each fits on a page


@dataclass(frozen=True, slots=True)
class SaveLine:
    """A vehicle's saves from one side: (number needed, weapons)."""

    name: str
    saves: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RosterRow:
    """A figure, a group of equal figures, or a vehicle.

    The cells `weapons`, `needs` (with `small` beside it), `dice`, `covering` and `boxes` have a line of text for each
    man or fire mode, with a tab between bands: WeasyPrint sets a cell of many lines much faster than many cells.
    `blank` is the dotted line for a name ("" none). `others` are the numbers and lines of the other men in a group.
    """

    vehicle: bool
    number: str
    team: str
    name: str
    count: str
    blank: str
    others: str
    tags: tuple[str, ...]
    stats: str
    notes: tuple[str, ...]
    weapons: str
    needs: str
    small: str
    stops: int
    dice: str
    covering: str
    boxes: str
    saves: tuple[SaveLine, ...]
    points: str
    each: str
    damage: tuple[str, ...] = ()  # for each vehicle: a box for each result on the damage table
    house: bool = False  # its points include a club price

    @property
    def fire(self) -> str:
        """Its weapons, each with its numbers needed, dice and covering fire at tab stops."""
        cells = (cell.split("\n") for cell in (self.weapons, self.needs, self.dice, self.covering))
        return "\n".join(
            at_stops((needs.split("\t"), (dice,), covering.split("\t")), NAMES, name, self.stops)
            for name, needs, dice, covering in zip(*cells, strict=True)
        )

    @property
    def beside(self) -> str:
        """The small print at the same tab stops."""
        lines = self.small.split("\n") if self.small else ()
        return "\n".join(at_stops((line.split("\t"),), 6.5, "", self.stops) for line in lines)

    @property
    def height(self) -> int:
        """How many lines it takes, roughly."""
        beside_name = 1 + bool(self.stats) + len(self.notes)
        return (
            max(self.boxes.count("\n") + 1, self.weapons.count("\n") + 1, beside_name)
            + len(self.saves)
            + len(self.damage)
        )


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def figure_rows(
    squad: Squad, setting: Setting, points: SquadPoints | None, first: int
) -> Iterator[RosterRow]:
    """Yield the rows of a squad's figures, numbered from `first`. A big group takes several rows.

    The first row gives the size and the cost of the whole group. The men are divided into rows of equal length.
    """
    for number, figure in enumerate(squad.figures):
        total = points.figures[number] if points else None
        rows = ceil(figure.count / MEN_IN_A_ROW) if setting.boxes else 1
        step = ceil(figure.count / rows)
        for start in range(0, figure.count, step):
            count = min(step, figure.count - start)
            row = _figure_row(squad, figure, setting, first + start, count)
            yield (
                replace(row, name=f"… {row.name}", count="")
                if start
                else _priced(row, squad, figure, setting, total)
            )
        first += figure.count


def _priced(row: RosterRow, squad: Squad, figure: Figure, setting: Setting, total: int | None) -> RosterRow:
    if total is None:
        return row
    ours = bool(setting.prices and figure_is_house(figure, squad.class_of(figure), setting.prices))
    each = "" if figure.count == 1 else f"{figure.count} × {minus(total // figure.count)}"
    return replace(row, points=minus(total), each=each, house=ours)


def _figure_row(squad: Squad, figure: Figure, setting: Setting, first: int, count: int) -> RosterRow:
    class_id = squad.class_of(figure)
    name = setting.say(figure_label(figure, setting.catalogue, class_id))
    tags = tuple(tag for tag in figure_tags(figure, class_id, setting) if tag != name)
    times = f"×{figure.count}" if figure.count > 1 else ""
    team = figure.team if "team" in setting.catalogue.reads else ""
    number, *others = setting.numbers("", first, first + count - 1)
    blank, below, dots = "", 0, ""
    if not figure.name:
        blank, below = _blank(f"{team} {name} {times}", tags, setting.columns.figure)
        dots = DOTS * BLANK_MOST if setting.boxes else ""
    unnamed = [""] if dots and not blank else []
    boxes = [BOX * len(setting.columns.states)] * count if setting.boxes else []
    return RosterRow(
        vehicle=False,
        number=number,
        team=team,
        name=name,
        count=times,
        blank=blank,
        others="\n".join(f"{other}\t{dots}" for other in (*unnamed, *others)),
        tags=tuple(_kept_whole(tag, setting.columns.figure) for tag in tags),
        stats=_own_stats(squad, figure, setting),
        notes=(figure.notes,) if figure.notes else (),
        **fire_cells(figure_lines(figure, squad, setting), setting),
        boxes="\n".join(boxes).replace("\n", "\n" * (below + 1), 1),
        saves=(),
        points="",
        each="",
    )


def figure_tags(figure: Figure, class_id: str, setting: Setting) -> Iterator[str]:
    """Leadership, command, roles, kit, and numbers for games that use them."""
    catalogue = setting.catalogue
    if figure.leadership:
        if figure.name or not _is_called_by_level(figure, setting):
            yield unbreakable(gettext("Leadership %(level)s") % {"level": figure.leadership})
        if save := save_of_leader(figure, class_id, catalogue):
            yield unbreakable(gettext("save %(need)s+") % {"need": save})
    if figure.commander and "commander" in catalogue.reads:
        yield gettext("In command")
    for role in figure.roles:
        yield _name(role, catalogue.role_by_id, setting)
    if figure.ability and "ability" in catalogue.reads:
        yield gettext("ability %(level)s") % {"level": _name(figure.ability, catalogue.class_by_id, setting)}
    for item in figure.kit:
        yield _name(item, catalogue.kit_by_id, setting)
    yield from _combat_value(figure, catalogue)


def _is_called_by_level(figure: Figure, setting: Setting) -> bool:
    """Whether an unnamed leader is called "Leader 1", which already gives his level."""
    label = setting.say(figure_label(figure, setting.catalogue, ""))
    return label.endswith(f" {figure.leadership}")


def _kept_whole(tag: str, room: float) -> str:
    """Return a tag; if it fits on a line, it does not break."""
    return unbreakable(tag) if width(tag, "barlow-condensed-600-normal", 7.5) + 12 <= room else tag


def _name(item: str, table: Mapping[str, Entry], setting: Setting) -> str:
    """Return the name of an entry, or its id if the edition does not have it."""
    return setting.say(table[item].name) if item in table else item


def _combat_value(row: Figure | Vehicle, catalogue: Catalogue) -> Iterator[str]:
    if isinstance(row.combat_value, int) and "combat_value" in catalogue.reads:
        yield gettext("combat value %(value)s") % {"value": row.combat_value}


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


def _own_stats(squad: Squad, figure: Figure, setting: Setting) -> str:
    """Return the characteristics of a man with a different class from his squad."""
    class_id = squad.class_of(figure)
    if class_id == squad.class_:
        return ""
    troops = setting.catalogue.class_by_id.get(class_id)
    if troops is None:
        return class_id
    stats = (
        unbreakable(
            f"{setting.say(item.short)} {stat_text(troops.stats.get(item.id), item, setting.language)}"
        )
        for item in characteristics_of_men(setting.catalogue)
    )
    return f"{setting.say(troops.name)}: {' · '.join(stats)}"


# ── Vehicles ───────────────────────────────────────────────────────────────────────────────────────────────────────


def vehicle_rows(
    squad: Squad, setting: Setting, points: SquadPoints | None, first: int
) -> Iterator[RosterRow]:
    """Yield the rows of a squad's vehicles, numbered V1, V2, … from `first`."""
    for place, vehicle in enumerate(squad.vehicles):
        kind = setting.catalogue.vehicle_by_id.get(vehicle.type)
        total = points.vehicles[place] if points else None
        last = first + vehicle.count - 1
        damage = tuple(_damage(kind, setting, first, last)) if setting.boxes else ()
        number, *others = setting.numbers("V", first, last)
        yield RosterRow(
            number=number,
            vehicle=True,
            team="",
            name=setting.say(vehicle_label(vehicle, kind)),
            count=f"×{vehicle.count}" if vehicle.count > 1 else "",
            blank="",
            others="".join(f"{other}\n" for other in others),
            tags=tuple(_kept_whole(tag, setting.columns.figure) for tag in vehicle_tags(vehicle, setting)),
            stats=vehicle_type(vehicle, kind, setting),
            notes=tuple(vehicle_notes(vehicle, kind, setting)),
            **fire_cells(vehicle_lines(vehicle, squad, setting), setting),
            boxes="\n".join(["\t" * (len(setting.columns.states) - 1) + BOX] * vehicle.count)
            if setting.boxes and not damage
            else "",
            damage=damage,
            saves=tuple(save_line(row, setting) for row in kind.saves) if kind else (),
            points="" if total is None else minus(total),
            each=""
            if total is None or vehicle.count == 1
            else f"{vehicle.count} × {minus(total // vehicle.count)}",
            house=bool(total is not None and setting.prices and vehicle_is_house(vehicle, setting.prices)),
        )
        first += vehicle.count


def _damage(kind: VehicleType | None, setting: Setting, first: int, last: int) -> Iterator[str]:
    """Yield a line for each vehicle: "V1: ☐ slowed ☐ immobilised"; nothing if no table mentions it."""
    states = "  ".join(unbreakable(f"{BOX} {state}") for state in damages(kind, setting))
    for number in range(first, last + 1) if states else ():
        yield f"{states}" if first == last else f"V{number}:  {states}"


def vehicle_tags(vehicle: Vehicle, setting: Setting) -> Iterator[str]:
    """Yield a vehicle's traits and its combat value."""
    for item in vehicle.traits:
        yield _name(item, setting.catalogue.vehicle_traits, setting)
    yield from _combat_value(vehicle, setting.catalogue)


def vehicle_type(vehicle: Vehicle, kind: VehicleType | None, setting: Setting) -> str:
    """Return the type of a named vehicle, and its movement."""
    if kind is None:
        return vehicle.type if vehicle.name else ""
    chosen = [way for way in kind.movement if way.kind == vehicle.movement] or kind.movement
    ways = " / ".join(unbreakable(f"{setting.say(way.name).lower()} {way.distance} cm") for way in chosen)
    parts = (setting.say(kind.name) if vehicle.name else "", ways)
    return ", ".join(part for part in parts if part)


def vehicle_notes(vehicle: Vehicle, kind: VehicleType | None, setting: Setting) -> Iterator[str]:
    """Yield notes on its weapons and type, and the owner's notes."""
    if held_weapons(vehicle, setting.catalogue):
        yield gettext("Weapons are included in the points: whatever the model carries.")
    if kind and kind.note:
        yield setting.say(kind.note)
    if vehicle.notes:
        yield vehicle.notes


def save_line(row: SaveRow, setting: Setting) -> SaveLine:
    """Return the saves of a row, with weapons grouped by number needed."""
    against: dict[str, list[str]] = {}
    for column, need in zip(setting.catalogue.save_columns, row.needs, strict=False):
        roll = gettext("immune") if need is None else f"{need}+"
        against.setdefault(roll, []).append(setting.say(column.name))
    saves = tuple((roll, ", ".join(columns)) for roll, columns in against.items())
    return SaveLine(setting.say(row.name) if row.name else "", saves)
