"""The lines of a game's log as they are stored."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from msgspec import json

from rules.core.game.events import SIDES, AnyEvent, GameLine

#: The fields of a GameEvent of which its line is made.
LINE_FIELDS = ("side", "phone", "number", "seen", "payload")
_events: json.Decoder[AnyEvent] = json.Decoder(AnyEvent)


class GameEvent(models.Model):
    """A line of the log as it arrived. `sequence` is the server's number, `number` the phone's own."""

    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveIntegerField()
    side = models.CharField(max_length=1)
    phone = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    seen = models.PositiveIntegerField()
    payload = models.TextField()
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(fields=["game", "sequence"], name="games_sequence"),
            models.UniqueConstraint(fields=["game", "phone", "number"], name="games_sent_once"),
        ]

    def __str__(self) -> str:
        return gettext("event %(sequence)s") % {"sequence": self.sequence}

    @property
    def event(self) -> AnyEvent:
        """The recorded event."""
        return _events.decode(self.payload)

    @property
    def line(self) -> GameLine:
        """The line of the log."""
        return line_of(self.side, self.phone, self.number, self.seen, self.payload)


def line_of(side: str, phone: str, number: int, seen: int, payload: str) -> GameLine:
    """Return the line of the log that is stored in these LINE_FIELDS."""
    whose = SIDES[0] if side == SIDES[0] else SIDES[1]
    return GameLine(side=whose, phone=phone, number=number, seen=seen, event=_events.decode(payload))
