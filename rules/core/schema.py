"""The JSON Schema of `armylist/1`, asked only to explain why a document was refused."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from rules.core.messages import TYPE_NAMES
from rules.core.reader import UnreadableList
from rules.core.spelling import closest

SCHEMA = Path(__file__).with_name("armylist-1.schema.json")

MOST_BREACHES = 100  # a stranger's document may break the schema a million times


def _unique_ids(_: Any, unique: bool, array: Any, schema: Any) -> Iterator[ValidationError]:
    """`uniqueItems` in linear time. Only lists of ids have it, and what is no string breaks their `type`."""
    ids = [item for item in array if isinstance(item, str)] if isinstance(array, list) else []
    if len(set(ids)) < len(ids):
        yield ValidationError("an id stands there twice")


@cache
def _validator() -> Draft202012Validator:
    validator: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"uniqueItems": _unique_ids}
    )
    return validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def first_breach(raw: Any) -> UnreadableList:
    """Return why `raw` breaks the schema, at the first of the places where it does, in the order of their paths."""
    errors = sorted(islice(_validator().iter_errors(raw), MOST_BREACHES), key=_order)
    return _breach(errors[0]) if errors else UnreadableList("", "shape")


def _order(error: ValidationError) -> tuple[str, ...]:
    return tuple(f"{step:06}" if isinstance(step, int) else step for step in error.absolute_path)


def _path(error: ValidationError) -> str:
    path = ""
    for step in error.absolute_path:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else str(step)
    return path


def _breach(error: ValidationError) -> UnreadableList:
    path = _path(error)
    value: Any = error.instance
    wanted: Any = error.validator_value
    match error.validator:
        case "required":
            return UnreadableList(path, "missing", word=next(name for name in wanted if name not in value))
        case "additionalProperties":
            return _unknown_field(path, value, error.schema)
        case "type":
            names = [wanted] if isinstance(wanted, str) else wanted
            return UnreadableList(path, "type", expected=" / ".join(TYPE_NAMES[name] for name in names))
        case "enum" | "const":
            choices = wanted if isinstance(wanted, list) else [wanted]
            return UnreadableList(path, "choice", word=_word(value), expected=", ".join(map(str, choices)))
        case "minimum" | "maximum":
            return UnreadableList(path, "least" if error.validator == "minimum" else "most", expected=wanted)
        case "minLength":
            return UnreadableList(path, "shortest")
        case "maxLength":
            return UnreadableList(path, "longest", expected=wanted)
        case "maxItems" | "maxProperties":
            return UnreadableList(path, "entries", expected=wanted)
        case "uniqueItems":
            return UnreadableList(path, "repeated")
        case "pattern":
            return UnreadableList(path, "form", word=_word(value))
    return UnreadableList(path, "shape")


def _unknown_field(path: str, value: dict[str, Any], schema: Any) -> UnreadableList:
    fields = schema["properties"]
    word = next(name for name in value if name not in fields)
    return UnreadableList(path, "field", meant=closest(word, fields), word=word)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)[:80]
