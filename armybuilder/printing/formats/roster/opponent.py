"""The opponent's copy of a list: half a page, twice on a sheet, without boxes, numbers needed, notes or extras."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.lists.words import minus
from armybuilder.printing.formats.roster.fire import Setting, held_weapons
from armybuilder.printing.formats.roster.rows import figure_tags, vehicle_tags
from armybuilder.printing.formats.roster.squads import squad_line
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.judging.prices import figure_is_house, vehicle_is_house
from rules.core.judging.report import Report

# The size of the type in points, and how many rows fit on half a page at that size.
SIZES = ((10.5, 19.5), (9.0, 22.5))
SMALLEST = 7.5
HEAD, LETTERS = 1.5, 45  # rows for the head of a squad; letters per line


@dataclass(frozen=True, slots=True)
class CopyRow:
    """A row of a squad: name, weapons and points."""

    name: str
    weapons: str
    points: str
    house: bool  # its points include a club price


@dataclass(frozen=True, slots=True)
class CopySquad:
    """A squad: its name, one-line description, points and rows."""

    name: str
    line: str
    points: str
    rows: tuple[CopyRow, ...]


@dataclass(frozen=True, slots=True)
class OpponentsCopy:
    """The squads, and the size of their type in points."""

    squads: tuple[CopySquad, ...]
    size: float

    @property
    def type_class(self) -> str:
        """The CSS class for the size."""
        return f"t{self.size * 100:.0f}"


def opponents_copy(roster: Roster, setting: Setting, report: Report) -> OpponentsCopy:
    """Return the parts of a list for the opponent."""
    squads = tuple(_squads(roster, setting, report))
    lines = sum(HEAD + sum(map(_lines, squad.rows)) for squad in squads)
    return OpponentsCopy(squads, next((size for size, most in SIZES if lines <= most), SMALLEST))


def _lines(row: CopyRow) -> int:
    return -(-max(len(row.name), len(row.weapons), 1) // LETTERS)


def _squads(roster: Roster, setting: Setting, report: Report) -> Iterator[CopySquad]:
    for number, squad in enumerate(roster.squads):
        points = report.points.squads[number] if report.points else None
        prices = (*points.figures, *points.vehicles) if points else ()
        rows: tuple[Figure | Vehicle, ...] = (*squad.figures, *squad.vehicles)
        yield CopySquad(
            name=setting.say(squad_label(squad, number)),
            line=squad_line(squad, setting.catalogue, setting.language),
            points=minus(points.total) if points else "",
            rows=tuple(
                _row(row, squad, setting, prices[at] if prices else None) for at, row in enumerate(rows)
            ),
        )


def _row(row: Figure | Vehicle, squad: Squad, setting: Setting, points: int | None) -> CopyRow:
    catalogue, prices = setting.catalogue, setting.prices if points is not None else None
    known = catalogue.weapon_by_id
    weapons = [setting.say(known[item].name) if item in known else item for item in row.weapons]
    if isinstance(row, Figure):
        label = setting.say(figure_label(row, catalogue, squad.class_of(row)))
        tags = [tag for tag in figure_tags(row, squad.class_of(row), setting) if tag != label]
        house = bool(prices and figure_is_house(row, squad.class_of(row), prices))
    else:
        label = setting.say(vehicle_label(row, catalogue.vehicle_by_id.get(row.type)))
        tags = list(vehicle_tags(row, setting))
        weapons += [setting.say(weapon.name) for weapon in held_weapons(row, catalogue)]
        house = bool(prices and vehicle_is_house(row, prices))
    name = f"{label} ×{row.count}" if row.count > 1 else label
    return CopyRow(
        name=", ".join([name, *tags]),
        weapons=", ".join(weapons),
        points="" if points is None else minus(points),
        house=house,
    )
