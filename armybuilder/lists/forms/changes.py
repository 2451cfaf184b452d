"""Two tabs on one row: of a form that is sent whole, what the person changed in it."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import asdict, replace

from rules.core.document.roster import Modifiers

FIELDS = {"class": "class_"}  # of rows, where the control is called otherwise


def changed(posted: Mapping[str, Any], shown: Any, now: Any, touched: str = "") -> dict[str, Any]:
    """Return those of the `posted` fields of a row that are not what the form showed.

    `shown` is the row as it was then, `now` as it is. The field that was `touched` last counts as changed in any case:
    the form may have shown something older than what was sent from it since.
    """
    changes: dict[str, Any] = {}
    for name, value in posted.items():
        before = getattr(shown, name)
        if isinstance(value, Modifiers):
            present = getattr(now, name)
            changes[name] = replace(present, **changed(asdict(value), before, present, touched))
        elif name == FIELDS.get(touched, touched) or not _same(value, before):
            changes[name] = value
    return changes


def _same(value: Any, other: Any) -> bool:
    """Whether two values of a field are one; ticks have no order."""
    if isinstance(value, tuple) and isinstance(other, tuple):
        return sorted(value) == sorted(other)
    return bool(value == other)
