"""The end of a text pattern: `\\Z` in Python, where `$` also matches before a final newline; `$` in a JSON Schema."""

import json
from typing import Any

Schema = dict[str, Any]


def published(schema: Schema) -> Schema:
    """Return a schema of our types with its patterns in ECMAScript syntax."""
    made: Schema = json.loads(json.dumps(schema), object_hook=_published)
    return made


def _published(part: Schema) -> Schema:
    return _ending(part, r"\Z", "$")


def in_python(part: Schema) -> Schema:
    """Return a part of a published schema with its pattern in Python syntax: for `object_hook` of `json.loads`."""
    return _ending(part, "$", r"\Z")


def _ending(part: Schema, old: str, new: str) -> Schema:
    pattern = part.get("pattern")
    if isinstance(pattern, str) and pattern.endswith(old):
        return part | {"pattern": pattern.removesuffix(old) + new}
    return part
