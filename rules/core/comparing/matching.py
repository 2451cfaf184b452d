"""Finding the rows of one list again in another."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from rules.core.document.roster import Row, Squad
from rules.core.text.text import Text

TABLES = ("figures", "vehicles", "extras")  # of a squad


class Spot(NamedTuple):
    """A row, what it is called, and where it stands.

    `home` is the same in both lists for rows of a squad that is in both, None for those of a squad that is in one only.
    `squad` is what the squad is called (None: the row stands in none).
    """

    row: Any
    label: Text
    number: int  # its place in its table
    home: object
    squad: Text | None = None


class Matched(NamedTuple):
    """The rows that are in both lists, in the order of the second one; those of the first alone; the new ones."""

    pairs: list[tuple[Spot, Spot]]
    gone: list[Spot]
    new: list[Spot]


def match(before: list[Spot], after: list[Spot]) -> Matched:
    """Match rows one to one: by their ids, then those that are equal, then those that are called the same."""
    found: dict[int, int] = {}  # numbers: of a row of the second list, and of its partner in the first
    for key in (_id, _content, _name):
        _match(before, after, key, found)
    used = set(found.values())
    return Matched(
        [(before[found[number]], spot) for number, spot in enumerate(after) if number in found],
        [spot for number, spot in enumerate(before) if number not in used],
        [spot for number, spot in enumerate(after) if number not in found],
    )


def _match(
    before: Sequence[Spot], after: Sequence[Spot], key: Callable[[Spot], object], found: dict[int, int]
) -> None:
    used = set(found.values())
    waiting: dict[object, list[int]] = {}
    for number, spot in enumerate(before):
        if number not in used and (wanted := key(spot)):
            waiting.setdefault(wanted, []).append(number)
    for number, spot in enumerate(after):
        if number not in found and (numbers := waiting.get(key(spot))):
            found[number] = numbers.pop(0)


def _id(spot: Spot) -> object:
    row: Row = spot.row
    return row.id


def _content(spot: Spot) -> object:
    return spot.home is not None and (_without_ids(spot.row), spot.home)


def _name(spot: Spot) -> object:
    return spot.home is not None and (spot.label, spot.home)


def _without_ids(row: Row) -> Row:
    tables: dict[str, Any] = {}
    if isinstance(row, Squad):
        tables = {table: tuple(_without_ids(item) for item in getattr(row, table)) for table in TABLES}
    return replace(row, id="", **tables)
