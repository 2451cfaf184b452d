"""Cells as they are posted: by their places, as typed, beside the number of the last edit that the writer saw."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import QueryDict

from armybuilder.own_rules.actions.drafts import Change
from armybuilder.own_rules.editor import NEW, Editor
from armybuilder.own_rules.models import Edit
from armybuilder.own_rules.rows import fresh_row
from rules.cells import LONGEST_TEXT, CellError, Column, Value, read_cell
from rules.core.text import is_writable
from rules.own.columns import DASHES, NONE, TABLES, may_lack
from rules.own.patch import APART, POSITION, WRONG, Place, place_of

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
