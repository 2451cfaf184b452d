"""Ready-made squads of users: squads of lists that they saved, to be added to other lists of the same game."""

import uuid
from functools import cached_property
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.lists.models.army_lists import belonging_to
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, Squad, decode, encode
from rules.models import RulesetVersion

LONGEST_NAME = 120


class SavedSquadQuerySet(models.QuerySet["SavedSquad"]):
    """Saved squads. Those that the visitor does not own do not exist for them."""

    def of(self, visitor: Visitor) -> Self:
        """The visitor's own, by name."""
        return self.filter(belonging_to(visitor), deleted=None)

    def in_bin(self, visitor: Visitor) -> Self:
        """That of the visitor's own which was deleted last."""
        return self.filter(belonging_to(visitor), deleted__isnull=False)

    def kept_by(self, user: models.Model) -> Self:
        """Those of a user."""
        return self.filter(owner=user, deleted=None)

    def for_game(self, visitor: Visitor, ruleset: str) -> Self:
        """The visitor's own of one ruleset, whatever its version was."""
        return self.of(visitor).filter(ruleset_version__ruleset=ruleset)


class SavedSquad(models.Model):
    """A squad that its owner, or a browser without one, keeps to add to further lists.

    `document` is an `armylist/1` that has the squad alone; its rows have no ids.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="saved_squads"
    )
    browser_key = models.CharField(max_length=40, blank=True, db_index=True)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=LONGEST_NAME)
    document = models.TextField()
    created = models.DateTimeField(default=timezone.now)
    deleted = models.DateTimeField(null=True, blank=True)

    objects = SavedSquadQuerySet.as_manager()

    class Meta:
        app_label = "lists"
        ordering = ["name", "created"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) | models.Q(browser_key=""),
                name="lists_saved_squad_owned_or_of_a_browser",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def squad(self) -> Squad:
        """The squad."""
        return decode(self.document.encode()).squads[0]

    @property
    def catalogue(self) -> Catalogue:
        """The rules that it was made with."""
        return catalogue_for(self.ruleset_version_id)


def document_of(ruleset: str, squad: Squad) -> str:
    """Return the document that has a squad alone."""
    return encode(Roster(format="armylist/1", ruleset=ruleset, name="-", squads=(squad,))).decode()
