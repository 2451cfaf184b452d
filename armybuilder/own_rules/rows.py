"""What an act on a row of a draft changes: its places and their new values, None for no value of its own."""

from collections.abc import Mapping, Sequence
from typing import Any

from armybuilder.own_rules.actions.drafts import Change, new_row_id
from armybuilder.own_rules.editor import Editor
from rules.cells import LONGEST_NAME
from rules.own.columns import TABLES
from rules.own.patch import APART, POSITION, RETIRED, place_of


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


def _put(
    table: str, row: str, others: Sequence[str], at: int, positions: Mapping[str, float]
) -> list[Change]:
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
        values["name"] = {
            language: f"{name[: LONGEST_NAME - 2]} 2" for language, name in values["name"].items()
        }
    return [(f"{table}/{new}/{field}", value) for field, value in values.items()]
