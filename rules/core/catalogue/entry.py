"""The base types of all pieces of a catalogue."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from rules.core.text import Text

Kind = Literal["class", "weapon", "vehicle", "extra", "role", "kit", "trait"]

# The tables of a ruleset with the entries that lists name, and the kind of entry in each.
TABLES: dict[str, Kind] = {
    "classes": "class",
    "weapons": "weapon",
    "vehicles": "vehicle",
    "extras": "extra",
    "roles": "role",
    "kit": "kit",
    "traits": "trait",
}


class Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of an entry, without a citation."""


class Entry(Part, frozen=True, kw_only=True):
    """A named entry of a ruleset with its paragraph, and our reading if the text leaves it open.

    `retired`: lists that have it keep it, and nothing offers it any more.
    """

    id: Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*\Z", max_length=60)]
    name: Text
    source: str
    reading: Text | None = None
    retired: bool = False


E = TypeVar("E", bound=Entry)


def offered(entries: Iterable[E], own: Collection[str] = ()) -> list[E]:
    """Return the entries that are not retired; `own`: ids that a row has, which it can keep."""
    return [entry for entry in entries if not entry.retired or entry.id in own]


def name_in(table: Mapping[str, Entry], entry_id: str) -> Text:
    """Return the name of an entry of a catalogue's table, or the id if the table does not have it."""
    return table[entry_id].name if entry_id in table else Text(entry_id, entry_id)
