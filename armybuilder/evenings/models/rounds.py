"""Rounds and their results."""

from datetime import datetime, timedelta
from typing import Literal, Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.evenings.models.entries import Entry
from armybuilder.evenings.models.evenings import Evening
from armybuilder.evenings.states import GameState, game_state


class Round(models.Model):
    """A round: a draft for organisers until it is `published`. The same seed gives the same pairs.

    Once it is `closed`, only organisers enter its results.
    """

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=8)
    seed = models.PositiveIntegerField()
    published = models.DateTimeField(null=True, blank=True)
    closed = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["evening", "number"], name="evenings_round_number")]

    def __str__(self) -> str:
        return str(self.number)

    def ends(self, minutes: int | None) -> datetime | None:
        """Return the end of a round with a time limit; None: a draft, or no limit."""
        return self.published + timedelta(minutes=minutes) if self.published and minutes else None


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Pairings of a games night."""

    def published_in(self, evening: Evening) -> Self:
        of_evening = self.filter(round__evening=evening, round__published__isnull=False)
        return of_evening.select_related("first__user", "second__user", "round")


class Pairing(models.Model):
    """Two players at a table, or (no `second`) one player with a bye. `attacker` None: the dice at the table decide.

    `first_lost` and `second_lost` are the defeat points that each took, None until both players agree or an organiser
    decides. `forfeit`: the player who dropped out before the game; the other gets a bye. If both dropped out
    (`abandoned`), the game counts for nobody.
    `decided`: an organiser entered the result, and the players cannot change it.
    `held`: the player who held the field, 1 the first, 2 the second, None if nobody entered it.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pairings")
    first = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    attacker = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    table = models.PositiveSmallIntegerField(null=True)
    first_lost = models.PositiveSmallIntegerField(null=True)
    second_lost = models.PositiveSmallIntegerField(null=True)
    held = models.PositiveSmallIntegerField(null=True)
    forfeit = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, related_name="+")
    abandoned = models.BooleanField(default=False, db_default=False)

    decided = models.BooleanField(default=False, db_default=False)

    objects = PairingQuerySet.as_manager()

    class Meta:
        ordering = [models.F("table").asc(nulls_last=True), "pk"]

    def __str__(self) -> str:
        return f"{self.first} – {self.second}" if self.second else str(self.first)

    @property
    def people(self) -> list[Entry]:
        return [entry for entry in (self.first, self.second) if entry]

    @property
    def users(self) -> list[int | None]:
        """The accounts of the players at the table; None for a guest."""
        return [entry.user_id for entry in self.people]

    @property
    def is_settled(self) -> bool:
        """Whether it has a result; a bye and a forfeited game count as results."""
        return self.second_id is None or self.forfeit_id is not None or self.first_lost is not None

    def state_for(self, entry_id: int, *, is_past: bool = False) -> GameState:
        """Return its state, seen from one player. `is_past`: a later round is published."""
        gave_up: Literal["", "player", "opponent", "both"] = ""
        if self.abandoned:
            gave_up = "both"
        elif self.forfeit_id is not None:
            gave_up = "player" if self.forfeit_id == entry_id else "opponent"
        return game_state(
            has_result=self.first_lost is not None,
            is_claimed=bool(self.claims.all()),
            gave_up=gave_up,
            is_closed=self.round.closed is not None,
            is_past=is_past,
            is_decided=self.decided,
        )

    def other_than(self, entry_id: int) -> Entry | None:
        return self.second if self.first_id == entry_id else self.first


class DiceOff(models.Model):
    """The roll for the attack: totals of 2d6 and bonus (rth §4.0). `rolls`: those of the site, again on a tie."""

    pairing = models.OneToOneField(Pairing, on_delete=models.CASCADE, related_name="dice_off")
    first_total = models.PositiveSmallIntegerField()
    second_total = models.PositiveSmallIntegerField()
    rolls = models.JSONField(default=list, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    time = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.first_total} – {self.second_total}"


class Claim(models.Model):
    """The result of a pairing, entered by one of its players."""

    pairing = models.ForeignKey(Pairing, on_delete=models.CASCADE, related_name="claims")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    first_lost = models.PositiveSmallIntegerField()
    second_lost = models.PositiveSmallIntegerField()
    held = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["pairing", "entry"], name="evenings_said_once")]

    def __str__(self) -> str:
        return f"{self.first_lost} – {self.second_lost}"
