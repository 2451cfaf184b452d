"""The revisions of a list as a tree: which are on its present line, and which nobody sees any more."""

from collections.abc import Collection
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

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
    is_shared: bool = False

    @property
    def is_kept(self) -> bool:
        """Whether it has a name, or a link to it was given away."""
        return bool(self.name) or self.is_shared


class Head(NamedTuple):
    """The keys of a list's present revision and of its parent."""

    present: int | None
    previous: int | None


class Step(NamedTuple):
    """A step along the present line: the revision that it leads to, and the one that redo leads to from there."""

    to: "Revision"
    redoes: "Revision | None"


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Revisions of lists."""

    def stubs(self) -> list[Stub]:
        """All of them without their documents, in the order in which they were made."""
        rows = self.order_by("number").values_list(
            *("pk", "parent", "number", "name", "same_step", "created", "is_shared")
        )
        return [Stub(*row) for row in rows]

    def stubs_by_list(self) -> "dict[UUID, list[Stub]]":
        """The same by their lists."""
        rows = self.order_by("army_list_id", "number").values_list("army_list", *Stub._fields)
        lists: dict[UUID, list[Stub]] = {}
        for list_id, *fields in rows:
            lists.setdefault(list_id, []).append(Stub(*fields))
        return lists

    def names(self, lists: "Collection[UUID]") -> dict[UUID, list[tuple[int, str]]]:
        """The numbers and names of the versions of some lists that have one, the newest first."""
        rows = self.filter(army_list__in=lists).exclude(name="").order_by("-number")
        named: dict[UUID, list[tuple[int, str]]] = {}
        for list_id, number, name in rows.values_list("army_list", "number", "name"):
            named.setdefault(list_id, []).append((number, name))
        return named

    def last_open_limit(self) -> int | None:
        """The limit of a list when it was last an open one, None if it never was or had no limit."""
        closed = models.Q(document__contains='"role":"attacker"') | models.Q(
            document__contains='"role":"defender"'
        )
        last = self.exclude(closed).order_by("-number").first()
        return last.roster.limit if last else None

    def of(self, pks: Collection[int]) -> "dict[int, Revision]":
        """Those of some keys, by their keys."""
        return self.in_bulk(pks)

    def back(self, head: Head) -> Step | None:
        """The step of undo, None where there is nothing to undo. It is redone to where it began."""
        if head.previous is None:
            return None
        found = self.in_bulk([head.previous, head.present])
        return Step(found[head.previous], found[head.present])

    def forth(self, head: Head) -> Step | None:
        """The step of redo: to the youngest revision made from the present one, None where there is none."""
        first = self._youngest_of(head.present)
        second = self._youngest_of(first)
        found = self.filter(models.Q(pk=first) | models.Q(pk=second))
        by_parent = {revision.parent_id: revision for revision in found}
        to = by_parent.get(head.present)
        return Step(to, by_parent.get(to.pk)) if to else None

    def _youngest_of(self, parent: Any) -> models.Subquery:
        """The key of the youngest revision made from another (its key, or a query for it)."""
        return models.Subquery(self.filter(parent=parent).order_by("-number").values("pk")[:1])


def superseded(stubs: Collection[Stub]) -> set[int]:
    """Return the revisions that a further edit of the same step made needless; one that is kept never is."""
    followed = {stub.number - 1 for stub in stubs if stub.same_step}
    return {stub.pk for stub in stubs if stub.number in followed and not stub.is_kept}


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
