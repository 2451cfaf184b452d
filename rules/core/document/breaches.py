"""Explain why a JSON Schema refuses a value, as data.

    all_breaches(value, Catalogue)            all, of a value of our own
    first_breach(value, first_validator(…))   the first, of hostile input

The schemas are made from the types, except the published one of `armylist/1`. Their library takes a thousand times as
long as msgspec. For hostile input it therefore examines only the part that msgspec finds wrong: lengths first, then
the first wrong row.
"""

import json
import pathlib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import cache, partial
from itertools import groupby, islice
from typing import Annotated, Any

import msgspec
from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from rules.core.document.problem import TYPE_NAMES, Breach, Path, UnreadableListError, dotted
from rules.core.document.roster import ExtraEntry, Figure, Id, Row, Squad, Vehicle, has_ids
from rules.core.text import closest, in_python

Schema = dict[str, Any]
IsRight = Callable[[Any], bool]

# Without a bound in the schema, known unique ids are the bound: there are far fewer.
ENTRIES_AT_MOST = 1_000
LENGTHS = {"array": "maxItems", "object": "maxProperties"}


def all_breaches(value: Any, expected: Any) -> list[Breach]:
    plain = msgspec.to_builtins(value, builtin_types=(date, datetime, bytes))
    return [breach for error in _validator(expected).iter_errors(plain) for breach in _explained(error)]


def first_breach(value: Any, validator: Validator) -> Breach | None:
    """Return the first breach in the order of the places, None if the validator finds none."""
    errors = sorted(validator.iter_errors(value), key=_order)
    return next((breach for error in errors for breach in _explained(error)), None)


def schema_of(expected: Any) -> Schema:
    schema: Schema = json.loads(json.dumps(msgspec.json.schema(expected)), object_hook=_with_string_keys)
    return schema


def bounded(part: Schema) -> Schema:
    """Return a part of a schema with a maximum length if it is for arrays or objects: a hook for `json.loads`."""
    part = in_python(part)
    kind = part.get("type")
    return {LENGTHS[kind]: ENTRIES_AT_MOST} | part if isinstance(kind, str) and kind in LENGTHS else part


def _with_string_keys(part: Schema) -> Schema:
    """Return a part of a schema; the keys of a mapping are strings, unless its type says otherwise."""
    is_mapping = isinstance(part.get("additionalProperties"), dict)
    return {"propertyNames": {"type": "string"}, **part} if is_mapping else part


# ── Validators ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _required(_validator: Any, required: list[str], value: Any, _schema: Any) -> Iterator[ValidationError]:
    """Yield `required` as one error, however many fields are missing."""
    if isinstance(value, dict) and _missing(required, value):
        yield ValidationError("fields are missing")


def _missing(required: list[str], value: dict[str, Any]) -> list[str]:
    return [name for name in required if name not in value]


# For the validator a tuple is an array, like a list.
_Validator: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
    Draft202012Validator,
    {"required": _required},
    type_checker=Draft202012Validator.TYPE_CHECKER.redefine(
        "array", lambda _checker, value: isinstance(value, list | tuple)
    ),
)
_formats = FormatChecker(formats=())


@_formats.checks("date-time", raises=msgspec.ValidationError)
def _is_moment(value: Any) -> bool:
    if isinstance(value, str):
        msgspec.convert(value, Annotated[datetime, msgspec.Meta(tz=True)])
    return True


@cache
def _validator(expected: Any) -> Validator:
    return _Validator(schema_of(expected), format_checker=_formats)


def first_validator(schema: Schema, is_right: Mapping[str, IsRight]) -> Validator:
    """Return the validator for hostile values. `is_right` says whether a `$ref` is valid."""

    def items(validator: Any, part: Any, array: Any, within: Any) -> Iterator[ValidationError]:
        """Check `items` up to the first wrong one, and not at all if there are too many."""
        if not isinstance(array, list) or len(array) > within.get("maxItems", len(array)):
            return
        if part is False:  # a tuple, whose items "prefixItems" has looked at
            return
        known = is_right.get(part.get("$ref", ""))
        for number, item in enumerate(array if known else islice(array, ENTRIES_AT_MOST)):
            errors = [] if known and known(item) else list(validator.descend(item, part, path=number))
            if errors:
                yield from errors
                return

    keywords = {
        "items": items,
        "uniqueItems": _unique_ids,
        "additionalProperties": _of_few("additionalProperties"),
        "propertyNames": _of_few("propertyNames"),
    }
    validator: type[Draft202012Validator] = extend(_Validator, keywords)  # type: ignore[no-untyped-call]
    return validator(schema, format_checker=_formats)


def _of_few(keyword: str) -> Any:
    """Return a keyword for each entry of an object, skipped if there are too many."""
    whole = Draft202012Validator.VALIDATORS[keyword]

    def few(validator: Any, value: Any, entries: Any, schema: Any) -> Iterator[ValidationError]:
        if isinstance(entries, dict) and len(entries) <= schema.get("maxProperties", ENTRIES_AT_MOST):
            yield from whole(validator, value, entries, schema)

    return few


