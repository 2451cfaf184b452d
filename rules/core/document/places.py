"""Where the rows of a list stand: the one walk through a roster, and finding a row by its id."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from rules.core.document.roster import ExtraEntry, Figure, Roster, Row, Squad, Vehicle

TABLES = ("figures", "vehicles", "extras")  # of a squad

ANY: tuple[type[Row], ...] = (Row,)
IN_TABLES: tuple[type[Row], ...] = (Figure, Vehicle, ExtraEntry)


class EditRefusedError(Exception):
    """An edit cannot be made of the list as it is now."""


class RowGoneError(EditRefusedError):
    """The row `row_id` is not in the list: another tab removed it."""

    def __init__(self, row_id: str) -> None:
        super().__init__(f"no row {row_id}")
        self.row_id = row_id


class Place(Struct, frozen=True):
    """A row, and where it stands: its number, from 0, in a table of a squad, or (`squad` None) of the list itself."""

    row: Any  # a Squad, Figure, Vehicle or ExtraEntry, as `table` says
    table: str
    number: int
    squad: Squad | None = None
    squad_number: int = -1

    @property
    def path(self) -> str:
        """Return the place as findings name it: `squads[0].figures[1]`."""
        own = f"{self.table}[{self.number}]"
        return own if self.squad is None else f"squads[{self.squad_number}].{own}"

    @property
    def squad_class(self) -> str:
        """Return the class that figures of the squad have where they have none of their own."""
        return self.squad.class_ if self.squad else ""


def places(roster: Roster) -> Iterator[Place]:
    """Yield every row of a list with its place, in the order of the document."""
    for number, squad in enumerate(roster.squads):
        yield Place(squad, "squads", number)
        for table in TABLES:
            yield from (Place(row, table, i, squad, number) for i, row in enumerate(getattr(squad, table)))
    yield from (Place(entry, "extras", number) for number, entry in enumerate(roster.extras))


def find_place(roster: Roster, row_id: str, kinds: tuple[type[Row], ...] = ANY) -> Place:
    """Return the place of the row of an id that is of one of `kinds`. Raises RowGoneError."""
    # Advice finds rows thousands of times, so only the requested place is made.
    for number, squad in enumerate(roster.squads):
        if squad.id == row_id and isinstance(squad, kinds):
            return Place(squad, "squads", number)
        for table in TABLES:
            for i, row in enumerate(getattr(squad, table)):
                if row.id == row_id and isinstance(row, kinds):
                    return Place(row, table, i, squad, number)
    for number, entry in enumerate(roster.extras):
        if entry.id == row_id and isinstance(entry, kinds):
            return Place(entry, "extras", number)
    raise RowGoneError(row_id)


def table_of(roster: Roster, place: Place) -> tuple[Any, ...]:
    """Return the table in which the row stands, with that row."""
    table: tuple[Any, ...] = getattr(place.squad or roster, place.table)
    return table


def neighbour(roster: Roster, row_id: str) -> str:
    """Return the id to go to when a row is removed: of the next row, else the one before, else its squad, else ""."""
    place = next((place for place in places(roster) if place.row.id == row_id), None)
    if place is None:
        return ""
    table = table_of(roster, place)
    others = (*table[place.number + 1 : place.number + 2], *table[max(0, place.number - 1) : place.number])
    if others:
        return str(others[0].id)
    return place.squad.id if place.squad else ""
