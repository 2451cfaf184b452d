"""The edits of a list: pure functions from a roster to the roster after the edit. Name and notes are fields of it.

Rows have ids, which stay while a list is edited; new rows bring their ids (`new_id`). A row that is missing or of the
wrong kind raises RowGoneError; one row too many raises ListFullError. The forms validate numbers and names.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, TypeVar

from msgspec.structs import replace

from rules.core.document.roster import ExtraEntry, Figure, RoleOfList, Roster, Row, Squad, Vehicle
from rules.core.document.rows import (
    IN_TABLES,
    TABLES,
    EditRefusedError,
    RowGoneError,
    RowPlace,
    equals_of,
    find_place,
    group_to_join,
    merged,
    table_of,
)

# The tables with a maximum (list-format.schema.json). Extras of a squad have a separate table.
Full = Literal["squads", "figures", "vehicles", "extras", "squad-extras", "weapons"]
MOST: dict[Full, int] = {
    "squads": 50,
    "figures": 200,
    "vehicles": 50,
    "extras": 50,
    "squad-extras": 20,
    "weapons": 10,
}

# The two roles of a pair (rth §4.0).
OTHER_ROLE: dict[RoleOfList, RoleOfList] = {"attacker": "defender", "defender": "attacker"}

R = TypeVar("R", bound=Row)
GROUPS: tuple[type[Row], ...] = (Figure, Vehicle)  # rows with a number


class NoPairError(EditRefusedError):
    """The list does not have one of the two roles that make a pair."""


class ListFullError(EditRefusedError):
    """The list has the maximum of `what`, `most`."""

    def __init__(self, what: Full, most: int) -> None:
        super().__init__(f"at most {most} {what}")
        self.what: Full = what
        self.most = most


# ── Ids of rows ────────────────────────────────────────────────────────────────────────────────────────────────────


def new_id() -> str:
    """Return an id for a new row: ten hexadecimal digits, short because a document has one per row."""
    return secrets.token_hex(5)


def new_ids() -> Iterator[str]:
    """Yield ids for new rows, without end."""
    while True:
        yield new_id()


def with_ids(roster: Roster, ids: Iterator[str]) -> Roster:
    squads = tuple(squad_with_ids(squad, ids) for squad in roster.squads)
    return replace(roster, squads=squads, extras=_rows_with_ids(roster.extras, ids))


def without_ids(roster: Roster) -> Roster:
    """Return the list for export: rows have no ids."""
    return with_ids(roster, iter(lambda: "", None))


def squad_with_ids(squad: Squad, ids: Iterator[str]) -> Squad:
    """Return the squad with ids from `ids`: first its own, then those of its rows."""
    own = next(ids)
    tables: dict[str, Any] = {table: _rows_with_ids(getattr(squad, table), ids) for table in TABLES}
    return replace(squad, id=own, **tables)


def _rows_with_ids(table: tuple[R, ...], ids: Iterator[str]) -> tuple[R, ...]:
    return tuple(replace(row, id=next(ids)) for row in table)


# ── The list itself ────────────────────────────────────────────────────────────────────────────────────────────────


def empty_list(ruleset: str, name: str, role: RoleOfList, limit: int | None = None) -> Roster:
    """Return a new list without squads; `limit` as in `set_format`."""
    return set_format(Roster(format="armylist/1", ruleset=ruleset, name=name, squads=()), role, limit)


def set_format(roster: Roster, role: RoleOfList, limit: int | None = None) -> Roster:
    """Set the role of the list. Only role `open` has its own points limit."""
    return replace(roster, role=role, limit=limit if role == "open" else None)


def other_role(roster: Roster) -> RoleOfList:
    """Return the list role that makes a pair with this one. Raises NoPairError."""
    if roster.role not in OTHER_ROLE:
        raise NoPairError(roster.role)
    return OTHER_ROLE[roster.role]


def choose_ruling(roster: Roster, ruling: str, option: str) -> Roster:
    """Answer an open question of the text for this list."""
    return replace(roster, rulings=roster.rulings | {ruling: option})


# ── Squads ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_squad(roster: Roster, squad: Squad) -> Roster:
    return _with_table(roster, RowPlace(squad, "squads", len(roster.squads)), (*roster.squads, squad))


def edit_squad(roster: Roster, squad_id: str, **fields: Any) -> Roster:
    """Set fields of a squad. Figures without a class of their own follow its class."""
    return _edit(roster, squad_id, Squad, fields)


def duplicate_squad(roster: Roster, squad_id: str, ids: Iterator[str]) -> Roster:
    """Put a copy of a squad below it; the copy and its rows take their ids from `ids`."""
    return _swap(roster, squad_id, (Squad,), lambda squad: (squad, squad_with_ids(squad, ids)))


def remove_squad(roster: Roster, squad_id: str) -> Roster:
    return _swap(roster, squad_id, (Squad,), lambda squad: ())


def move_squad(roster: Roster, squad_id: str, by: int) -> Roster:
    """Move a squad down by some places (up if `by` is negative), at most to the end."""
    return _move(roster, squad_id, (Squad,), by)


# ── Figures ────────────────────────────────────────────────────────────────────────────────────────────────────────


def add_figure(roster: Roster, squad_id: str, figure: Figure) -> Roster:
    """Add a figure to an equal row of a squad, otherwise as a new row at the end."""
    return _add(roster, squad_id, "figures", figure)


def take_figure(roster: Roster, squad_id: str, figure: Figure) -> Roster:
    """Remove one of the figures in a squad that equal `figure`. Raises RowGoneError if there is none."""
    return _take(roster, squad_id, "figures", figure)


def edit_figure(roster: Roster, figure_id: str, **fields: Any) -> Roster:
    return _edit(roster, figure_id, Figure, fields)


def set_figures(roster: Roster, squad_id: str, figures: tuple[Figure, ...]) -> Roster:
    """Replace the figure rows of a squad. Raises ListFullError."""
    place = find_place(roster, squad_id, (Squad,))
    row = figures[-1] if figures else Figure()
    return _with_table(roster, RowPlace(row, "figures", len(figures), place.row, place.number), figures)


def edit_one_figure(roster: Roster, figure_id: str, rest_id: str, **fields: Any) -> Roster:
    """Set fields of one man of a group: he keeps the id of the row, and the others follow under `rest_id`."""
    others = find_place(roster, figure_id, (Figure,)).row
    roster = _edit(roster, figure_id, Figure, {"count": 1} | fields)
    if others.count == 1:
        return roster
    rest = replace(others, id=rest_id, count=others.count - 1)
    return _swap(roster, figure_id, (Figure,), lambda one: (one, rest))


def set_count(roster: Roster, row_id: str, count: int) -> Roster:
    return _swap(roster, row_id, (Figure, Vehicle, ExtraEntry), lambda row: (replace(row, count=count),))


def split_row(roster: Roster, row_id: str, split_id: str) -> Roster:
    """Split one man or vehicle off a group, into a row below it. A row of one is unchanged."""

    def halves(row: Any) -> tuple[Row, ...]:
        if row.count == 1:
            return (row,)
        return replace(row, count=row.count - 1), replace(row, id=split_id, count=1)

    return _swap(roster, row_id, GROUPS, halves)


def merge_rows(roster: Roster, squad_id: str) -> Roster:
    """Merge rows of a squad that are equal except their number: figures and vehicles, but not extras."""

    def with_fewer_rows(squad: Squad) -> tuple[Squad]:
        return (replace(squad, figures=merged(squad.figures), vehicles=merged(squad.vehicles)),)

    return _swap(roster, squad_id, (Squad,), with_fewer_rows)


def move_to_squad(roster: Roster, row_id: str, squad_id: str) -> Roster:
    """Move a figure or vehicle row to the end of another squad. A figure keeps its class and therefore its price."""
    place = find_place(roster, row_id, GROUPS)
    target = find_place(roster, squad_id, (Squad,)).row
    row, source = place.row, place.squad
    if source is None or source.id == target.id:
        return roster
    if isinstance(row, Figure):
        own_class = source.class_of(row)
        row = replace(row, class_="" if own_class == target.class_ else own_class)
    return _append(_swap(roster, row_id, GROUPS, lambda row: ()), squad_id, place.table, row)


def place_row(roster: Roster, row_id: str, squad_id: str, place: int) -> Roster:
    """Put a row at a place, from 0, among those of its kind in a squad; an extra stays in its squad."""
    found, squad = find_place(roster, row_id, IN_TABLES), find_place(roster, squad_id, (Squad,))
    if found.squad_number != squad.number:
        roster = move_to_squad(roster, row_id, squad_id)
        found = find_place(roster, row_id, IN_TABLES)
    return _move(roster, row_id, IN_TABLES, place - found.number)


# ── Vehicles and extras ────────────────────────────────────────────────────────────────────────────────────────────


def add_vehicle(roster: Roster, squad_id: str, vehicle: Vehicle) -> Roster:
    """Add a vehicle to an equal row of a squad, otherwise as a new row at the end."""
    return _add(roster, squad_id, "vehicles", vehicle)


def take_vehicle(roster: Roster, squad_id: str, vehicle: Vehicle) -> Roster:
    """Remove one of the vehicles in a squad that equal `vehicle`. Raises RowGoneError if there is none."""
    return _take(roster, squad_id, "vehicles", vehicle)


def edit_vehicle(roster: Roster, vehicle_id: str, **fields: Any) -> Roster:
    return _edit(roster, vehicle_id, Vehicle, fields)


def add_extra(roster: Roster, squad_id: str, entry: ExtraEntry) -> Roster:
    """Buy an extra for a squad, or for the list if `squad_id` is empty."""
    if squad_id:
        return _append(roster, squad_id, "extras", entry)
    return _with_table(roster, RowPlace(entry, "extras", len(roster.extras)), (*roster.extras, entry))


def edit_extra(roster: Roster, extra_id: str, **fields: Any) -> Roster:
    return _edit(roster, extra_id, ExtraEntry, fields)


# ── Rows of any kind except squads ─────────────────────────────────────────────────────────────────────────────────


def duplicate_row(roster: Roster, row_id: str, copy_id: str) -> Roster:
    """Put a copy of a figure, vehicle or extra below it."""
    return _swap(roster, row_id, IN_TABLES, lambda row: (row, replace(row, id=copy_id)))


def remove_row(roster: Roster, row_id: str) -> Roster:
    return _swap(roster, row_id, IN_TABLES, lambda row: ())


def move_row(roster: Roster, row_id: str, by: int) -> Roster:
    """Move a figure, vehicle or extra down by some places in its table (up if `by` is negative)."""
    return _move(roster, row_id, IN_TABLES, by)


# ── Ways ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _with_table(roster: Roster, place: RowPlace, table: tuple[Any, ...]) -> Roster:
    """Return the list with the table of a row replaced. Raises ListFullError."""
    what: Any = "squad-extras" if place.table == "extras" and place.squad else place.table
    if len(table) > MOST[what]:
        raise ListFullError(what, MOST[what])
    fields: dict[str, Any] = {place.table: table}
    if place.squad is None:
        return replace(roster, **fields)
    squads = list(roster.squads)
    squads[place.squad_number] = replace(place.squad, **fields)
    return replace(roster, squads=tuple(squads))


def _append(roster: Roster, squad_id: str, table: str, row: Row) -> Roster:
    _check_weapons(row)
    found = find_place(roster, squad_id, (Squad,))
    rows = getattr(found.row, table)
    return _with_table(roster, RowPlace(row, table, len(rows), found.row, found.number), (*rows, row))


def _add(roster: Roster, squad_id: str, table: str, row: Figure | Vehicle) -> Roster:
    squad = find_place(roster, squad_id, (Squad,)).row
    group = group_to_join(row, getattr(squad, table))
    if group is None:
        return _append(roster, squad_id, table, row)
    return set_count(roster, group.id, group.count + row.count)


def _take(roster: Roster, squad_id: str, table: str, row: Figure | Vehicle) -> Roster:
    squad = find_place(roster, squad_id, (Squad,)).row
    equals = equals_of(row, getattr(squad, table))
    if not equals:
        raise RowGoneError(row.id)
    last = equals[-1]
    return set_count(roster, last.id, last.count - 1) if last.count > 1 else remove_row(roster, last.id)


def _swap(
    roster: Roster, row_id: str, kinds: tuple[type[Row], ...], rows_for: Callable[[Any], Iterable[Row]]
) -> Roster:
    """Replace a row with `rows_for(row)`: none removes it, two keep it and add one below."""
    place = find_place(roster, row_id, kinds)
    table, here = table_of(roster, place), place.number
    return _with_table(roster, place, (*table[:here], *rows_for(table[here]), *table[here + 1 :]))


def _edit(roster: Roster, row_id: str, kind: type[Row], fields: dict[str, Any]) -> Roster:
    def edited(row: Row) -> tuple[Row]:
        row = replace(row, **fields)
        _check_weapons(row)
        return (row,)

    return _swap(roster, row_id, (kind,), edited)


def _move(roster: Roster, row_id: str, kinds: tuple[type[Row], ...], by: int) -> Roster:
    place = find_place(roster, row_id, kinds)
    table = list(table_of(roster, place))
    row = table.pop(place.number)
    table.insert(max(0, place.number + by), row)
    return _with_table(roster, place, tuple(table))


def _check_weapons(row: Row) -> None:
    if isinstance(row, Figure | Vehicle) and len(row.weapons) > MOST["weapons"]:
        raise ListFullError("weapons", MOST["weapons"])
