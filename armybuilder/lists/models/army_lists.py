"""Army lists, each with its current document, and finding them."""

import uuid
from datetime import datetime, timedelta
from functools import cached_property
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models.expressions import RawSQL
from django.db.models.functions import Cast, Length
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext

from armybuilder.clubs.models import Membership
from armybuilder.lists.models.revisions import Revision
from armybuilder.lists.quotas import Room, check_size
from armybuilder.lists.visitors import DRAFT_LIFE, Visitor
from rules.catalogue import catalogue_for
from rules.core.assess import assess
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.roster import Roster, decode, encode
from rules.core.judging.prices import house_digest
from rules.core.judging.report import Report, State
from rules.language import active_language
from rules.models import RulesetVersion

BIN_LIFE = timedelta(days=30)  # of a deleted list


def pair_name(force: str) -> str:
    """Return a pair name in the form used for matching: “fjord ” and “Fjord” are the same."""
    return " ".join(force.split()).casefold()


def belonging_to(visitor: Visitor) -> models.Q:
    if visitor.user:
        return models.Q(owner=visitor.user.pk)
    return models.Q(browser_key=visitor.browser_key) if visitor.browser_key else models.Q(pk__in=())


# Written out: as an expression of the ORM it takes longer to build than the whole query to run.
CURRENT_VERSION = RawSQL(
    "(SELECT r.current_id FROM rules_rulesetversion v JOIN rules_ruleset r ON r.id = v.ruleset_id"
    " WHERE v.id = lists_armylist.ruleset_version_id)",
    (),
    output_field=models.UUIDField(),
)


# Only owners open lists hidden by staff (sharing), and those of hidden rules.
NOT_HIDDEN = ~models.Q(publication__hidden=True) & models.Q(ruleset_version__ruleset__hidden=None)


class ArmyListQuerySet(models.QuerySet["ArmyList"]):
    """Army lists. Those of others do not exist for a visitor."""

    def owned_by(self, visitor: Visitor) -> Self:
        return self.filter(belonging_to(visitor))

    def for_visitor(self, visitor: Visitor) -> Self:
        return self.filter(belonging_to(visitor), deleted=None)

    def readable_by(self, visitor: Visitor) -> Self:
        """Return the lists that the visitor can open: their own, the examples, and those shown to their clubs."""
        readable = belonging_to(visitor) | models.Q(is_sample=True)
        if visitor.user:
            clubs = Membership.objects.filter(user=visitor.user)
            readable |= models.Q(pk__in=clubs.values("club__memberships__listings__army_list")) & NOT_HIDDEN
        return self.filter(readable, deleted=None)

    def samples(self) -> Self:
        return self.filter(is_sample=True).order_by("ruleset_version__ruleset__order", "name")

    def listing(self) -> Self:
        """For tables of lists: with the rulesets' names, without the documents."""
        heavy = ("document", "ruleset_version__catalogue", "ruleset_version__ruleset__odds")
        return self.select_related("ruleset_version__ruleset").defer(*heavy)

    def with_current_rules(self) -> Self:
        """Fetch with each list the id of its ruleset's current version (`current_version_id`), in the same query."""
        return self.annotate(current_version_id=CURRENT_VERSION)

    def partner_of(self, army_list: "ArmyList") -> "ArmyList | None":
        """Return the last changed list of the other role with the same pair name."""
        other_role = edits.OTHER_ROLE.get(army_list.roster.role)
        if not other_role or not army_list.force:
            return None
        of_the_game = self.filter(ruleset_version__ruleset=army_list.roster.ruleset, role=other_role)
        forces = of_the_game.exclude(force="").order_by("-changed").values_list("pk", "force")
        wanted = pair_name(army_list.force)
        found = next((pk for pk, force in forces if pair_name(force) == wanted), None)
        return self.get(pk=found) if found else None

    def expired_drafts(self, now: datetime) -> Self:
        drafts = self.filter(owner=None).exclude(browser_key="")
        return drafts.filter(visited__lt=timezone.localdate(now) - DRAFT_LIFE)

    def expired_in_bin(self, now: datetime) -> Self:
        return self.filter(deleted__lt=now - BIN_LIFE)

    def beside(self, army_list: "ArmyList") -> Self:
        if army_list.owner_id:
            return self.filter(owner=army_list.owner_id)
        return self.filter(owner=None, browser_key=army_list.browser_key)

    def room(self) -> Room:
        """Return the space that these lists take; each revision counts with the present size of its list."""
        # In 32 bits, as in PostgreSQL, the product of a long list and many changes would overflow.
        length = Cast(Length("document"), models.BigIntegerField())
        kept = self.order_by().aggregate(lists=models.Count("pk"), size=models.Sum(length * models.F("last_number")))
        return Room(kept["lists"], kept["size"] or 0)


