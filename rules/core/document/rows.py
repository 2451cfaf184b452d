"""The rows of a list: their places, equal rows, and the numbers of men and vehicles.

Equal rows can be merged, and added rows join equal ones. Men are 1, 2, 3 and vehicles V1, V2 throughout the list, on
paper and on the play screen.
"""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.core.document.roster import ExtraEntry, Figure, Roster, Row, Squad, Vehicle

TABLES = ("figures", "vehicles", "extras")  # of a squad

ANY: tuple[type[Row], ...] = (Row,)
IN_TABLES: tuple[type[Row], ...] = (Figure, Vehicle, ExtraEntry)


class EditRefusedError(Exception):
    """An edit is impossible in the present list."""


class RowGoneError(EditRefusedError):
    """The row `row_id` is not in the list: another tab removed it."""

    def __init__(self, row_id: str) -> None:
        super().__init__(f"no row {row_id}")
        self.row_id = row_id


class RowPlace(Struct, frozen=True):
    """A row and its place: its number, from 0, in a table of a squad or (`squad` None) of the list itself."""

    row: Any  # a Squad, Figure, Vehicle or ExtraEntry, as `table` says
    table: str
    number: int
    squad: Squad | None = None
    squad_number: int = -1

    @property
    def path(self) -> str:
        """Return the place as findings write it: `squads[0].figures[1]`."""
        own = f"{self.table}[{self.number}]"
        return own if self.squad is None else f"squads[{self.squad_number}].{own}"

    @property
    def squad_class(self) -> str:
        """Return the class of the squad's figures that do not have another."""
        return self.squad.class_ if self.squad else ""


def places(roster: Roster) -> Iterator[RowPlace]:
    """Yield every row of a list with its place, in the order of the document."""
    for number, squad in enumerate(roster.squads):
        yield RowPlace(squad, "squads", number)
        for table in TABLES:
            yield from (RowPlace(row, table, i, squad, number) for i, row in enumerate(getattr(squad, table)))
    yield from (RowPlace(entry, "extras", number) for number, entry in enumerate(roster.extras))


def find_place(roster: Roster, row_id: str, kinds: tuple[type[Row], ...] = ANY) -> RowPlace:
    """Return the place of the row with this id and one of `kinds`. Raises RowGoneError."""
    # Advice finds rows thousands of times, so only the requested place is made.
    for number, squad in enumerate(roster.squads):
        if squad.id == row_id and isinstance(squad, kinds):
            return RowPlace(squad, "squads", number)
        for table in TABLES:
            for i, row in enumerate(getattr(squad, table)):
                if row.id == row_id and isinstance(row, kinds):
                    return RowPlace(row, table, i, squad, number)
    for number, entry in enumerate(roster.extras):
        if entry.id == row_id and isinstance(entry, kinds):
            return RowPlace(entry, "extras", number)
    raise RowGoneError(row_id)


def table_of(roster: Roster, place: RowPlace) -> tuple[Any, ...]:
    table: tuple[Any, ...] = getattr(place.squad or roster, place.table)
    return table


def neighbour(roster: Roster, row_id: str) -> str:
    """Return the id to go to when a row is removed: the next row, the one before, its squad, or ""."""
    place = next((place for place in places(roster) if place.row.id == row_id), None)
    if place is None:
        return ""
    table = table_of(roster, place)
    others = (*table[place.number + 1 : place.number + 2], *table[max(0, place.number - 1) : place.number])
    if others:
        return str(others[0].id)
    return place.squad.id if place.squad else ""


G = TypeVar("G", Figure, Vehicle)

# The highest number of a row (list-format.schema.json).
MOST: dict[type[Figure] | type[Vehicle], int] = {Figure: 200, Vehicle: 50}


def one_of(row: G) -> G:
    """Return what identifies a man or vehicle of a row: equal rows have the same."""
    return replace(row, id="", count=1)


def is_unnamed(row: Figure | Vehicle) -> bool:
    """Whether a row has neither a name nor notes; rows with either are not merged."""
    return not (row.name or row.notes)


def numbers_of(table: Iterable[G]) -> dict[G, int]:
    """Return the numbers in a table without name and notes, by `one_of`."""
    numbers: dict[G, int] = {}
    for row in filter(is_unnamed, table):
        one = one_of(row)
        numbers[one] = numbers.get(one, 0) + row.count
    return numbers


def equals_of(row: G, table: Iterable[G]) -> list[G]:
    """Return the rows without name and notes that are equal to `row`."""
    return [other for other in filter(is_unnamed, table) if one_of(other) == one_of(row)]


def group_to_join(row: G, table: Iterable[G]) -> G | None:
    """Return the row that `row` joins when it is added; None: it stays separate."""
    most = MOST[type(row)]
    return next((other for other in equals_of(row, table) if other.count + row.count <= most), None)


def can_merge(squad: Squad) -> bool:
    """Whether rows of the squad are equal, and `edits.merge_rows` would merge them."""
    return len(merged(squad.figures)) < len(squad.figures) or len(merged(squad.vehicles)) < len(squad.vehicles)


def merged(table: tuple[G, ...]) -> tuple[G, ...]:
    """Return the rows with equal ones merged, named or not, up to the maximum of a row."""
    first_of: dict[G, G] = {}
    for row in table:
        one = one_of(row)
        first = first_of.get(one)
        if first is None:
            first_of[one] = row
        elif first.count + row.count > MOST[type(row)]:
            first_of[row] = row
        else:
            first_of[one] = replace(first, count=first.count + row.count)
    return tuple(first_of.values())


class FirstNumbers(Struct, frozen=True):
    """The first numbers of the men and vehicles of a squad."""

    man: int
    vehicle: int


class Numbered(Struct, frozen=True):
    """A man (`key` "7") or a vehicle ("V1"): its row and its squad, by its place from 0."""

    key: str
    row: Figure | Vehicle
    squad_number: int


def first_numbers(roster: Roster) -> Iterator[tuple[Squad, FirstNumbers]]:
    man, vehicle = 1, 1
    for squad in roster.squads:
        yield squad, FirstNumbers(man, vehicle)
        man += squad.figure_count
        vehicle += sum(row.count for row in squad.vehicles)


def numbered(roster: Roster) -> Iterator[Numbered]:
    """Yield all men and vehicles, squad by squad, a group man by man."""
    for place, (squad, first) in enumerate(first_numbers(roster)):
        yield from _count(squad.figures, "", first.man, place)
        yield from _count(squad.vehicles, "V", first.vehicle, place)


def _count(rows: tuple[Figure, ...] | tuple[Vehicle, ...], letter: str, first: int, place: int) -> Iterator[Numbered]:
    number = first
    for row in rows:
        for _one in range(row.count):
            yield Numbered(f"{letter}{number}", row, place)
            number += 1
