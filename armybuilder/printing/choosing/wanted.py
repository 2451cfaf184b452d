"""A list of a bundle in an address: "<id>" in the common formats, "<id>.cards" in its own format."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from armybuilder.printing.formats.registry import FORMATS, OLD_FORMATS

LIST = "list"  # in addresses and forms


class Wanted(NamedTuple):
    """A list, and its own format if it has one."""

    list_id: UUID
    form: str | None = None

    def __str__(self) -> str:
        return f"{self.list_id}.{self.form}" if self.form else str(self.list_id)


def read_wanted(texts: Sequence[str]) -> list[Wanted]:
    """Read the lists of a bundle, each once. Raises ValueError for anything else; an unknown format is ignored."""
    found = {}
    for text in texts:
        list_id, _, own = text.partition(".")
        found[UUID(list_id)] = own if own in (*FORMATS, *OLD_FORMATS) else None
    return [Wanted(list_id, form) for list_id, form in found.items()]
