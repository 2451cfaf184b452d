"""A list of a bundle as an address names it: "<id>" as all are printed, "<id>.cards" in a form of its own."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from armybuilder.printing.formats.registry import CHOICES
from armybuilder.printing.layout.options import Form, Pack

LIST = "list"  # in addresses and forms


class Wanted(NamedTuple):
    """A list, and its own form if it has one."""

    list_id: UUID
    form: Form | Pack | None = None

    def __str__(self) -> str:
        return f"{self.list_id}.{self.form}" if self.form else str(self.list_id)


def read_wanted(texts: Sequence[str]) -> list[Wanted]:
    """Read the lists of a bundle, each once. Raises ValueError for anything else; a form of nobody's is none."""
    found = {}
    for text in texts:
        list_id, _, own = text.partition(".")
        form = next((form for form in CHOICES if form == own), None)
        found[UUID(list_id)] = form
    return [Wanted(list_id, form) for list_id, form in found.items()]
