"""The revisions of lists, and finding them."""

from collections.abc import Collection
from typing import Any, NamedTuple, Self
from uuid import UUID

from django.db import models
from django.utils import timezone

from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, decode
from rules.core.text import Text
from rules.models import RulesetVersion


class Step(NamedTuple):
    """A step along the current line: the revision that it leads to, and the one that redo leads to from there."""

    to: "Revision"
    redoes: "Revision | None"


class RevisionQuerySet(models.QuerySet["Revision"]):
    """Revisions of lists."""

    def in_order(self) -> Self:
        """Return them in order, with the fields that the shape of the tree needs: there may be thousands."""
        shape = ("army_list", "parent", "number", "name", "same_step", "is_shared", "created")
        return self.order_by("army_list_id", "number").only(*shape)

    def names(self, lists: Collection[UUID]) -> dict[UUID, list[tuple[int, str]]]:
        """Return the numbers and names of the named versions of some lists, the newest first."""
        rows = self.filter(army_list__in=lists).exclude(name="").order_by("-number")
        named: dict[UUID, list[tuple[int, str]]] = {}
        for list_id, number, name in rows.values_list("army_list", "number", "name"):
            named.setdefault(list_id, []).append((number, name))
        return named

    def last_open_limit(self) -> int | None:
        """Return the limit of a list when it was last an open one, None if it never was or had no limit."""
        closed = models.Q(document__contains='"role":"attacker"') | models.Q(document__contains='"role":"defender"')
        last = self.exclude(closed).order_by("-number").first()
        return last.roster.limit if last else None

    def undo_step(self, present: int | None, previous: int | None) -> Step | None:
        """Return the step from the present revision to its parent, None if there is nothing to undo."""
        if previous is None:
            return None
        found = self.in_bulk([previous, present])
        return Step(found[previous], found[present])

    def redo_step(self, present: int | None) -> Step | None:
        """Return the step to the newest revision made from the present one, None if there is none."""
        first = self._youngest_of(present)
        second = self._youngest_of(first)
        found = self.filter(models.Q(pk=first) | models.Q(pk=second))
        by_parent = {revision.parent_id: revision for revision in found}
        to = by_parent.get(present)
        return Step(to, by_parent.get(to.pk)) if to else None

    def _youngest_of(self, parent: Any) -> models.Subquery:
        """Return the key of the newest revision made from another (its key, or a query for it)."""
        return models.Subquery(self.filter(parent=parent).order_by("-number").values("pk")[:1])


class Revision(models.Model):
    """A list after one edit, with its parent revision: an edit after undo is a branch.

    `key` is that of the form that made it. `action` (`add`), `subject` (the name of the row) and `place` (its squad)
    describe it for undo. A `name` makes it a kept version, and so does a shared link (`is_shared`). `same_step`: it
    continues the undo step of the revision numbered before it, beside which it was made and which nobody sees any
    more.
    """

    army_list = models.ForeignKey(  # found by `lists_revision_number`
        "lists.ArmyList", on_delete=models.CASCADE, related_name="revisions", db_index=False
    )
    parent = models.ForeignKey("self", on_delete=models.RESTRICT, null=True, related_name="children")
    number = models.PositiveIntegerField()
    document = models.TextField()
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=64)
    action = models.CharField(max_length=40)
    subject_it = models.CharField(max_length=300, blank=True)
    subject_en = models.CharField(max_length=300, blank=True)
    place_it = models.CharField(max_length=300, blank=True)
    place_en = models.CharField(max_length=300, blank=True)
    name = models.CharField(max_length=120, blank=True)
    same_step = models.BooleanField(default=False)
    is_shared = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ["army_list", "number"]
        constraints = [
            models.UniqueConstraint(fields=["army_list", "number"], name="lists_revision_number"),
            models.UniqueConstraint(fields=["army_list", "key"], name="lists_revision_key"),
        ]
        indexes = [models.Index(fields=["army_list"], condition=~models.Q(name=""), name="lists_versions_with_names")]

    def __str__(self) -> str:
        return f"{self.number} {self.action}"

    @property
    def is_kept(self) -> bool:
        """Whether it is never thinned out."""
        return bool(self.name) or self.is_shared

    @property
    def subject(self) -> Text:
        return Text(self.subject_it, self.subject_en)

    @property
    def place(self) -> Text:
        return Text(self.place_it, self.place_en)

    @property
    def roster(self) -> Roster:
        return decode(self.document.encode())

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_for(self.ruleset_version_id)
