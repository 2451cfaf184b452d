"""The JSON Schema of `armylist/1`, which is published: asked only to explain why a document was refused."""

import json
from functools import cache, partial
import pathlib
from typing import Any

import msgspec
from jsonschema.protocols import Validator

from rules.core.document import breaches
from rules.core.document.problem import UnreadableListError, dotted
from rules.core.document.roster import ExtraEntry, Figure, Id, Row, Squad, Vehicle, has_ids

SCHEMA = pathlib.Path(__file__).with_name("armylist-1.schema.json")

TYPES: dict[str, Any] = {
    "#/$defs/squad": Squad,
    "#/$defs/figure": Figure,
    "#/$defs/vehicle": Vehicle,
    "#/$defs/extra": ExtraEntry,
    "#/$defs/id": Id,
}


def _is_right(kind: Any, item: Any) -> bool:
    """Whether msgspec finds nothing wrong with an item. What rows have as `id` in stored documents, none may have."""
    try:
        made = msgspec.convert(item, kind)
    except (msgspec.ValidationError, OverflowError, RecursionError):
        return False
    if isinstance(made, Squad):
        return not has_ids(made)
    return not (isinstance(made, Row) and made.id)


@cache
def _list_validator() -> Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"), object_hook=breaches.bounded)
    return breaches.first_validator(schema, {name: partial(_is_right, kind) for name, kind in TYPES.items()})


def breach_of_list(raw: Any) -> UnreadableListError:
    """Return why `raw` breaks the schema, at the first of the places where it does, in the order of their paths."""
    breach = breaches.first_breach(raw, _list_validator())
    if breach is None:
        return UnreadableListError("", "shape")
    return UnreadableListError(dotted(breach.path), breach.key, breach.meant, **breach.facts)
