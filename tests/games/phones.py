"""Links, lines of phones, and stored lines, in the words of the tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import lxml.html
import pytest
from django.test import Client
from django.utils.translation import override
from msgspec import json

from armybuilder.games.actions.games import join_game
from armybuilder.games.actions.new_events import events_of_lines
from armybuilder.games.models import Game, GameEvent, Link, new_token
from armybuilder.refusals import RefusedError
from rules.core.game.events import (
    AnyEvent,
    GameLine,
    Mark,
    Side,
)

LOST = Mark(piece="2", state="lost")


@contextmanager
def refuses(sentence: str) -> Iterator[None]:
    """Expect that an action is refused with an English sentence."""
    with override("en"):
        with pytest.raises(RefusedError) as refused:
            yield
        assert str(refused.value) == sentence


def token(link: Link) -> str:
    """Return the token of a link that was not withdrawn."""
    assert link.token
    return link.token


def other(link: Link, kind: str = "b") -> Link:
    """Another link of the game, by default the other side's, which joins if it has not yet."""
    invitation = link.game.links.filter(kind="joins", token__isnull=False).first()
    if kind == "b" and invitation:
        join_game(token(invitation), new_token())
    return Link.objects.get(game=link.game, kind=kind, token__isnull=False)


def told(link: Link, *events: AnyEvent, side: Side = "a") -> Link:
    """Add events to the log of a game without the checks of the page; return the link."""
    game, phone = Game.objects.get(pk=link.game_id), f"page-{link.pk}"
    first = game.events.filter(phone=phone).count() + 1
    said = (
        GameLine(side=side, phone=phone, number=number, seen=game.last + place, event=event)
        for place, (number, event) in enumerate(enumerate(events, first))
    )
    added = events_of_lines(game, said)
    for place, one in enumerate(added):
        one.seen = game.last + place
    GameEvent.objects.bulk_create(added)
    Game.objects.filter(pk=game.pk).update(last=game.last + len(added))
    return Link.objects.of_token(token(link))


def lines(*events: AnyEvent, side: Side = "a", first: int = 1) -> list[GameLine]:
    """Return lines of a phone in order."""
    return [GameLine(side=side, phone="p", number=first + place, event=event) for place, event in enumerate(events)]


def body(*events: AnyEvent, side: Side = "a", first: int = 1) -> bytes:
    """Return a phone's post."""
    return json.encode({"phone": "p", "lines": lines(*events, side=side, first=first)})


def kept(link: Link) -> list[tuple[int, str, int]]:
    """Return the stored log lines: number, phone and the phone's number."""
    return list(GameEvent.objects.filter(game=link.game).values_list("sequence", "phone", "number"))


def log_of(page: str) -> list[str]:
    """The lines of the log on a play screen, or in the table that is sent of it."""
    found: list[lxml.html.HtmlElement] = lxml.html.fromstring(page).xpath("//*[@id='log']//li/ul/li")
    return [line.text_content() for line in found]


def marks(page: lxml.html.HtmlElement) -> str:
    """Return the marks that a phone sends for a page."""
    return " ".join(page.xpath("//@data-part"))


def sent(client: Client, link: Link, *said: GameLine) -> tuple[int, dict[str, Any]]:
    """The site's answer to a phone's lines."""
    body = json.encode({"phone": said[0].phone, "lines": said})
    address, english = f"/play/{link.token}/write/", {"Accept-Language": "en"}
    answer = client.post(address, body, "application/json", headers=english)
    return answer.status_code, answer.json()
