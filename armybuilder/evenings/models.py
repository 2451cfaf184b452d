"""Evenings of a club, who comes, and the log. Every verb: `querysets.py`."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.clubs.models import Club
from armybuilder.evenings.querysets import EntryQuerySet, EveningQuerySet
from rules.catalogue import catalogue_for
from rules.core.catalogue import Catalogue
from rules.models import RulesetVersion


def new_token() -> str:
    """Return the token of a guest's link: 22 letters that nobody guesses."""
    return secrets.token_urlsafe(16)


class Evening(models.Model):
    """An evening of a club. Its rules stay those of the version that it was made with.

    `limits` are the points of a list by its role ({"attacker": 150}; None: as many as one likes), for each role that
    is asked for; nobody brings a list where there is none. `rulings` are the club's answers as they were then.
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
    def is_over(self) -> bool:
        """Whether its day is over: it stands among those of the past then."""
        return timezone.localdate(self.start) < timezone.localdate()

    @property
    def is_open(self) -> bool:
        """Whether one says whether one comes."""
        return self.state == self.State.OPEN and not self.is_over


class Entry(models.Model):
    """Somebody at an evening: a member of the club, or (no `user`) a guest, who has a private link.

    A link that was withdrawn has no token any more. Who deletes their account stays, without a name.
    """

    class State(models.TextChoices):
        """What somebody said."""

        INVITED = "invited", _("has not answered")
        COMING = "coming", _("is coming")
        PERHAPS = "perhaps", _("is perhaps coming")
        NOT_COMING = "not-coming", _("is not coming")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    guest_name = models.CharField(max_length=60, blank=True)
    token = models.CharField(max_length=40, unique=True, null=True, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.INVITED)
    answered = models.DateTimeField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "user"], name="evenings_entered_once")]

    def __str__(self) -> str:
        """Return the name of who it is."""
        if self.user:
            return self.user.get_username()
        return self.guest_name or gettext("somebody who has left")

    @property
    def is_guest(self) -> bool:
        """Whether it is somebody of whom the club knows a name only."""
        return bool(self.guest_name)


class LogLine(models.Model):
    """What somebody did for an evening, which the members of its club can read. `subject`: whom it was done to."""

    class Action(models.TextChoices):
        """What was done."""

        MADE = "made", _("made the evening")
        CHANGED = "changed", _("changed the evening")
        ANNOUNCED = "announced", _("announced the evening")
        CALLED_OFF = "called-off", _("called the evening off")
        REOPENED = "reopened", _("announced the evening again")
        INVITED = "invited", _("invited the guest")
        UNINVITED = "uninvited", _("withdrew the link of the guest")
        COMING = "coming", _("is coming")
        PERHAPS = "perhaps", _("is perhaps coming")
        NOT_COMING = "not-coming", _("is not coming")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="log")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    guest = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    action = models.CharField(max_length=12, choices=Action.choices)
    subject = models.CharField(max_length=60, blank=True)
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        """Return the line as it is read: "davide invited the guest Anna"."""
        who = self.guest or (self.actor.get_username() if self.actor else gettext("somebody who has left"))
        return f"{who} {self.get_action_display()} {self.subject}".strip()
