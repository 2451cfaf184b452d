"""What phones and buttons send, read as types."""

from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _
from msgspec import DecodeError, Struct, convert, json

from armybuilder.games.actions.recording import NOT_YOUR_SIDE
from armybuilder.refusals import RefusedError
from rules.core.game.events import SIDES, AnyEvent, GameLine, Side

BYTES_AT_MOST = 64_000
UNREADABLE = _("The data cannot be read. Nothing was saved: reload the page.")
TYPED = ("marker", "piece", "note")  # beside the button that puts a marker down; play.js adds the same


class Batch(Struct, forbid_unknown_fields=True):
    """A phone's request: its lines, for either side if it writes for both. `side`: only from older builds."""

    phone: str
    lines: tuple[GameLine, ...]
    side: Side | None = None


_batch = json.Decoder(Batch)


def read_batch(request: HttpRequest) -> Batch:
    """Return the lines that a phone sends as JSON. Raises RefusedError."""
    if request.content_type != "application/json" or len(request.body) > BYTES_AT_MOST:
        raise RefusedError(UNREADABLE)
    try:
        return _batch.decode(request.body)
    except DecodeError:
        raise RefusedError(UNREADABLE) from None


def read_event(sent: QueryDict) -> AnyEvent:
    """Return the event of a button, with what was typed beside it. Raises RefusedError."""
    typed = {name: sent.get(name, "").strip() for name in TYPED if name in sent}
    try:
        event: AnyEvent = convert(json.decode(sent.get("event", ""), type=dict[str, Any]) | typed, AnyEvent)
    except DecodeError:
        raise RefusedError(UNREADABLE) from None
    return event


def read_side(sent: QueryDict) -> Side:
    """Return the side for which a button speaks. Raises RefusedError for what is no side."""
    for side in SIDES:
        if sent.get("side") == side:
            return side
    raise RefusedError(NOT_YOUR_SIDE)
