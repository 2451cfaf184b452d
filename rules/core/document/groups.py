"""Which rows of a squad are equal but for their number: they can be one row, and what is added joins its equals."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from rules.core.document.roster import Figure, Squad, Vehicle

G = TypeVar("G", Figure, Vehicle)

# The most that one row stands for (list-format.schema.json).
MOST: dict[type[Figure] | type[Vehicle], int] = {Figure: 200, Vehicle: 50}


def one_of(row: G) -> G:
    """Return what each man or vehicle of a row is: rows are equal where this is."""
    return replace(row, id="", count=1)


def is_unnamed(row: Figure | Vehicle) -> bool:
    """Whether a row has neither a name nor notes of its own: what has is joined by nobody."""
    return not (row.name or row.notes)


def numbers_of(table: Iterable[G]) -> dict[G, int]:
    """Return how many of each stand in a table without name and notes, by `one_of`."""
    numbers: dict[G, int] = {}
    for row in filter(is_unnamed, table):
        one = one_of(row)
        numbers[one] = numbers.get(one, 0) + row.count
    return numbers


def equals_of(row: G, table: Iterable[G]) -> list[G]:
    """Return the rows without name and notes that are equal to `row`."""
    return [other for other in filter(is_unnamed, table) if one_of(other) == one_of(row)]


def group_to_join(row: G, table: Iterable[G]) -> G | None:
    """Return the row that stands for more when `row` is added; None: it gets one of its own."""
    most = MOST[type(row)]
    return next((other for other in equals_of(row, table) if other.count + row.count <= most), None)


def can_merge(squad: Squad) -> bool:
    """Whether rows of the squad are equal, so that `edits.merge_rows` makes fewer of them."""
    return len(merged(squad.figures)) < len(squad.figures) or len(merged(squad.vehicles)) < len(
        squad.vehicles
    )


def merged(table: tuple[G, ...]) -> tuple[G, ...]:
    """Return the rows with those that are equal in one, named or not, as long as it holds no more than it may."""
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
