"""Why a text is no `armylist-backup/1`: told by the schema that is made from its types."""

from contextlib import suppress
from functools import cache, partial

import msgspec
from jsonschema.protocols import Validator
from msgspec import Struct

from armybuilder.personal_data.document import (
    Address,
    Link,
    List,
    Membership,
    ReadySquad,
    Revision,
    Session,
    Token,
)
from rules.core.document.breaches import first_breach, first_validator, schema_of
from rules.core.document.problem import Breach

LONG = (
    Address,
    Link,
    List,
    Membership,
    ReadySquad,
    Revision,
    Session,
    Token,
)  # what may stand there many times


def first_breach_of(data: bytes, kind: type[Struct]) -> Breach | None:
    """Return the first breach of a type by a JSON text that broke it, None if the schema finds none.

    Raises msgspec.DecodeError where it is no JSON further on.
    """
    with suppress(RecursionError):
        return first_breach(msgspec.json.decode(data), _validator(kind))
    return None


def is_right(kind: type[Struct], data: bytes) -> bool:
    """Return whether a JSON text is of a type."""
    try:
        msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return True


def _is_right(kind: type[Struct], item: object) -> bool:
    return is_right(kind, msgspec.json.encode(item))


@cache
def _validator(kind: type[Struct]) -> Validator:
    return first_validator(
        schema_of(kind), {f"#/$defs/{one.__name__}": partial(_is_right, one) for one in LONG}
    )
