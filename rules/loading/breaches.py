"""Why msgspec refuses a value: asked of the JSON Schema that it generates from the types, whose errors are data."""

import json
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from itertools import groupby
from typing import Any

import msgspec
from django.utils.translation import gettext_noop as _
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend

from rules.core.messages import TYPE_NAMES
from rules.loading.reasons import Place, Reason, place
from rules.loading.shapes import Found, breach, lacking
from rules.loading.yaml_lines import Path


def breaches(value: Any, expected: Any, path: Path, ruleset: Any) -> list[Found]:
    """Return where and why a value is not of the type expected; at least that it is not."""
    plain = msgspec.to_builtins(value, builtin_types=(date, datetime, bytes))
    errors = _validator(expected).iter_errors(plain)
    found = [one for error in errors for one in _explained(error, path, ruleset)]
    return found or [(path, _unexplained(place(ruleset, path)))]


# The schema


@cache
def _validator(expected: Any) -> Draft202012Validator:
    """Return the validator of a type. To it a tuple is an array as a list is, and what is missing one error."""
    arrays = Draft202012Validator.TYPE_CHECKER.redefine(
        "array", lambda _checker, value: isinstance(value, list | tuple)
    )
    validator: type[Draft202012Validator] = extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"required": _required}, type_checker=arrays
    )
    schema = json.dumps(msgspec.json.schema(expected))
    return validator(json.loads(schema, object_hook=_with_keys))


def _required(_validator: Any, required: list[str], value: Any, _schema: Any) -> Iterator[ValidationError]:
    if isinstance(value, dict) and _missing(required, value):
        yield ValidationError("fields are missing")


def _missing(required: list[str], value: dict[str, Any]) -> list[str]:
    return [name for name in required if name not in value]


def _with_keys(part: dict[str, Any]) -> dict[str, Any]:
    """Return a part of a schema; the keys of a mapping are strings, unless its type says otherwise."""
    is_mapping = isinstance(part.get("additionalProperties"), dict)
    return {"propertyNames": {"type": "string"}, **part} if is_mapping else part


# Its errors


def _explained(error: ValidationError, within: Path, ruleset: Any) -> Iterator[Found]:
    """Yield where and why a value breaks the schema."""
    path: Path = (*within, *error.absolute_path)
    where = place(ruleset, path)
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    match error.validator:
        case "anyOf":
            yield from _no_choice_fits(error, within, ruleset)
        case "required":
            for name in _missing(wanted, value):
                yield path, lacking(where, name) or breach(where, "missing", word=name)
        case "additionalProperties":
            for name in value:
                if name not in schema["properties"]:
                    yield (*path, name), breach(where, "field", word=name)
        case "minLength" if path and (reason := lacking(place(ruleset, path[:-1]), path[-1])):
            yield path, reason
        case "items":
            pass  # more than a tuple has, of which "maxItems" tells
        case _:
            yield path, _reason(where, error)


def _no_choice_fits(error: ValidationError, within: Path, ruleset: Any) -> Iterator[Found]:
    """Yield what is wrong with a value as the one of several types that it is of; else which types there are."""
    choices = [list(errors) for _place, errors in groupby(error.context, key=lambda one: one.schema_path[0])]
    nearest = [errors for errors in choices if not any(map(_is_of_another_type, errors))]
    for errors in nearest:
        for one in errors:
            yield from _explained(one, within, ruleset)
    if not nearest:
        path = (*within, *error.absolute_path)
        yield path, _type(place(ruleset, path), [_type_named(errors[0]) for errors in choices])


def _is_of_another_type(error: ValidationError) -> bool:
    is_word = error.validator == "enum" and isinstance(error.instance, str)
    return not error.relative_path and error.validator in ("type", "enum") and not is_word


def _type_named(error: ValidationError) -> str:
    """Return the type that an error asks for; words to choose from are strings."""
    return str(error.validator_value) if error.validator == "type" else "string"


def _reason(where: Place, error: ValidationError) -> Reason:
    value: Any = error.instance
    wanted: Any = error.validator_value
    schema: Any = error.schema
    match error.validator:
        case "enum" if isinstance(value, str):
            return breach(where, "form", word=value)
        case "type" | "enum":
            return _type(where, [_type_named(error)])
        case "minimum":
            return breach(where, "least", expected=wanted)
        case "minLength":
            return breach(where, "shortest")
        case "maxLength":
            return breach(where, "longest", expected=wanted)
        case "pattern":
            template = _("%(where)s: an id is small letters and digits, with single hyphens between them")
            return Reason(template, {"where": where})
        case "minItems" | "maxItems" if "prefixItems" in schema:
            return Reason(_("%(where)s: exactly %(number)s"), {"where": where, "number": wanted})
        case "minItems":
            return Reason(_("%(where)s: %(least)s at least"), {"where": where, "least": wanted})
    return _unexplained(where)


def _type(where: Place, names: list[str]) -> Reason:
    return breach(where, "type", expected=" / ".join(TYPE_NAMES[name] for name in names))


def _unexplained(where: Place) -> Reason:
    return Reason(_("%(where)s is not in the right form"), {"where": where})