def _unique_ids(_: Any, unique: bool, array: Any, schema: Any) -> Iterator[ValidationError]:
    """Check `uniqueItems` in linear time. Only lists of ids have it, and other values break their `type`."""
    ids = [item for item in array if isinstance(item, str)] if isinstance(array, list) else []
    if len(set(ids)) < len(ids):
        yield ValidationError("an id stands there twice")


def _order(error: ValidationError) -> tuple[str, ...]:
    return tuple(f"{step:06}" if isinstance(step, int) else step for step in error.absolute_path)


# ── Error messages ─────────────────────────────────────────────────────────────────────────────────────────────────


def _explained(error: ValidationError) -> Iterator[Breach]:
    """Yield the breaches of an error, one for each missing or unknown field."""
    path: Path = tuple(error.absolute_path)
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    match error.validator:
        case "anyOf":
            yield from _no_choice_fits(error)
        case "required":
            for name in _missing(wanted, value):
                yield Breach(path, "missing", {"word": name})
        case "additionalProperties":
            fields = schema["properties"]
            for name in value:
                if name not in fields:
                    word = str(name)  # YAML can have keys that are not strings
                    yield Breach(path, "field", {"word": word}, closest(word, fields))
        case "items":
            pass  # more than a tuple has, which "maxItems" reports
        case "type":
            yield _type(path, [wanted] if isinstance(wanted, str) else wanted)
        case "minItems" | "maxItems" if "prefixItems" in schema:
            yield Breach(path, "exactly", {"expected": wanted})
        case _:
            yield Breach(path, *_reason(error))


def _no_choice_fits(error: ValidationError) -> Iterator[Breach]:
    """Yield the problems of a value under its own type of several; otherwise the possible types."""
    choices = [list(errors) for _place, errors in groupby(error.context, key=lambda one: one.schema_path[0])]
    nearest = [errors for errors in choices if not any(map(_is_of_another_type, errors))]
    for errors in nearest:
        for one in errors:
            yield from _explained(one)
    if not nearest:
        yield _type(tuple(error.absolute_path), [_type_named(errors[0]) for errors in choices])


def _is_of_another_type(error: ValidationError) -> bool:
    is_word = error.validator == "enum" and isinstance(error.instance, str)
    return not error.relative_path and error.validator in ("type", "enum") and not is_word


def _type_named(error: ValidationError) -> str:
    """Return the type that an error expects; words to choose from are strings."""
    return str(error.validator_value) if error.validator == "type" else "string"


def _type(path: Path, names: list[str]) -> Breach:
    return Breach(path, "type", {"expected": " / ".join(TYPE_NAMES[name] for name in names)})


def _reason(error: ValidationError) -> tuple[str, Mapping[str, object]]:
    wanted: Any = error.validator_value
    match error.validator:
        case "enum":
            return "choice", {"word": _word(error.instance), "expected": ", ".join(map(str, wanted))}
        case "const":
            return "choice", {"word": _word(error.instance), "expected": wanted}
        case "minimum":
            return "least", {"expected": wanted}
        case "maximum":
            return "most", {"expected": wanted}
        case "minLength":
            return "shortest", {}
        case "maxLength":
            return "longest", {"expected": wanted}
        case "minItems":
            return "fewest", {"expected": wanted}
        case "maxItems" | "maxProperties":
            return "entries", {"expected": wanted}
        case "uniqueItems":
            return "repeated", {}
        case "pattern" | "format":
            return "form", {"word": _word(error.instance)}
    return "shape", {}


def _word(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)[:80]


SCHEMA = pathlib.Path(__file__).with_name("armylist-1.schema.json")

TYPES: dict[str, Any] = {
    "#/$defs/squad": Squad,
    "#/$defs/figure": Figure,
    "#/$defs/vehicle": Vehicle,
    "#/$defs/extra": ExtraEntry,
    "#/$defs/id": Id,
}


def _is_right(kind: Any, item: Any) -> bool:
    """Whether msgspec finds nothing wrong with an item. The `id` of rows in stored documents is not allowed."""
    try:
        made = msgspec.convert(item, kind)
    except (msgspec.ValidationError, OverflowError, RecursionError):
        return False
    if isinstance(made, Squad):
        return not has_ids(made)
    return not (isinstance(made, Row) and made.id)


@cache
def _list_validator() -> Validator:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"), object_hook=bounded)
    return first_validator(schema, {name: partial(_is_right, kind) for name, kind in TYPES.items()})


def breach_of_list(raw: Any) -> UnreadableListError:
    breach = first_breach(raw, _list_validator())
    if breach is None:
        return UnreadableListError("", "shape")
    return UnreadableListError(dotted(breach.path), breach.key, breach.meant, **breach.facts)
