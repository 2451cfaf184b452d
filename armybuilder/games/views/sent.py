"""What phones and buttons send, read as types."""

from typing import Any

from django.http import HttpRequest, QueryDict
from msgspec import Struct, ValidationError, convert, json

from armybuilder.games.querysets import NotYourSideError
from rules.core.game.events import SIDES, AnyEvent, Line, Side

BYTES_AT_MOST = 64_000
TYPED = ("marker", "piece", "note")  # beside the button that puts a marker down; play.js adds the same


class Batch(Struct, forbid_unknown_fields=True):
    """A phone's request: its lines, for either side if it writes for both. `side`: only from older builds."""

    phone: str
    lines: tuple[Line, ...]
    side: Side | None = None


_batch = json.Decoder(Batch)


def read_batch(request: HttpRequest) -> Batch:
    """Return the lines that a phone sends as JSON. Raises DecodeError, ValidationError."""
    if request.content_type != "application/json" or len(request.body) > BYTES_AT_MOST:
        raise ValidationError("no lines of a phone")
    return _batch.decode(request.body)


def read_event(sent: QueryDict) -> AnyEvent:
    """Return the event of a button, with what was typed beside it. Raises DecodeError, ValidationError."""
    of_button = json.decode(sent.get("event", ""), type=dict[str, Any])
    typed = {name: sent.get(name, "").strip() for name in TYPED if name in sent}
    event: AnyEvent = convert(of_button | typed, AnyEvent)
    return event


def read_side(sent: QueryDict) -> Side:
    """Return the side for which a button speaks. Raises NotYourSideError for what is no side."""
    for side in SIDES:
        if sent.get("side") == side:
            return side
    raise NotYourSideError