class ArmyList(models.Model):
    """An army list: its present document, and derived columns for tables of lists.

    A list belongs to its `owner`, a draft to the browser that knows `browser_key`, an example to nobody. `previous`
    is the parent of `revision`: the target of undo.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(  # found by `lists_of_an_owner`
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="army_lists",
        db_index=False,
    )
    browser_key = models.CharField(max_length=40, blank=True, db_index=True)
    is_sample = models.BooleanField(default=False)
    # Since then everyone can find it, by its facets (`actions/storing.py`); None: only people with a link can.
    public_since = models.DateTimeField(null=True, blank=True)

    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    document = models.TextField()
    revision = models.ForeignKey(Revision, on_delete=models.RESTRICT, null=True, related_name="+")
    previous = models.ForeignKey(Revision, on_delete=models.RESTRICT, null=True, related_name="+")
    last_number = models.PositiveIntegerField(default=0)
    field_edited = models.CharField(max_length=80, blank=True)  # by the last edit: see actions/editing.py
    step_keys = models.JSONField(default=list)  # of the last undos and redos, newest first: actions/editing.py

    # Values from the document, for tables of lists and searches; `set_document` writes them with it.
    name = models.CharField(max_length=120)
    role = models.CharField(max_length=20)
    force = models.CharField(max_length=120, blank=True)
    limit = models.PositiveIntegerField(null=True)
    total = models.IntegerField(null=True)
    legal = models.BooleanField()
    figures = models.PositiveIntegerField()
    vehicles = models.PositiveIntegerField()
    house_digest = models.CharField(max_length=16, blank=True)  # of its prices and rulings
    errors = models.PositiveIntegerField()
    warnings = models.PositiveIntegerField()

    created = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)
    visited = models.DateField(default=timezone.localdate)
    archived = models.DateTimeField(null=True, blank=True)
    deleted = models.DateTimeField(null=True, blank=True)
    next_thinning = models.DateField(null=True, blank=True)  # when revisions can be old enough to delete

    # Made for the club of this membership; its owner accepted or declined the house rules up to version `house_kept`.
    made_for = models.ForeignKey(  # found by `lists_made_for_a_club`
        Membership, on_delete=models.SET_NULL, null=True, blank=True, related_name="made_for", db_index=False
    )
    # Made for a games night; `entry`: for this player, by an organiser, or by a guest. Found by the indexes below.
    evening = models.ForeignKey(
        "evenings.Evening", models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    entry = models.ForeignKey(
        "evenings.Entry", models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    house_kept = models.PositiveIntegerField(default=0)
    # The force's version up to which its owner declined changes.
    force_kept = models.PositiveIntegerField(default=0)

    # Only if `with_current_rules` fetched it: the version of the ruleset for new lists.
    current_version_id: uuid.UUID

    objects = ArmyListQuerySet.as_manager()

    class Meta:
        ordering = ["-changed"]
        indexes = [
            models.Index(fields=["owner", "-changed"], name="lists_of_an_owner"),
            models.Index(fields=["ruleset_version"], condition=models.Q(is_sample=True), name="lists_samples_by_game"),
            models.Index(
                fields=["-public_since"],
                condition=models.Q(public_since__isnull=False),
                name="lists_newest_public",
            ),
            models.Index(
                fields=["made_for"],
                condition=models.Q(made_for__isnull=False),
                name="lists_made_for_a_club",
            ),
            models.Index(fields=["evening"], condition=models.Q(evening__isnull=False), name="lists_for_a_games_night"),
            models.Index(fields=["entry"], condition=models.Q(entry__isnull=False), name="lists_for_a_player"),
            # Lists due on a night: each index has only a few.
            models.Index(
                fields=["next_thinning"],
                condition=models.Q(next_thinning__isnull=False),
                name="lists_to_be_thinned",
            ),
            models.Index(fields=["visited"], condition=models.Q(owner__isnull=True), name="lists_without_an_owner"),
            models.Index(fields=["deleted"], condition=models.Q(deleted__isnull=False), name="lists_in_the_bin"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) | models.Q(browser_key=""), name="lists_owned_or_draft"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Return the address of the builder with the list."""
        return reverse("lists:builder", args=[self.pk])

    def is_of(self, visitor: Visitor) -> bool:
        """Whether the list is the visitor's own, to edit; others can read it in a club or as an example."""
        if visitor.user:
            return self.owner_id == visitor.user.pk
        return self.is_draft and self.browser_key == visitor.browser_key

    @property
    def is_draft(self) -> bool:
        return bool(self.browser_key)

    @property
    def is_public(self) -> bool:
        return self.public_since is not None

    @cached_property
    def roster(self) -> Roster:
        return decode(self.document.encode())

    @property
    def catalogue(self) -> Catalogue:
        return catalogue_for(self.ruleset_version_id)

    @cached_property
    def report(self) -> Report:
        return assess(self.roster, self.catalogue)

    @property
    def role_name(self) -> str:
        """The name of its role, or the id of one that the ruleset does not have."""
        made_for = self.catalogue.format_by_id.get(self.role)
        return made_for.name.to(active_language()) if made_for else self.role

    @property
    def size(self) -> str:
        """Its figures and vehicles, counted in words."""
        words = ngettext("%(count)s figure", "%(count)s figures", self.figures) % {"count": self.figures}
        if self.vehicles:
            vehicles = ngettext("%(count)s vehicle", "%(count)s vehicles", self.vehicles)
            words += ", " + vehicles % {"count": self.vehicles}
        return words

    @property
    def state(self) -> State:
        """Its verdict, from the columns; "empty": a new list has no errors."""
        if not (self.figures or self.vehicles):
            return "empty"
        return "legal" if self.legal else "illegal"

    @property
    def days_in_bin(self) -> int | None:
        """The days until a deleted list is gone for good."""
        if self.deleted is None:
            return None
        return max(1, (timezone.localdate(self.deleted + BIN_LIFE) - timezone.localdate()).days)

    @property
    def rules_changed(self) -> bool:
        """Whether the ruleset has changed; the list keeps its own rules until its owner updates them."""
        return not self.is_sample and self.ruleset_version_id != self.current_version_id

    @property
    def undoes(self) -> Revision | None:
        """The revision that undo leads to, None if there is nothing to undo."""
        return self.revision if self.previous_id else None

    @cached_property
    def redoes(self) -> Revision | None:
        """The revision that redo leads to: the newest made from the present one, None if there is none."""
        return self.revisions.filter(parent=self.revision_id).order_by("-number").first()

    def set_document(self, roster: Roster, version_id: uuid.UUID, before: Roster | None = None) -> None:
        """Set `roster` as the present document, with the values derived from it, without saving.

        `before`: its earlier size, which is always allowed. Raises msgspec.ValidationError for a document that could
        not be read again, and QuotaError.
        """
        check_size(roster, before)
        document = encode(roster)
        self.roster = decode(document)
        self.document = document.decode()
        self.ruleset_version_id = version_id
        self.report = report = assess(self.roster, self.catalogue)
        self.name, self.role, self.force = roster.name, roster.role, roster.pair_name
        self.limit, self.total, self.legal = report.limit, report.total, report.legal
        self.house_digest = house_digest(self.roster.prices, self.roster.rulings, self.catalogue)
        self.figures = roster.figure_count
        self.vehicles = roster.vehicle_count
        self.errors, self.warnings = report.count("error"), report.count("warning")

    def set_head(self, revision: Revision, redoes: Revision | None) -> None:
        """Make `revision` the current one, with redo leading to `redoes`; the caller saves the list."""
        self.revision, self.previous_id, self.redoes = revision, revision.parent_id, redoes
