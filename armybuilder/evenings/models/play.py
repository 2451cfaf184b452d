"""How a games night is played: a part of the fields of `Evening`."""

from datetime import timedelta
from functools import cached_property

from django.db import models

from armybuilder.evenings.pairing.standings import TIE_BREAKS, Scoring
from armybuilder.evenings.plans import GRACE_MINUTES


def usual_tie_breaks() -> list[str]:
    """Return the default tie-breaks."""
    return list(TIE_BREAKS)


class PlayFields(models.Model):
    """How a games night is played.

    `grace_minutes`: how long after the deadline lists are taken, and marked as late. `rounds_planned`: None is as many
    as one likes, 0 are friendly games that nobody pairs. `scenarios`: what each round plays, the first round's first.
    `tie_breaks` end with the lot.
    """

    grace_minutes = models.PositiveSmallIntegerField(default=GRACE_MINUTES)
    rounds_planned = models.PositiveSmallIntegerField(null=True, blank=True)
    round_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    table_count = models.PositiveSmallIntegerField(null=True, blank=True)
    scored_by = models.CharField(max_length=13, default="result")
    win_points = models.PositiveSmallIntegerField(default=3)
    draw_points = models.PositiveSmallIntegerField(default=1)
    loss_points = models.PositiveSmallIntegerField(default=0)
    bye_points = models.PositiveSmallIntegerField(default=3)
    drawn_within = models.PositiveSmallIntegerField(default=0)
    tie_breaks = models.JSONField(default=usual_tie_breaks)
    scenarios = models.JSONField(default=list, blank=True)

    class Meta:
        abstract = True

    @property
    def grace(self) -> timedelta:
        """How long after the deadline lists are taken."""
        return timedelta(minutes=self.grace_minutes)

    @cached_property
    def scoring(self) -> Scoring:
        """The points of a game."""
        return Scoring(
            by="defeat-points" if self.scored_by == "defeat-points" else "result",
            win=self.win_points,
            draw=self.draw_points,
            loss=self.loss_points,
            bye=self.bye_points,
            drawn_within=self.drawn_within,
        )

    def scenario_of(self, number: int) -> str:
        """Return the scenario of a round, "" if there is none."""
        return self.scenarios[number - 1] if 0 < number <= len(self.scenarios) else ""
