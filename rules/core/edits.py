"""Everything that changes a list: pure functions from a roster to the roster after the edit.

Rows are named by their ids, which stay while a list is edited; rows that are added bring their ids along (`new_id`).
A row that is not there, or not of the kind that the edit is for, raises RowGone; one row too many raises ListFull.
Numbers and names are the forms' business: here they are taken as they come.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from rules.core.roster import ExtraEntry, Figure, RoleOfList, Roster, Row, Squad, Vehicle

# What a list can be full of, and the most of it (list-format.schema.json). Extras of a squad have a table of their own.
Full = Literal["squads", "figures", "vehicles", "extras", "squad-extras", "weapons"]
MOST: dict[Full, int] = {
    "squads": 50,
    "figures": 200,
    "vehicles": 50,
    "extras": 50,
    "squad-extras": 20,
    "weapons": 10,
}
TABLES = ("figures", "vehicles", "extras")  # of a squad

# The two roles of a pair (rth §4.0).
OTHER_ROLE: dict[RoleOfList, RoleOfList] = {"attacker": "defender", "defender": "attacker"}

R = TypeVar("R", bound=Row)
G = TypeVar("G", Figure, Vehicle)
GROUPS: tuple[type[Row], ...] = (Figure, Vehicle)  # rows that stand for several


class EditRefused(Exception):
    """An edit cannot be made of the list as it is now."""


class RowGone(EditRefused):
    """The row `row_id` is not in the list: another tab removed it."""

    def __init__(self, row_id: str) -> None:
        super().__init__(f"no row {row_id}")
        self.row_id = row_id


class NoPair(EditRefused):
    """The list is for neither of the two roles that make a pair."""


class ListFull(EditRefused):
    """The list holds `most` of `what` already."""

    def __init__(self, what: Full, most: int) -> None:
        super().__init__(f"at most {most} {what}")
        self.what: Full = what
        self.most = most


# ── Ids of rows ────────────────────────────────────────────────────────────────────────────────────────────────────


def new_id() -> str:
    """Return an id for a new row: ten hexadecimal digits, short because a document carries one a row."""
    return secrets.token_hex(5)


def new_ids() -> Iterator[str]:
    """Yield ids for new rows, without end."""
    while True:
        yield new_id()


def with_ids(roster: Roster, ids: Iterator[str]) -> Roster:
    """Return the list with an id from `ids` on every row, whatever ids they had."""
    squads = tuple(_squad_with_ids(squad, ids) for squad in roster.squads)
    return replace(roster, squads=squads, extras=_rows_with_ids(roster.extras, ids))


def without_ids(roster: Roster) -> Roster:
    """Return the list as it is exported: no row has an id."""
    return with_ids(roster, iter(lambda: "", None))


def _squad_with_ids(squad: Squad, ids: Iterator[str]) -> Squad:
    own = next(ids)
    tables: dict[str, Any] = {table: _rows_with_ids(getattr(squad, table), ids) for table in TABLES}
    return replace(squad, id=own, **tables)


def _rows_with_ids(table: tuple[R, ...], ids: Iterator[str]) -> tuple[R, ...]:
    return tuple(replace(row, id=next(ids)) for row in table)


# ── The list itself ────────────────────────────────────────────────────────────────────────────────────────────────


def rename(roster: Roster, name: str) -> Roster:
    """Give the list a name of 1 to 120 characters."""
    return replace(roster, name=name)


def set_format(roster: Roster, role: RoleOfList, limit: int | None = None) -> Roster:
    """Set what the list is for. A limit in points is kept with role `open` only: the others have their own."""
    return replace(roster, role=role, limit=limit if role == "open" else None)


def other_role(roster: Roster) -> RoleOfList:
    """Return the role of the list that makes a pair with this one. Raises NoPair."""
    if roster.role not in OTHER_ROLE:
        raise NoPair(roster.role)
    return OTHER_ROLE[roster.role]


def set_force(roster: Roster, force: str) -> Roster:
    """Set the name of the force that ties an attacker's and a defender's list into a pair."""
    return replace(roster, force=force)


def set_notes(roster: Roster, notes: str) -> Roster:
    """Set the list's notes."""
    return replace(roster, notes=notes)


def choose_ruling(roster: Roster, ruling: str, option: str) -> Roster:
    """Answer an open question of the text for this list."""
    return replace(roster, rulings=roster.rulings | {ruling: option})


def drop_prices(roster: Roster) -> Roster:
    """Go back from a club's prices to the printed ones."""
    return replace(roster, prices={})


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_squad(roster: Roster, squad: Squad) -> Roster:
    """Add a squad at the end."""
    return _with_table(roster, Place("squads"), (*roster.squads, squad))


