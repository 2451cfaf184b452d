"""Links, what phones send, and what is kept of it, in the words of the tests."""

import lxml.html
from msgspec import json

from armybuilder.games.models import GameEvent, Link
from rules.core.game.events import (
    AnyEvent,
    Line,
    Mark,
    Side,
)

LOST = Mark(piece="2", state="lost")


def token(link: Link) -> str:
    """The token of a link that was not withdrawn."""
    assert link.token
    return link.token


def other(link: Link, kind: str = "b") -> Link:
    """The link of the other side, or of who looks on."""
    return Link.objects.get(game=link.game, kind=kind, token__isnull=False)


def lines(*events: AnyEvent, side: Side = "a", first: int = 1) -> list[Line]:
    """Lines of a phone in their order."""
    return [
        Line(side=side, phone="p", number=first + place, event=event) for place, event in enumerate(events)
    ]


def body(*events: AnyEvent, side: Side = "a", first: int = 1) -> bytes:
    """What a phone sends."""
    return json.encode({"side": side, "phone": "p", "lines": lines(*events, side=side, first=first)})


def kept(link: Link) -> list[tuple[int, str, int]]:
    """What the log keeps: its number, phone and the phone's number."""
    return list(GameEvent.objects.filter(game=link.game).values_list("sequence", "phone", "number"))


def log_of(page: str) -> list[str]:
    """The lines of the log on a play screen, or in the table that is sent of it."""
    found: list[lxml.html.HtmlElement] = lxml.html.fromstring(page).xpath("//*[@id='log']//li/ul/li")
    return [line.text_content() for line in found]


def marks(page: lxml.html.HtmlElement) -> str:
    """What a phone that shows a page says that it shows."""
    return " ".join(page.xpath("//@data-part"))
