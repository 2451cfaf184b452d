"""Which edits go on with one another as a single step: those of the same field of the same row."""

from rules.core.document.roster import Roster, Row
from rules.core.document.rows import TABLES, places


def field_edited(before: Roster, after: Roster) -> str:
    """Return the one field of the one row in which two lists differ (`<row id>.count`), "" if they differ in more."""
    old, new = _named_rows(before), _named_rows(after)
    if list(old) != list(new):
        return ""
    edited = [
        f"{row_id}.{name}"
        for row_id, row in new.items()
        if row is not old[row_id]
        for name in row.__struct_fields__
        if name != "squads" and name not in TABLES and getattr(row, name) != getattr(old[row_id], name)
    ]
    return edited[0] if len(edited) == 1 else ""


def _named_rows(roster: Roster) -> dict[str, Row | Roster]:
    """The list itself, under the empty id, and its rows by their ids."""
    return {"": roster} | {place.row.id: place.row for place in places(roster)}
