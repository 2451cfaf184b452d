"""Rows beside a list: its facets and tags, the clubs that it is shown to, and where a copy comes from."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.clubs.models import Membership
from armybuilder.lists.models.army_lists import ArmyList


class ListFacet(models.Model):
    """A thing that a public list names, as ("weapon", "lmg"): lists are found by it, the newest first.

    Lists that only their owner can find have none, so that an edit of theirs writes no more rows than it must.
    """

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="facets")
    kind = models.CharField(max_length=20)
    item = models.CharField(max_length=60)
    public_since = models.DateTimeField()  # as the list, for the index

    class Meta:
        ordering = ["kind", "item"]
        indexes = [models.Index(fields=["kind", "item", "-public_since"], name="lists_newest_by_facet")]
        constraints = [
            models.UniqueConstraint(fields=["kind", "item", "army_list"], name="lists_found_by_facet")
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.item}"


class ListTag(models.Model):
    """A word by which the owner finds a list."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["army_list", "name"], name="lists_tagged_once")]

    def __str__(self) -> str:
        return self.name


class ClubListing(models.Model):
    """A list that its owner shows to a club. Whoever leaves the club takes their lists out of its library."""

    membership = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="listings")
    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="club_listings")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["membership", "army_list"], name="lists_shown_once_to_a_club")
        ]

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
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices, default="", db_default="", blank=True)

    def __str__(self) -> str:
        return self.name
