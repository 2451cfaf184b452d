"""Rows about a list: facets, tags, clubs, its origin; and saved squads."""

import uuid
from functools import cached_property
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.clubs.models import Membership
from armybuilder.lists.models.army_lists import ArmyList, belonging_to
from armybuilder.lists.quotas import LONGEST_NAME
from armybuilder.lists.visitors import Visitor
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, Squad, decode, encode
from rules.models import RulesetVersion


class ListFacet(models.Model):
    """A thing in a public list, as ("weapon", "lmg"), by which a search finds it, the newest first."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="facets")
    kind = models.CharField(max_length=20)
    item = models.CharField(max_length=60)
    public_since = models.DateTimeField()  # like the list, for the index

    class Meta:
        ordering = ["kind", "item"]
        indexes = [models.Index(fields=["kind", "item", "-public_since"], name="lists_newest_by_facet")]
        constraints = [models.UniqueConstraint(fields=["kind", "item", "army_list"], name="lists_found_by_facet")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.item}"


class ListTag(models.Model):
    """A word for finding a list, for its owner only."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["army_list", "name"], name="lists_tagged_once")]

    def __str__(self) -> str:
        return self.name


class ClubListing(models.Model):
    """A list that its owner shows to a club. It leaves the library with its owner."""

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="listings")
    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="club_listings")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["membership", "army_list"], name="lists_shown_once_to_a_club")]

    def __str__(self) -> str:
        return f"{self.army_list} · {self.membership}"


class Credit(models.Model):
    """The origin of a copied list. `author` None: their account was deleted, or `kind` says why there is none."""

    class Kind(models.TextChoices):
        """The reason why a credit has no account."""

        LEFT = "", "left"
        VISITOR = "visitor", "had no account"
        RESTORED = "restored", "came from a backup, which may say anything"

    army_list = models.OneToOneField(ArmyList, on_delete=models.CASCADE, related_name="credit")
    name = models.CharField(max_length=120)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind.choices, default="", db_default="", blank=True)

    def __str__(self) -> str:
        return self.name


class SavedSquadQuerySet(models.QuerySet["SavedSquad"]):
    """Saved squads. Those of others do not exist for a visitor."""

    def of(self, visitor: Visitor) -> Self:
        return self.filter(belonging_to(visitor), deleted=None)

    def in_bin(self, visitor: Visitor) -> Self:
        return self.filter(belonging_to(visitor), deleted__isnull=False)

    def kept_by(self, user: models.Model) -> Self:
        return self.filter(owner=user, deleted=None)

    def for_game(self, visitor: Visitor, ruleset: str) -> Self:
        return self.of(visitor).filter(ruleset_version__ruleset=ruleset)


class SavedSquad(models.Model):
    """A squad kept by a user or a browser; `document` is an `armylist/1` with only it, without ids."""

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
        return decode(self.document.encode()).squads[0]

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_for(self.ruleset_version_id)


def document_of(ruleset: str, squad: Squad) -> str:
    return encode(Roster(format="armylist/1", ruleset=ruleset, name="-", squads=(squad,))).decode()
