"""The players of a games night."""

import secrets
from typing import Any, Self, cast

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.evenings.models.evenings import Evening
from armybuilder.evenings.states import EntryEvent, EntryState, entry_after

LOTS = 2**31


def new_token() -> str:
    """Return the token of a guest's link: 22 letters that nobody guesses."""
    return secrets.token_urlsafe(16)


def new_lot() -> int:
    """Return the lot of a new entry, drawn once. The smaller lot is ahead if players are level in everything else."""
    return secrets.randbelow(LOTS)


def next_namesake(entry: "Entry") -> int:
    """Return the number of a new entry among those of the same name at its games night."""
    others = Entry.objects.filter(evening=entry.evening).values_list(
        "user__username", "guest_name", "namesake"
    )
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

    `namesake` is 2 for the second player with the same name, in capitals or small letters: it is shown after the name.

    A withdrawn link has no token any more. A deleted account leaves its entry without a name. `checked_in`: when an
    organiser checked them in; `reminded`: when they were last asked for their list. `lot`: drawn once, it decides the
    order of players who are level in everything else.
    """

    class State(models.TextChoices):
        """The answer of a player."""

        INVITED = "invited", _("has not answered")
        COMING = "coming", _("is coming")
        PERHAPS = "perhaps", _("is perhaps coming")
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
        """Save it; who is new is told apart from those who are called so already."""
        if not self.pk:
            self.namesake = next_namesake(self)
        super().save(*args, **kwargs)

    @property
    def name(self) -> str:
        """The name, without a number."""
        if self.user:
            return self.user.get_username()
        return self.guest_name or gettext("somebody who has left")

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
