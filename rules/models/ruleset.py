"""Rulesets and their versions."""

import uuid
from typing import Self

from django.conf import settings
from django.db import models

from rules.core.text import Text
from rules.fields import NumbersField, PricesField, WordsField


class Ruleset(models.Model):
    """A game, or one edition of it. `current` is the version that new lists are made with.

    The columns from `covering_most` to `no_primary_on` are the ruleset's procedures. `odds` is YAML as in the files of
    rulesets, kept as it was written.
    """

    id = models.SlugField(primary_key=True, max_length=60)
    name_it = models.CharField(max_length=300)
    name_en = models.CharField(max_length=300)
    edition_it = models.CharField(max_length=300)
    edition_en = models.CharField(max_length=300)
    line_it = models.TextField()
    line_en = models.TextField()
    short_edition_it = models.CharField(max_length=100, blank=True)
    short_edition_en = models.CharField(max_length=100, blank=True)
    period_it = models.CharField(max_length=100, blank=True)
    period_en = models.CharField(max_length=100, blank=True)
    suits_it = models.TextField(blank=True)
    suits_en = models.TextField(blank=True)
    credit = models.CharField(max_length=300)
    language = models.CharField(max_length=2, blank=True)
    order = models.SmallIntegerField()
    item_source = models.CharField(max_length=200)
    die = models.PositiveSmallIntegerField(default=6)
    bands = NumbersField()
    covering_bands = NumbersField()
    has_points = models.BooleanField(default=True)
    reads = WordsField()
    leadership = PricesField()
    leadership_source = models.CharField(max_length=200, blank=True)
    covering_most = models.PositiveSmallIntegerField(null=True, blank=True)
    storm_attacking = models.PositiveSmallIntegerField(null=True, blank=True)
    storm_defending = models.PositiveSmallIntegerField(null=True, blank=True)
    leader_losses = models.PositiveSmallIntegerField(null=True, blank=True)
    morale_bonus = models.PositiveSmallIntegerField(null=True, blank=True)
    turns = models.PositiveSmallIntegerField(null=True, blank=True)
    turn_dice = models.PositiveSmallIntegerField(null=True, blank=True)
    objectives = models.PositiveSmallIntegerField(null=True, blank=True)
    attacker_depth = models.PositiveSmallIntegerField(null=True, blank=True)
    defender_depth = models.PositiveSmallIntegerField(null=True, blank=True)
    defender_length = models.PositiveSmallIntegerField(null=True, blank=True)
    defender_width = models.PositiveSmallIntegerField(null=True, blank=True)
    primary_objectives = models.PositiveSmallIntegerField(null=True, blank=True)
    secondary_objectives = models.PositiveSmallIntegerField(null=True, blank=True)
    markers_apart = models.PositiveSmallIntegerField(null=True, blank=True)
    markers_edge = models.PositiveSmallIntegerField(null=True, blank=True)
    no_primary_on = models.PositiveSmallIntegerField(null=True, blank=True)
    abbreviations = models.JSONField(default=list, blank=True)
    states = models.JSONField(default=list, blank=True)
    vehicle_states = models.JSONField(default=list, blank=True)
    markers = models.JSONField(default=list, blank=True)
    completion = models.JSONField(default=dict, blank=True)
    odds = models.TextField(blank=True)
    current = models.ForeignKey("RulesetVersion", on_delete=models.PROTECT, null=True, related_name="+")
    # Who sees it: everyone (None, as those of the site), its owner ("owner"), the members of `club` ("club"), readers
    # with its address ("link"), anybody who searches ("public"), or nobody ("away"). Only its writers while it is
    # `hidden`.
    visibility = models.CharField(max_length=10, null=True, blank=True, db_index=True)  # noqa: DJ001  # older programs write none
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    club = models.ForeignKey("clubs.Club", on_delete=models.SET_NULL, null=True, blank=True, related_name="rulesets")
    hidden = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["order", "id"]

    def __str__(self) -> str:
        return self.id

    @property
    def is_own(self) -> bool:
        """Whether people wrote it here, not the site."""
        return self.visibility is not None

    @property
    def name(self) -> Text:
        return Text(self.name_it, self.name_en)

    @property
    def title(self) -> Text:
        """Return the name of the game, with its edition where others of the game have other rules."""
        if not self.short_edition_it:
            return self.name
        return Text(f"{self.name_it}, {self.short_edition_it}", f"{self.name_en}, {self.short_edition_en}")

    @property
    def edition(self) -> Text:
        return Text(self.edition_it, self.edition_en)

    @property
    def line(self) -> Text:
        return Text(self.line_it, self.line_en)


def _seen_by(user_id: int | None) -> models.Q:
    """Return the site's rulesets, and those of a user: one list of ids, so that no other versions are looked at."""
    of_the_site = Ruleset.objects.filter(visibility=None)
    if not user_id:
        return models.Q(ruleset__in=of_the_site.order_by().values("pk"))
    own = Ruleset.objects.exclude(visibility=None).exclude(visibility="away")
    shared = own.filter(hidden=None).exclude(visibility="owner")
    found = (
        of_the_site,
        own.filter(owner=user_id),
        own.filter(own_rules__writers=user_id),
        shared.filter(club__memberships__user=user_id),
    )
    first, *others = (rulesets.order_by().values("pk") for rulesets in found)
    return models.Q(ruleset__in=first.union(*others))


class RulesetVersionQuerySet(models.QuerySet["RulesetVersion"]):
    """Versions of rulesets."""

    def current(self) -> Self:
        """Return the version of each ruleset that new lists are made with, in the order of the rulesets."""
        return self.filter(ruleset__current=models.F("id")).order_by("ruleset__order", "ruleset_id")

    def seen_by(self, user_id: int | None) -> Self:
        """Return the site's rulesets, those that a user (None: a stranger) writes and those of the user's clubs."""
        return self.filter(_seen_by(user_id))

    def opened_by(self, user_id: int | None) -> Self:
        """Return the rulesets that a visitor who has their address may see: public ones and those by link too."""
        shared = models.Q(ruleset__visibility__in=("link", "public"), ruleset__hidden=None)
        return self.filter(_seen_by(user_id) | shared)

    def of_club(self, club_id: uuid.UUID) -> Self:
        """Return the site's rulesets, and those that a club's members share with it."""
        shared = Ruleset.objects.filter(club=club_id, visibility__in=("club", "link", "public"), hidden=None).values(
            "pk"
        )
        return self.filter(models.Q(ruleset__visibility=None) | models.Q(ruleset__in=shared))

    def light(self) -> Self:
        """Leave the catalogues and odds in the database; fetch the rulesets' other columns."""
        return self.select_related("ruleset").defer("catalogue", "ruleset__odds")

    def with_digest(self, digest: str) -> "RulesetVersion | None":
        return self.filter(digest=digest).first()

    def last_number(self) -> int:
        """Return the number of the newest version, 0 before the first."""
        last: int = self.aggregate(last=models.Max("number", default=0))["last"]
        return last


class RulesetVersion(models.Model):
    """A version of a ruleset: never changed, never deleted while a list or a revision points at it.

    Its id is given once and for all, even where a transaction is rolled back, so whatever is cached by it stays right.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ruleset = models.ForeignKey(Ruleset, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    catalogue = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    objects = RulesetVersionQuerySet.as_manager()

    class Meta:
        ordering = ["ruleset", "number"]
        constraints = [
            models.UniqueConstraint(fields=["ruleset", "number"], name="rules_version_number"),
            models.UniqueConstraint(fields=["ruleset", "digest"], name="rules_version_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.ruleset_id} {self.number}"
