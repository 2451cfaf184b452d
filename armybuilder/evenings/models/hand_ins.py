"""Submitted lists."""

import secrets
from hashlib import sha256
from typing import Self
from uuid import UUID

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.models.entries import Entry
from armybuilder.evenings.models.evenings import Evening
from armybuilder.lists.models import ArmyList
from rules.core.document.roster import Roster, decode

CODE_SIGNS = (
    "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # neither O nor 0, neither I nor 1: codes are read out and typed
)
CODE_LENGTH = 8


def new_code() -> str:
    """Return the code of a submitted list: one of 10¹², which nobody can guess."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def new_salt() -> str:
    """Return a random salt, so that equal lists have different digests."""
    return secrets.token_hex(16)


def digest_of(salt: str, document: str) -> str:
    """Return the digest of a submitted list."""
    return sha256((salt + document).encode()).hexdigest()


class HandInQuerySet(models.QuerySet["HandIn"]):
    """Submitted lists."""

    def current(self) -> Self:
        """Those that count: neither replaced nor withdrawn."""
        return self.filter(withdrawn=None)

    def of_evening(self, evening: Evening) -> Self:
        """The current ones of a games night, without their documents, by player."""
        return (
            self.current()
            .filter(entry__evening=evening)
            .select_related("entry__user")
            .defer("document")
            .order_by("entry", "role")
        )

    def of_desk(self, evening: Evening) -> Self:
        """The current ones of a games night, with only the fields that its desk shows: there may be hundreds."""
        shown = (
            "entry",
            "role",
            "name",
            "total",
            "is_legal",
            "codes",
            "state",
            "is_late",
            "replaced",
            "handed",
            "remark",
            "compared",
        )
        people = ("handed_by__username", "judged_by__username")
        current = self.current().filter(entry__evening=evening).order_by("entry", "role")
        return current.select_related("handed_by", "judged_by").only(*shown, *people)

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
    """Return a typed code as it is stored, or "" if no code is like that."""
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    return typed if typed.isascii() else ""


class HandIn(models.Model):
    """A submitted list: a copy that never changes, with the rulings of the games night.

    `digest` is the SHA-256 of `salt` and the document; everyone sees it once submissions are closed. The salt is never
    shown: without it, opponents could check guesses about a hidden list. A withdrawn or replaced list (`withdrawn`) is
    kept, so that its printed sheets are still recognised. `codes`: the codes of the findings that make it illegal,
    which is all that an organiser who plays can see. `handed_by`: the user who submitted it for someone else.

    A list that was sent back counts until another is submitted; `remark` says what is wrong with it.
    `replaced`: it replaced an accepted list, or came after all lists were revealed. The other players are told, and it
    is marked wherever it is shown.
    `compared`: when an organiser or a referee checked it against the printed sheet on the table.
    """

    class State(models.TextChoices):
        """The decision of an organiser. Whether the list was late is stored separately."""

        HANDED_IN = "handed-in", _("handed in")
        SENT_BACK = "sent-back", _("sent back")
        ACCEPTED = "accepted", _("accepted")

    class Replaced(models.TextChoices):
        """The reason why a list is marked as replaced."""

        NOTHING = "", _("nothing")
        ACCEPTED = "accepted", _("replaced an accepted list")
        REVEALED = "revealed", _("submitted after all lists were revealed")

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="hand_ins")
    army_list = models.ForeignKey(
        ArmyList, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
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
        """The document."""
        return decode(self.document.encode())

    @property
    def shown_code(self) -> str:
        """The code as it is printed and read out."""
        return f"{self.code[:4]}-{self.code[4:]}"
