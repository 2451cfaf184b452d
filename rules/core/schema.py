"""The JSON Schema of `armylist/1`, asked only to explain why a document was refused.

The library takes a thousand times as long as msgspec, and the document is a stranger's. So it is spared what msgspec
finds right: lengths come before what is in them, of rows only the first wrong one is looked into.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from rules.core.messages import TYPE_NAMES
from rules.core.reader import UnreadableListError, has_ids
from rules.core.roster import ExtraEntry, Figure, Id, Row, Squad, Vehicle
from rules.core.spelling import closest

SCHEMA = Path(__file__).with_name("armylist-1.schema.json")

# Where the schema sets no bound, ids that somebody knows and that stand there once do: there are far fewer.
ENTRIES_AT_MOST = 1_000
TYPES: dict[str, Any] = {
    "#/$defs/squad": Squad,
    "#/$defs/figure": Figure,
    "#/$defs/vehicle": Vehicle,
    "#/$defs/extra": ExtraEntry,
    "#/$defs/id": Id,
}


def _items(validator: Any, items: Any, array: Any, schema: Any) -> Iterator[ValidationError]:
    """`items` up to the first wrong one, and not at all where there are too many."""
    if not isinstance(array, list) or len(array) > schema["maxItems"]:
        return
    for number, item in enumerate(array):
        if _is_right(item, TYPES[items["$ref"]]):
            continue
        errors = list(validator.descend(item, items, path=number))
        if errors:
            yield from errors
            return


def _is_right(item: Any, kind: Any) -> bool:
    """Whether msgspec finds nothing wrong with an item. What rows have as `id` in stored documents, none may have."""
    try:
        made = msgspec.convert(item, kind)
    except (msgspec.ValidationError, OverflowError, RecursionError):
        return False
    if isinstance(made, Squad):
        return not has_ids(made)
    return not (isinstance(made, Row) and made.id)


def _of_few(keyword: str) -> Any:
    """A keyword about each entry of an object, not looked at where there are too many of them."""
    whole = Draft202012Validator.VALIDATORS[keyword]

    def few(validator: Any, value: Any, entries: Any, schema: Any) -> Iterator[ValidationError]:
        if isinstance(entries, dict) and len(entries) <= schema["maxProperties"]:
            yield from whole(validator, value, entries, schema)

    return few


def _bounded(part: dict[str, Any]) -> dict[str, Any]:
    """A part of the schema whose arrays and objects have a greatest length."""
    bounds = {"array": "maxItems", "object": "maxProperties"}
    kind = part.get("type")
    if isinstance(kind, str) and kind in bounds:
        return {bounds[kind]: ENTRIES_AT_MOST} | part
    return part


def _unique_ids(_: Any, unique: bool, array: Any, schema: Any) -> Iterator[ValidationError]:
    """`uniqueItems` in linear time. Only lists of ids have it, and what is no string breaks their `type`."""
    ids = [item for item in array if isinstance(item, str)] if isinstance(array, list) else []
    if len(set(ids)) < len(ids):
        yield ValidationError("an id stands there twice")


@cache
def _validator() -> Draft202012Validator:
    validator: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator,
        {
            "uniqueItems": _unique_ids,
            "items": _items,
            "additionalProperties": _of_few("additionalProperties"),
            "propertyNames": _of_few("propertyNames"),
        },
    )
    return validator(json.loads(SCHEMA.read_text(encoding="utf-8"), object_hook=_bounded))


def first_breach(raw: Any) -> UnreadableListError:
    """Return why `raw` breaks the schema, at the first of the places where it does, in the order of their paths."""
    errors = sorted(_validator().iter_errors(raw), key=_order)
    return _breach(errors[0]) if errors else UnreadableListError("", "shape")


def _order(error: ValidationError) -> tuple[str, ...]:
    return tuple(f"{step:06}" if isinstance(step, int) else step for step in error.absolute_path)


def _path(error: ValidationError) -> str:
    path = ""
    for step in error.absolute_path:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    return path


def _breach(error: ValidationError) -> UnreadableListError:
    path = _path(error)
    value: Any = error.instance
    wanted: Any = error.validator_value
    match error.validator:
        case "required":
            return UnreadableListError(
                path, "missing", word=next(name for name in wanted if name not in value)
            )
        case "additionalProperties":
            return _unknown_field(path, value, error.schema)
        case "type":
            names = [wanted] if isinstance(wanted, str) else wanted
            return UnreadableListError(path, "type", expected=" / ".join(TYPE_NAMES[name] for name in names))
        case "enum" | "const":
            choices = wanted if isinstance(wanted, list) else [wanted]
            return UnreadableListError(
                path, "choice", word=_word(value), expected=", ".join(map(str, choices))
            )
        case "minimum" | "maximum":
            return UnreadableListError(
                path, "least" if error.validator == "minimum" else "most", expected=wanted
            )
        case "minLength":
            return UnreadableListError(path, "shortest")
        case "maxLength":
            return UnreadableListError(path, "longest", expected=wanted)
        case "maxItems" | "maxProperties":
            return UnreadableListError(path, "entries", expected=wanted)
        case "uniqueItems":
            return UnreadableListError(path, "repeated")
        case "pattern":
            return UnreadableListError(path, "form", word=_word(value))
    return UnreadableListError(path, "shape")


def _unknown_field(path: str, value: dict[str, Any], schema: Any) -> UnreadableListError:
    fields = schema["properties"]
    word = next(name for name in value if name not in fields)
    return UnreadableListError(path, "field", meant=closest(word, fields), word=word)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)[:80]
