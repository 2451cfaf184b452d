"""What posted cells and acts on rows change: places and their new values, None for no value of its own.

Cells are posted by their places, as typed, beside the number of the last edit that the writer saw.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from armybuilder.own_rules.actions.drafts import Change, new_row_id
from armybuilder.own_rules.editor import NEW, Editor
from armybuilder.own_rules.models import Edit
from rules.cells import LONGEST_NAME, LONGEST_TEXT, CellError, Column, Value, read_cell
from rules.core.text import is_writable
from rules.own.columns import DASHES, NONE, TABLES, may_lack
from rules.own.patch import APART, POSITION, RETIRED, WRONG, Place, place_of

ROW_ID = re.compile(r"[a-z0-9]{6}")  # as browsers make them for rows that wait for a connection
PARENT = "="  # posted for a cell with choices: back to the value of the parent


def as_seen(patch: Mapping[str, Any], later: Iterable[Edit]) -> dict[str, Any]:
    """Return a patch without the edits of others that a writer did not see."""
    seen = dict(patch)
    for edit in sorted(later, key=lambda edit: -edit.number):
        for place, before, after in edit.changes:
            if seen.get(place) == after:
                seen[place] = before
    return seen


def read_posted(editor: Editor, post: QueryDict, seen: Mapping[str, Any]) -> list[Change]:
    """Return the changes of the cells that differ from what the writer saw. Raises LookupError for unknown places."""
    changes: list[Change] = []
    rows: dict[tuple[str, str], str] = {}
    for name in post:
        if name.count("/") != 2:
            continue
        place = place_of(name)
        column = editor.column(name)
        typed = ["".join(filter(is_writable, text)) for text in post.getlist(name)]
        if column.kind != "some":
            typed = typed[-1:]  # a button's value after that of its box
        typed = [text.strip() for text in typed if text.strip()]
        if typed == editor.typed(name, seen):
            continue
        row = _row(editor, place, rows)
        changes += _change(editor, column, str(place._replace(row=row)), typed)
    return [*_positions(editor, rows), *changes]


def _row(editor: Editor, place: Place, new: dict[tuple[str, str], str]) -> str:
    """Return the row of a place: a new one where it is unknown, the same for all its cells. Raises LookupError."""
    table, row, _field = place
    if table in ("head", "checks", "dice") or editor.has_row(table, row):
        return row
    if (table, row) not in new:
        if row.startswith(NEW):
            new[table, row] = fresh_row(editor, table)
        elif row in TABLES[table].rows or (not TABLES[table].rows and ROW_ID.fullmatch(row)):
            new[table, row] = row
        else:
            raise LookupError(row)
    return new[table, row]


def _positions(editor: Editor, rows: Mapping[tuple[str, str], str]) -> list[Change]:
    """Return the places of new rows: after the others, in the order in which they were typed."""
    changes: list[Change] = []
    last: dict[str, float] = {}
    for (table, _typed), row in rows.items():
        if table not in last:
            last[table] = max(editor.positions[table].values(), default=0)
        last[table] += APART
        changes.append((f"{table}/{row}/{POSITION}", last[table]))
    return changes


def _change(editor: Editor, column: Column, place: str, typed: list[str]) -> list[Change]:
    parent = editor.parents.get(place)
    value: Value | None
    if typed[-1:] == [PARENT]:
        value = None
    elif _is_none(editor, column, place, typed):
        value = None if parent is None else [] if column.kind == "some" else NONE
    else:
        try:
            value = read_cell(column, typed, editor.catalogue)
        except CellError:
            return [(place + WRONG, ", ".join(typed)[: LONGEST_TEXT + 100])]
        is_same = column.kind in ("name", "text") and typed == [editor.shown(column, parent)]
        if value == parent or is_same:
            value = None
    return [(place, value), (place + WRONG, None)]


def _is_none(editor: Editor, column: Column, place: str, typed: list[str]) -> bool:
    """Whether a cell says that there is no value: a dash, no choice, or in an own game an empty box."""
    at = place_of(place)
    if column.kind == "some":
        return not typed
    return may_lack(at.table, at.field) and (typed[0] in DASHES if typed else not editor.is_variant)


def fresh_row(editor: Editor, table: str) -> str:
    """Return the id of a new row. Raises LookupError if the table can have no more."""
    fixed = TABLES[table].rows
    if not fixed:
        return new_row_id()
    free = [row for row in fixed if not editor.has_row(table, row)]
    if not free:
        raise LookupError(table)
    return free[0]


def act_on_row(editor: Editor, act: str, place: str) -> list[Change]:
    """Return the changes of an act: up, down, above, copy, remove, retire or restore. Raises LookupError."""
    table, _, row = place.partition("/")
    if not editor.has_row(table, row) or (TABLES[table].rows and act != "remove"):
        raise LookupError(place)
    order = list(positions := editor.positions[table])
    at = order.index(row)
    match act:
        case "up" | "down":
            to = at - 1 if act == "up" else at + 1
            if not 0 <= to < len(order):
                return []
            return _put(table, row, [other for other in order if other != row], to, positions)
        case "above":
            new = new_row_id()
            return _put(table, new, order, at, positions)
        case "copy":
            new = new_row_id()
            return [*_put(table, new, order, at + 1, positions), *_copied(editor, table, row, new)]
        case "remove" if editor.may_remove(table, row):
            return [(name, None) for name in editor.patch if place_of(name)[:2] == (table, row)]
        case "retire":
            return [(f"{place}/{RETIRED}", True)]
        case "restore":
            was = editor.parents.get(f"{place}/{RETIRED}")
            return [(f"{place}/{RETIRED}", False if was else None)]
        case _:
            raise LookupError(act)


def _put(table: str, row: str, others: Sequence[str], at: int, positions: Mapping[str, float]) -> list[Change]:
    """Return the changes that put a row before the others from `at` on: between its neighbours, if there is room."""
    before = positions[others[at - 1]] if at else 0
    after = positions[others[at]] if at < len(others) else before + 2 * APART
    middle = (before + after) / 2
    if before < middle < after:
        return [(f"{table}/{row}/{POSITION}", int(middle) if middle.is_integer() else middle)]
    order = [*others[:at], row, *others[at:]]
    return [(f"{table}/{name}/{POSITION}", APART * number) for number, name in enumerate(order, 1)]


def _copied(editor: Editor, table: str, row: str, new: str) -> list[Change]:
    start = f"{table}/{row}/"
    cells: dict[str, Any] = {**editor.parents, **editor.patch}
    values = {name.removeprefix(start): value for name, value in cells.items() if name.startswith(start)}
    for field in (POSITION, RETIRED):
        values.pop(field, None)
    if "name" in values:
        values["name"] = {language: f"{name[: LONGEST_NAME - 2]} 2" for language, name in values["name"].items()}
    return [(f"{table}/{new}/{field}", value) for field, value in values.items()]
