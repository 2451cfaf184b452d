"""The revisions of a list as a tree: which are on its present line, and which nobody sees any more."""

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from django.db import models

if TYPE_CHECKING:
    from armybuilder.lists.models import Revision


class Stub(NamedTuple):
    """A revision without its document: what the shape of the tree needs."""

    pk: int
    parent: int | None
    number: int
    name: str
    same_step: bool
    created: datetime


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Revisions of lists."""

    def stubs(self) -> list[Stub]:
        """All of them without their documents, in the order in which they were made."""
        rows = self.order_by("number").values_list(
            *("pk", "parent", "number", "name", "same_step", "created")
        )
        return [Stub(*row) for row in rows]

    def of(self, pks: Collection[int]) -> "dict[int, Revision]":
        """Those of some keys, by their keys."""
        return self.in_bulk(pks)


def superseded(stubs: Collection[Stub]) -> set[int]:
    """Return the revisions that a further edit of the same step made needless; a named one never is."""
    followed = {stub.number - 1 for stub in stubs if stub.same_step}
    return {stub.pk for stub in stubs if stub.number in followed and not stub.name}


def present_line(stubs: Collection[Stub], head: int) -> set[int]:
    """Return the revisions that undo and redo lead to from `head`, itself among them. `stubs` come in their order."""
    parents = {stub.pk: stub.parent for stub in stubs}
    youngest = {stub.parent: stub.pk for stub in stubs}
    line, before, after = {head}, parents[head], youngest.get(head)
    while before is not None:
        line.add(before)
        before = parents[before]
    while after is not None:
        line.add(after)
        after = youngest.get(after)
    return line
