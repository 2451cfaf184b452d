"""Answers to a games night, and submitted lists."""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Self, cast
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.models.evenings import Evening
from armybuilder.evenings.states import EntryEvent, EntryState, entry_after
from armybuilder.lists.models import ArmyList
from rules.core.document.roster import Roster, decode

LOTS = 2**31


def new_token() -> str:
    """Return the token of a private link: 22 letters that nobody can guess."""
    return secrets.token_urlsafe(16)


def new_lot() -> int:
    """Return the lot of a new entry, drawn once. The smaller lot is ahead if all tie-breaks are equal."""
    return secrets.randbelow(LOTS)


def next_namesake(entry: "Entry") -> int:
    """Return the number of a new entry among those of the same name at its games night."""
    others = Entry.objects.filter(evening=entry.evening).values_list("user__username", "guest_name", "namesake")
    own = entry.name.casefold()
    numbers = [number for user, guest, number in others if (user or guest).casefold() == own]
    return max(numbers, default=0) + 1


class EntryQuerySet(models.QuerySet["Entry"]):
    """Players of a games night."""

    def in_order(self) -> Self:
        """Those who are coming, maybe coming, have not answered, and the others; each in the order of their answers."""
        order = ["coming", "perhaps", "invited"]
        rank = models.Case(
            *(models.When(state=state, then=place) for place, state in enumerate(order)), default=len(order)
        )
        return self.select_related("user").order_by(rank, "answered", "pk")

    def named(self) -> Self:
        """With only the fields for a name and a state: there may be hundreds."""
        shown = ("evening", "guest_name", "namesake", "state", "answered", "checked_in", "reminded")
        return self.select_related("user").only(*shown, "user__username")


class Entry(models.Model):
    """A player at a games night: a member of the club, or (no `user`) a guest with a private link.

    `namesake` is 2 for the second player with the same name, in capitals or small letters; it is shown after the
    name. A withdrawn link has no token any more. A deleted account leaves its entry without a name. `checked_in`:
    when an organiser checked them in; `reminded`: when they were last asked for their list. `lot`: drawn once, the
    last tie-break.
    """

    class State(models.TextChoices):
        """The answer of a player."""

        INVITED = "invited", _("has not answered")
        COMING = "coming", _("is coming")
        PERHAPS = "perhaps", _("might be coming")
        NOT_COMING = "not-coming", _("is not coming")
        DROPPED = "dropped", _("has dropped out")

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    guest_name = models.CharField(max_length=60, blank=True)
    token = models.CharField(max_length=40, unique=True, null=True, blank=True)
    namesake = models.PositiveSmallIntegerField(default=1, editable=False)
    # An older build, which may still run during an update, draws no lot.
    lot = models.PositiveIntegerField(default=new_lot, null=True, editable=False)
    state = models.CharField(max_length=12, choices=State.choices, default=State.INVITED)
    answered = models.DateTimeField(null=True, blank=True)
    checked_in = models.DateTimeField(null=True, blank=True)
    reminded = models.DateTimeField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "user"], name="evenings_entered_once")]

    def __str__(self) -> str:
        """Return the name, with a number if another player has it too: "Marco (2)"."""
        return f"{self.name} ({self.namesake})" if self.namesake > 1 else self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save it, with a number if another player has the same name."""
        if not self.pk:
            self.namesake = next_namesake(self)
        super().save(*args, **kwargs)

    @property
    def name(self) -> str:
        """The name, without a number."""
        if self.user:
            return self.user.get_username()
        return self.guest_name or gettext("someone who has left")

    @property
    def is_guest(self) -> bool:
        """Whether the club knows only a name."""
        return bool(self.guest_name)

    @property
    def stage(self) -> EntryState:
        """The state for `states.py`: it also says if they have been paired, or still have a game."""
        if self.state not in ("coming", "dropped"):
            return cast("EntryState", self.state)
        own = models.Q(pairings__first=self) | models.Q(pairings__second=self)
        rounds = self.evening.rounds.filter(published__isnull=False)
        if self.state == "coming":
            return "paired" if rounds.filter(own).exists() else "coming"
        undecided = {
            "pairings__second__isnull": False,
            "pairings__first_lost": None,
            "pairings__forfeit": None,
        }
        return "leaving" if rounds.filter(own, closed=None, **undecided).exists() else "dropped"

    def after(self, event: EntryEvent) -> str:
        """Return the state to store after an event. Raises RefusedError."""
        stage = entry_after(self.stage, event)
        return {"paired": "coming", "leaving": "dropped"}.get(stage, stage)


CODE_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # without O and 0, I and 1: codes are read out and typed
CODE_LENGTH = 8


def new_code(length: int = CODE_LENGTH) -> str:
    """Return the code of a submitted list, by default: one of 10¹², which nobody can guess."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(length))


