"""Army lists, each stored as a document with all its revisions. Reading and writing them: `querysets.py`."""

import uuid
from functools import cached_property
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.clubs.models import Membership
from armybuilder.lists.facets import Facet, facets_of
from armybuilder.lists.models.army_lists import ArmyListQuerySet
from armybuilder.lists.models.revisions import RevisionQuerySet
from armybuilder.lists.models.saved_squads import SavedSquad as SavedSquad
from armybuilder.lists.quotas import check_size
from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster, decode, encode
from rules.core.judging.assess import assess
from rules.core.judging.club_prices import house_digest
from rules.core.judging.report import Report
from rules.core.text.text import NOTHING, Text
from rules.models import RulesetVersion

if TYPE_CHECKING:
    from armybuilder.lists.visitors import Visitor


class ArmyList(models.Model):
    """An army list: its present document, and what follows from it where tables of lists ask for it.

    A list belongs to its `owner`, a draft to the browser that knows `browser_key`, a sample to nobody. `previous` is
    the parent of `revision`: what undo leads to.
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
    # Since then everybody can find it, and it has facets, see `set_public`; None: it is only for whoever has a link.
    public_since = models.DateTimeField(null=True, blank=True)

    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    document = models.TextField()
    revision = models.ForeignKey("Revision", on_delete=models.RESTRICT, null=True, related_name="+")
    previous = models.ForeignKey("Revision", on_delete=models.RESTRICT, null=True, related_name="+")
    last_number = models.PositiveIntegerField(default=0)
    field_edited = models.CharField(max_length=80, blank=True)  # by the last edit: see coalescing.py
    step_keys = models.JSONField(default=list)  # of the last undos and redos, newest first: see undo

    # What the document says, for tables of lists and for finding lists; written with it by `set_document`.
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
    next_thinning = models.DateField(null=True, blank=True)  # when revisions may be old enough to go

    # Made for the club of this membership, whose house rules its owner took or left up to the version `house_kept`.
    made_for = models.ForeignKey(  # found by `lists_made_for_a_club`
        Membership, on_delete=models.SET_NULL, null=True, blank=True, related_name="made_for", db_index=False
    )
    house_kept = models.PositiveIntegerField(default=0)
    force_kept = models.PositiveIntegerField(
        default=0
    )  # up to this version its owner left the force as it was

    # Only where `with_current_rules` fetched it: the version of the ruleset that new lists are made with.
    current_version_id: uuid.UUID

    objects = ArmyListQuerySet.as_manager()

    class Meta:
        ordering = ["-changed"]
        indexes = [
            models.Index(fields=["owner", "-changed"], name="lists_of_an_owner"),
            models.Index(
                fields=["ruleset_version"], condition=models.Q(is_sample=True), name="lists_samples_by_game"
            ),
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
            # What is due of a night: each holds the few lists that it may be about.
            models.Index(
                fields=["next_thinning"],
                condition=models.Q(next_thinning__isnull=False),
                name="lists_to_be_thinned",
            ),
            models.Index(
                fields=["visited"], condition=models.Q(owner__isnull=True), name="lists_without_an_owner"
            ),
            models.Index(
                fields=["deleted"], condition=models.Q(deleted__isnull=False), name="lists_in_the_bin"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(owner__isnull=True) | models.Q(browser_key=""), name="lists_owned_or_draft"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def is_of(self, visitor: "Visitor") -> bool:
        """Whether the list is the visitor's own, to edit; others may read it in a club or as a sample."""
        if visitor.user:
            return self.owner_id == visitor.user.pk
        return self.is_draft and self.browser_key == visitor.browser_key

    @property
    def is_draft(self) -> bool:
        """Whether the list hangs on a browser, and is lost with it."""
        return bool(self.browser_key)

    @property
    def is_public(self) -> bool:
        """Whether everybody can find the list by what is in it."""
        return self.public_since is not None

    @cached_property
    def roster(self) -> Roster:
        """The present document."""
        return decode(self.document.encode())

    @property
    def catalogue(self) -> Catalogue:
        """The rules that the list was made with."""
        return catalogue_for(self.ruleset_version_id)

    @cached_property
    def report(self) -> Report:
        """The points of the list and all its problems."""
        return assess(self.roster, self.catalogue)

    @property
    def rules_changed(self) -> bool:
        """Whether the ruleset says something else now; the list keeps its own rules until its owner updates them."""
        return not self.is_sample and self.ruleset_version_id != self.current_version_id

    @property
    def undoes(self) -> "Revision | None":
        """The revision that undo takes back, None where there is nothing to undo."""
        return self.revision if self.previous_id else None

    @cached_property
    def redoes(self) -> "Revision | None":
        """The revision that redo leads to: the youngest made from the present one, None where there is none."""
        return self.revisions.filter(parent=self.revision_id).order_by("-number").first()

    def set_document(self, roster: Roster, version_id: uuid.UUID, before: Roster | None = None) -> None:
        """Set `roster` as the present document, with the values derived from it, without saving.

        `before`: the list may be as large as that was. Raises msgspec.ValidationError for a document that could not be
        read again, and quotas.QuotaError.
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
        self.figures = sum(squad.figure_count for squad in roster.squads)
        self.vehicles = sum(row.count for squad in roster.squads for row in squad.vehicles)
        self.errors, self.warnings = report.count("error"), report.count("warning")

    def set_public(self, *, public: bool) -> None:
        """Let everybody find the list by what is in it, or nobody any more. The caller holds the list.

        An edit that waited for it knows from the list itself: rows of other tables it would see as they were before.
        """
        if public == self.is_public:
            return
        self.public_since = timezone.now() if public else None
        self.save(update_fields=["public_since"])
        if public:
            self.write_facets(before=frozenset())
        else:
            self.facets.all().delete()

    def write_facets(self, before: frozenset[Facet]) -> None:
        """Write down what is in the list now and was not `before`, and strike out what is there no more."""
        now = facets_of(self.roster)
        if gone := before - now:
            each = (models.Q(kind=kind, item=item) for kind, item in gone)
            self.facets.filter(models.Q(*each, _connector=models.Q.OR)).delete()
        if come := now - before:
            since = self.public_since or timezone.now()
            ListFacet.objects.bulk_create(
                ListFacet(army_list=self, kind=kind, item=item, public_since=since)
                for kind, item in sorted(come)
            )

    def add_revision(
        self,
        *,
        parent_id: int | None,
        key: str,
        action: str,
        subject: Text = NOTHING,
        place: Text = NOTHING,
        same_step: bool = False,
    ) -> None:
        """Write the present document as a revision and stand at it; saving the list is the caller's."""
        self.last_number += 1
        revision = Revision(
            army_list=self,
            parent_id=parent_id,
            number=self.last_number,
            document=self.document,
            ruleset_version_id=self.ruleset_version_id,
            key=key,
            action=action,
            subject_it=subject.it,
            subject_en=subject.en,
            place_it=place.it,
            place_en=place.en,
            same_step=same_step,
        )
        revision.save(force_insert=True)
        self.set_head(revision, redoes=None)

    def set_head(self, revision: "Revision", redoes: "Revision | None") -> None:
        """Make `revision` the present one, from which redo leads to `redoes`; saving the list is the caller's."""
        self.revision, self.previous_id, self.redoes = revision, revision.parent_id, redoes


class Revision(models.Model):
    """A list as it was after one edit. It knows the revision that it was made from: an edit after undo is a branch.

    `key` is that of the form that made it. `action` (`add`), `subject` (what the row is called) and `place` (its squad)
    say what undo takes back. A `name` makes it a version that is kept, and so does a link to it that was given away
    (`is_shared`). `same_step`: it goes on with the step of undo of
    the revision numbered before it, beside which it was made and which nobody sees any more.
    """

    army_list = models.ForeignKey(  # found by `lists_revision_number`
        ArmyList, on_delete=models.CASCADE, related_name="revisions", db_index=False
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
        indexes = [
            models.Index(fields=["army_list"], condition=~models.Q(name=""), name="lists_versions_with_names")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.action}"

    @property
    def subject(self) -> Text:
        """Return the name of the row that was edited."""
        return Text(self.subject_it, self.subject_en)

    @property
    def place(self) -> Text:
        """Return the name of its squad."""
        return Text(self.place_it, self.place_en)

    @property
    def roster(self) -> Roster:
        """The document."""
        return decode(self.document.encode())

    @property
    def catalogue(self) -> Catalogue:
        """The rules that the list had."""
        return catalogue_for(self.ruleset_version_id)


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