def edit_squad(roster: Roster, squad_id: str, **fields: Any) -> Roster:
    """Set fields of a squad. Figures without a class of their own follow its class."""
    return _edit(roster, squad_id, Squad, fields)


def duplicate_squad(roster: Roster, squad_id: str, ids: Iterator[str]) -> Roster:
    """Put a copy of a squad below it; the copy and its rows take their ids from `ids`."""
    return _swap(roster, squad_id, (Squad,), lambda squad: (squad, _squad_with_ids(squad, ids)))


def remove_squad(roster: Roster, squad_id: str) -> Roster:
    """Remove a squad with all its rows."""
    return _swap(roster, squad_id, (Squad,), lambda squad: ())


def move_squad(roster: Roster, squad_id: str, by: int) -> Roster:
    """Move a squad down by so many places (up where `by` is negative), at most to the end."""
    return _move(roster, squad_id, (Squad,), by)


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_figure(roster: Roster, squad_id: str, figure: Figure) -> Roster:
    """Add a figure row at the end of a squad."""
    return _append(roster, squad_id, "figures", figure)


def edit_figure(roster: Roster, figure_id: str, **fields: Any) -> Roster:
    """Set fields of a figure row."""
    return _edit(roster, figure_id, Figure, fields)


def set_count(roster: Roster, row_id: str, count: int) -> Roster:
    """Set how many men, vehicles or extras a row stands for."""
    return _swap(roster, row_id, (Figure, Vehicle, ExtraEntry), lambda row: (replace(row, count=count),))


def split_row(roster: Roster, row_id: str, split_id: str) -> Roster:
    """Take one man or vehicle out of a group, into a row of its own below it. A row of one stays as it is."""

    def halves(row: Any) -> tuple[Row, ...]:
        if row.count == 1:
            return (row,)
        return replace(row, count=row.count - 1), replace(row, id=split_id, count=1)

    return _swap(roster, row_id, GROUPS, halves)


def merge_rows(roster: Roster, squad_id: str) -> Roster:
    """Make one row of those in a squad that are alike but for their number: figures, vehicles; not what was bought."""
    number = _place(roster, squad_id, (Squad,)).number
    squad = roster.squads[number]
    merged = replace(
        squad,
        figures=_merged(squad.figures, MOST["figures"]),
        vehicles=_merged(squad.vehicles, MOST["vehicles"]),
    )
    return replace(roster, squads=(*roster.squads[:number], merged, *roster.squads[number + 1 :]))


def can_merge(squad: Squad) -> bool:
    """Whether rows of the squad are alike, so that `merge_rows` makes fewer of them."""
    return len(_merged(squad.figures, MOST["figures"])) < len(squad.figures) or len(
        _merged(squad.vehicles, MOST["vehicles"])
    ) < len(squad.vehicles)


def _merged(table: tuple[G, ...], most: int) -> tuple[G, ...]:
    """The rows with those that are alike in one, as long as it holds no more than `most`."""
    merged: dict[G, G] = {}  # by the row without its id and number
    for row in table:
        alike = replace(row, id="", count=1)
        first = merged.get(alike)
        if first is None or first.count + row.count > most:
            key = alike if first is None else row
            merged[key] = row
        else:
            merged[alike] = replace(first, count=first.count + row.count)
    return tuple(merged.values())


def move_to_squad(roster: Roster, row_id: str, squad_id: str) -> Roster:
    """Move a figure or vehicle row to the end of another squad. A figure stays of its class, and so of its price."""
    place = _place(roster, row_id, GROUPS)
    target = _squad(roster, squad_id)
    source = roster.squads[place.squad]
    if source.id == target.id:
        return roster
    row = _table(roster, place)[place.number]
    if isinstance(row, Figure):
        own_class = source.class_of(row)
        row = replace(row, class_="" if own_class == target.class_ else own_class)
    return _append(_swap(roster, row_id, GROUPS, lambda row: ()), squad_id, place.table, row)


def place_row(roster: Roster, row_id: str, squad_id: str, place: int) -> Roster:
    """Put a row at a place, from 0, among those of its kind in a squad; an extra stays in its own squad."""
    if _place(roster, row_id, IN_SQUADS).squad != _place(roster, squad_id, (Squad,)).number:
        roster = move_to_squad(roster, row_id, squad_id)
    return _move(roster, row_id, IN_SQUADS, place - _place(roster, row_id, IN_SQUADS).number)


# ── Vehicles and extras ────────────────────────────────────────────────────────────────────────────────────────────


def add_vehicle(roster: Roster, squad_id: str, vehicle: Vehicle) -> Roster:
    """Add a vehicle row at the end of a squad."""
    return _append(roster, squad_id, "vehicles", vehicle)


def edit_vehicle(roster: Roster, vehicle_id: str, **fields: Any) -> Roster:
    """Set fields of a vehicle row."""
    return _edit(roster, vehicle_id, Vehicle, fields)


