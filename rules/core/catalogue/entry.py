"""The base types of all pieces of a catalogue."""

from typing import Annotated

from msgspec import Meta, Struct

from rules.core.text import Text


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of an entry; it has no citation of its own."""


class Entry(Part, frozen=True, kw_only=True):
    """A named thing of a ruleset with the paragraph it comes from, and how we read it where the text leaves it open."""

    id: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
    name: Text
    source: Annotated[str, Meta(min_length=1)]
    reading: Text | None = None
