"""Evenings of a club. Every verb: `querysets.py`."""

import uuid
from datetime import datetime
from functools import lru_cache

from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from armybuilder.clubs.models import Club
from armybuilder.evenings.models.play import PlayFields
from armybuilder.evenings.querysets import EveningQuerySet
from rules.catalogue import catalogue_for
from rules.core.catalogue import Catalogue
from rules.models import RulesetVersion


@lru_cache(maxsize=16)
def _with_limits(version_id: uuid.UUID, limits: tuple[tuple[str, int | None], ...]) -> Catalogue:
    book, own = catalogue_for(version_id), dict(limits)
    formats = (structs.replace(item, limit=own.get(item.id, item.limit)) for item in book.formats)
    return structs.replace(book, formats=tuple(formats))


class Evening(PlayFields):
    """An evening of a club. Its rules stay those of the version that it was made with.

    `limits` are the points of a list by its role ({"attacker": 150}; None: as many as one likes), for each role that
    is asked for; nobody brings a list where there is none. `rulings` are the club's answers as they were then.
    Lists are handed in until the `deadline`, and marked as late within the grace after it; then, or when
    an organiser closed it earlier (`closed`), everybody of the club sees them all.
    """

    class State(models.TextChoices):
        """How far an evening is. A draft is seen by organisers alone."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("announced")
        CALLED_OFF = "called-off", _("called off")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="evenings")
    name = models.CharField(max_length=80, blank=True)
    start = models.DateTimeField()
    place = models.CharField(max_length=120, blank=True)
    note = models.TextField(max_length=2000, blank=True)
    ruleset_version = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    limits = models.JSONField(default=dict, blank=True)
    rulings = models.JSONField(default=dict, blank=True)
    guests_allowed = models.BooleanField(default=True)
    deadline = models.DateTimeField()
    closed = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.DRAFT)
    created = models.DateTimeField(default=timezone.now)

    objects = EveningQuerySet.as_manager()

    class Meta:
        ordering = ["start", "pk"]
        indexes = [models.Index(fields=["club", "-start"], name="evenings_of_a_club")]

    def __str__(self) -> str:
        """Return the name, or that of an evening without one: its day."""
        day = date_format(timezone.localtime(self.start), "j F")
        return self.name or gettext("Evening of %(day)s") % {"day": day}

    @property
    def catalogue(self) -> Catalogue:
        """The rules that are played."""
        return catalogue_for(self.ruleset_version_id)

    @property
    def rules_played(self) -> Catalogue:
        """The rules with the limits of the evening in place of those of the text."""
        return _with_limits(self.ruleset_version_id, tuple(sorted(self.limits.items())))

    @property
    def is_over(self) -> bool:
        """Whether its day is over: it stands among those of the past then."""
        return timezone.localdate(self.start) < timezone.localdate()

    @property
    def is_open(self) -> bool:
        """Whether one says whether one comes."""
        return self.state == self.State.OPEN and not self.is_over

    @property
    def has_begun(self) -> bool:
        """Whether it has begun."""
        return self.start <= timezone.now()

    @property
    def is_played(self) -> bool:
        """Whether rounds are paired and results written: it was announced, and its lists, if any, are shown."""
        return self.state == self.State.OPEN and (not self.limits or self.is_closed)

    @property
    def last_moment(self) -> datetime:
        """When the grace after the deadline ends."""
        return self.deadline + self.grace

    @property
    def is_closed(self) -> bool:
        """Whether no list is handed in any more, and all are shown."""
        return self.closed is not None or timezone.now() > self.last_moment

    @property
    def takes_lists(self) -> bool:
        """Whether lists are handed in now."""
        return bool(self.limits) and self.is_open and not self.is_closed

    @property
    def shows_lists(self) -> bool:
        """Whether what was handed in is shown to everybody of the club."""
        return bool(self.limits) and self.state == self.State.OPEN and self.is_closed