def add_extra(roster: Roster, squad_id: str, entry: ExtraEntry) -> Roster:
    """Buy an extra for a squad, or for the list where `squad_id` is empty."""
    if squad_id:
        return _append(roster, squad_id, "extras", entry)
    return _with_table(roster, Place("extras"), (*roster.extras, entry))


def edit_extra(roster: Roster, extra_id: str, **fields: Any) -> Roster:
    """Set fields of an extra that was bought."""
    return _edit(roster, extra_id, ExtraEntry, fields)


# ── Rows of any kind but squads ────────────────────────────────────────────────────────────────────────────────────

IN_SQUADS: tuple[type[Row], ...] = (Figure, Vehicle, ExtraEntry)


def duplicate_row(roster: Roster, row_id: str, copy_id: str) -> Roster:
    """Put a copy of a figure, vehicle or extra below it."""
    return _swap(roster, row_id, IN_SQUADS, lambda row: (row, replace(row, id=copy_id)))


def remove_row(roster: Roster, row_id: str) -> Roster:
    """Remove a figure, vehicle or extra."""
    return _swap(roster, row_id, IN_SQUADS, lambda row: ())


def move_row(roster: Roster, row_id: str, by: int) -> Roster:
    """Move a figure, vehicle or extra down by so many places in its table (up where `by` is negative)."""
    return _move(roster, row_id, IN_SQUADS, by)


# ── How ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row stands: its number in a table of a squad (`squad` −1: a table of the list itself)."""

    table: str
    squad: int = -1
    number: int = -1


def _place(roster: Roster, row_id: str, kinds: tuple[type[Row], ...]) -> Place:
    """Return where the row of one of `kinds` stands. Raises RowGone."""
    for place, row in _places(roster):
        if row.id == row_id and isinstance(row, kinds):
            return place
    raise RowGone(row_id)


def _places(roster: Roster) -> Iterator[tuple[Place, Row]]:
    for number, squad in enumerate(roster.squads):
        yield Place("squads", number=number), squad
        for table in TABLES:
            yield from ((Place(table, number, i), row) for i, row in enumerate(getattr(squad, table)))
    yield from ((Place("extras", number=i), row) for i, row in enumerate(roster.extras))


def _squad(roster: Roster, squad_id: str) -> Squad:
    return roster.squads[_place(roster, squad_id, (Squad,)).number]


def _table(roster: Roster, place: Place) -> tuple[Any, ...]:
    table: tuple[Any, ...] = getattr(roster if place.squad < 0 else roster.squads[place.squad], place.table)
    return table


def _with_table(roster: Roster, place: Place, table: tuple[Any, ...]) -> Roster:
    """Return the list with another table at `place`. Raises ListFull."""
    what: Any = "squad-extras" if place.table == "extras" and place.squad >= 0 else place.table
    if len(table) > MOST[what]:
        raise ListFull(what, MOST[what])
    fields: dict[str, Any] = {place.table: table}
    if place.squad < 0:
        return replace(roster, **fields)
    squads = list(roster.squads)
    squads[place.squad] = replace(squads[place.squad], **fields)
    return replace(roster, squads=tuple(squads))


def _append(roster: Roster, squad_id: str, table: str, row: Row) -> Roster:
    _check_weapons(row)
    place = Place(table, _place(roster, squad_id, (Squad,)).number)
    return _with_table(roster, place, (*_table(roster, place), row))


def _swap(
    roster: Roster, row_id: str, kinds: tuple[type[Row], ...], rows_for: Callable[[Any], Iterable[Row]]
) -> Roster:
    """Put `rows_for(row)` in the place of a row: none remove it, two leave it and add one below."""
    place = _place(roster, row_id, kinds)
    table = _table(roster, place)
    here = place.number
    return _with_table(roster, place, (*table[:here], *rows_for(table[here]), *table[here + 1 :]))


def _edit(roster: Roster, row_id: str, kind: type[Row], fields: dict[str, Any]) -> Roster:
    def edited(row: Row) -> tuple[Row]:
        row = replace(row, **fields)
        _check_weapons(row)
        return (row,)

    return _swap(roster, row_id, (kind,), edited)


def _move(roster: Roster, row_id: str, kinds: tuple[type[Row], ...], by: int) -> Roster:
    place = _place(roster, row_id, kinds)
    table = list(_table(roster, place))
    row = table.pop(place.number)
    table.insert(max(0, place.number + by), row)
    return _with_table(roster, place, tuple(table))


def _check_weapons(row: Row) -> None:
    if isinstance(row, Figure | Vehicle) and len(row.weapons) > MOST["weapons"]:
        raise ListFull("weapons", MOST["weapons"])
