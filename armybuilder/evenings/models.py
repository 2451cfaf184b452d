"""Evenings of a club, who comes, and the log. Every verb: `querysets.py`."""

import secrets
import uuid
from datetime import datetime, timedelta
from functools import lru_cache

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from armybuilder.clubs.models import Club
from armybuilder.evenings.hand_ins import HandInQuerySet
from armybuilder.evenings.playing import PairingQuerySet, RoundQuerySet
from armybuilder.evenings.querysets import EntryQuerySet, EveningQuerySet
from armybuilder.lists.models import ArmyList
from rules.catalogue import catalogue_for
from rules.core.catalogue import Catalogue
from rules.core.roster import Roster, decode
from rules.models import RulesetVersion

GRACE = timedelta(minutes=15)
CODE_SIGNS = (
    "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # neither O nor 0, neither I nor 1: codes are read out and typed
)
CODE_LENGTH = 8


def new_code() -> str:
    """Return the code of a list that is handed in: one of a million millions, which nobody guesses."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    """Return the token of a guest's link: 22 letters that nobody guesses."""
    return secrets.token_urlsafe(16)


@lru_cache(maxsize=16)
def _with_limits(version_id: uuid.UUID, limits: tuple[tuple[str, int | None], ...]) -> Catalogue:
    book, own = catalogue_for(version_id), dict(limits)
    formats = (structs.replace(item, limit=own.get(item.id, item.limit)) for item in book.formats)
    return structs.replace(book, formats=tuple(formats))


class Evening(models.Model):
    """An evening of a club. Its rules stay those of the version that it was made with.

    `limits` are the points of a list by its role ({"attacker": 150}; None: as many as one likes), for each role that
    is asked for; nobody brings a list where there is none. `rulings` are the club's answers as they were then.
    Lists are handed in until the `deadline`, and marked as late within the quarter of an hour after it; then, or when
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
        return self.deadline + GRACE

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
        DROPPED = "dropped", _("has gone home")

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


class HandIn(models.Model):
    """A list as it was handed in: a copy, which nothing changes any more, with the rulings of the evening.

    `digest` is the SHA-256 of the document, shown to all once no list is handed in any more. One that was taken back or
    replaced (`withdrawn`) stays, so that a sheet that was printed of it is known.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="hand_ins")
    army_list = models.ForeignKey(
        ArmyList, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    role = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    document = models.TextField()
    digest = models.CharField(max_length=64)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    total = models.IntegerField(null=True)
    handed = models.DateTimeField(default=timezone.now)
    is_late = models.BooleanField(default=False)
    withdrawn = models.DateTimeField(null=True, blank=True)

    objects = HandInQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "role"],
                condition=models.Q(withdrawn=None),
                name="evenings_one_list_for_a_role",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def roster(self) -> Roster:
        """The document."""
        return decode(self.document.encode())

    @property
    def shown_code(self) -> str:
        """The code as it is printed and read out."""
        return f"{self.code[:4]}-{self.code[4:]}"


class Round(models.Model):
    """A round: a draft that organisers see, until it is `published`. The same seed pairs the same people alike."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=8)
    seed = models.PositiveIntegerField()
    published = models.DateTimeField(null=True, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["evening", "number"], name="evenings_round_number")]

    def __str__(self) -> str:
        return str(self.number)


class Pairing(models.Model):
    """Two at a table, or (no `second`) one who has a bye. `attacker` None: the dice at the table decide.

    `first_lost` and `second_lost` are the defeat points each took, None until both said the same or an organiser
    decided.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    attacker = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    table = models.PositiveSmallIntegerField(null=True)
    first_lost = models.PositiveSmallIntegerField(null=True)
    second_lost = models.PositiveSmallIntegerField(null=True)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = [models.F("table").asc(nulls_last=True), "pk"]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}" if self.second else str(self.first)

    @property
    def is_settled(self) -> bool:
        """Whether it has a result; a bye has."""
        return self.second_id is None or self.first_lost is not None


class Claim(models.Model):
    """The result of a pairing as one of its players said it."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_lost = models.PositiveSmallIntegerField()
    second_lost = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "entry"], name="evenings_said_once")]

    def __str__(self) -> str:
        return f"{self.first_lost} – {self.second_lost}"


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
        HANDED_IN = "handed-in", _("handed in a list")
        LATE = "late", _("handed in late")
        TOOK_BACK = "took-back", _("took back what was handed in")
        CLOSED = "closed", _("closed the handing in")
        OPENED = "opened", _("opened the handing in again")
        DRAWN = "drawn", _("paired round")
        SWAPPED = "swapped", _("swapped two in round")
        PUBLISHED = "published", _("published round")
        WITHDRAWN = "withdrawn", _("took back round")
        SAID = "said", _("wrote a result:")
        SETTLED = "settled", _("decided a result:")
        DROPPED = "dropped", _("sent home")
        BACK = "back", _("took back into the game")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="log")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    guest = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    action = models.CharField(max_length=12, choices=Action.choices)
    subject = models.CharField(max_length=400, blank=True)
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        """Return the line as it is read: "davide invited the guest Anna"."""
        who = self.guest or (self.actor.get_username() if self.actor else gettext("somebody who has left"))
        return f"{who} {self.get_action_display()} {self.subject}".strip()