def new_salt() -> str:
    """Return a random salt, which gives equal lists different digests."""
    return secrets.token_hex(16)


def digest_of(salt: str, document: str) -> str:
    return sha256((salt + document).encode()).hexdigest()


class HandInQuerySet(models.QuerySet["HandIn"]):
    """Submitted lists."""

    def current(self) -> Self:
        """Return the ones that count: neither replaced nor withdrawn."""
        return self.filter(withdrawn=None)

    def of_evening(self, evening: Evening) -> Self:
        """Return the current ones of a games night, without their documents, by player."""
        return (
            self.current()
            .filter(entry__evening=evening)
            .select_related("entry__user")
            .defer("document")
            .order_by("entry", "role")
        )

    def current_of(self, user_id: int | None, evenings: Sequence[Evening]) -> Self:
        """Return the lists of a user that count at several games nights."""
        own = self.current().filter(entry__user=user_id, entry__evening__in=evenings)
        return own.select_related("entry").defer("document")

    def with_code(self, evening: Evening, code: str) -> "HandIn | None":
        """Return the list with a code, in any spelling; replaced and withdrawn ones are found too."""
        found = self.filter(entry__evening=evening, code=_typed(code))
        found = found.select_related("entry__user", "compared_by")
        return found.first()

    def evening_of_code(self, user: User, code: str) -> UUID | None:
        """Return the games night of a list with a code, among those of the user's clubs."""
        seen = Evening.objects.visible_to(user).values("pk")
        found = self.filter(code=_typed(code), entry__evening__in=seen)
        return found.values_list("entry__evening", flat=True).first()


def _typed(code: str) -> str:
    """Return a typed code in its stored form, or "" if it is not a code."""
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    return typed if typed.isascii() else ""


class HandIn(models.Model):
    """A submitted list: a copy that never changes, with the rulings of the games night.

    `digest` is the SHA-256 of `salt` and the document; backups contain it, and no page. Everyone sees the code once
    submissions are closed: another list has another one. A withdrawn or replaced list (`withdrawn`) is kept, because
    its printed sheets are still checked. `codes`: the codes of the findings that make
    it illegal, which is all that a playing organiser can see. `handed_by`: the user who submitted it for someone
    else.

    A list that was sent back counts until another is submitted; `remark` says what is wrong with it.
    `replaced`: it replaced an accepted list, or came after all lists were revealed. The other players are notified,
    and it is marked on every page.
    `compared`: when an organiser or a referee checked it against the printed sheet on the table.
    """

    class State(models.TextChoices):
        """The decision of an organiser. Whether the list was late is stored separately."""

        HANDED_IN = "handed-in", _("submitted")
        SENT_BACK = "sent-back", _("sent back")
        ACCEPTED = "accepted", _("accepted")

    class Replaced(models.TextChoices):
        """The reason why a list is marked as replaced."""

        NOTHING = "", _("nothing")
        ACCEPTED = "accepted", _("replaced an accepted list")
        REVEALED = "revealed", _("submitted after all lists were revealed")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="hand_ins")
    army_list = models.ForeignKey(ArmyList, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    role = models.CharField(max_length=20)
    name = models.CharField(max_length=120)
    document = models.TextField()
    salt = models.CharField(max_length=32, default=new_salt, db_default="", editable=False)
    digest = models.CharField(max_length=64)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code)
    total = models.IntegerField(null=True)
    handed = models.DateTimeField(default=timezone.now)
    is_late = models.BooleanField(default=False)
    is_legal = models.BooleanField(default=True)
    codes = models.JSONField(default=list, blank=True)
    handed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.HANDED_IN)
    remark = models.TextField(max_length=600, blank=True)
    judged = models.DateTimeField(null=True, blank=True)
    judged_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn = models.DateTimeField(null=True, blank=True)
    replaced = models.CharField(
        max_length=8, choices=Replaced.choices, default="", db_default="", blank=True, editable=False
    )
    compared = models.DateTimeField(null=True, blank=True)
    compared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

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
        return decode(self.document.encode())

    @property
    def shown_code(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"
