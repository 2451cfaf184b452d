"""Each holder of a link tries each act on a game, checked against one table (who_opens.txt)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.test import Client
from msgspec import json

from armybuilder import urls
from armybuilder.accounts.models import User
from armybuilder.clubs.actions import remove_member
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk, entries
from armybuilder.evenings.actions.desk import appoint, dismiss
from armybuilder.evenings.actions.entries import withdraw_link
from armybuilder.evenings.actions.rounds import draw, publish, unpublish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening, Pairing
from armybuilder.games.actions.games import join_game, renew_link, start_game
from armybuilder.games.actions.recording import game_of_referee, game_of_table, record_events
from armybuilder.games.models import new_token
from armybuilder.games.models.games import RIGHTS
from armybuilder.printing.pdfs import pool
from rules.core.game.events import SIDES, AnyEvent, GameLine, Mark, PhaseIs
from tests.access.world import noted_writes
from tests.clubs.clubs import a_club, browser_of
from tests.evenings.evenings import a_bn_list, an_evening
from tests.fixtures import loaded_rules as loaded_rules

pytestmark = pytest.mark.usefixtures("loaded_rules")

TABLE = Path(__file__).with_name("who_opens.txt")
SECRET = "Alpini in Gulistan"  # the name of the first side's list
BEGUN: tuple[AnyEvent, ...] = (PhaseIs(phase="playing"), *(Mark(piece=one, state="lost") for one in "23"))
MORE = Mark(piece="4", state="lost")


def acts(list_id: object) -> dict[str, tuple[str, dict[str, Any] | None]]:
    """Each act: its address after the link's, and the data to post (None: a GET)."""
    event = json.encode(MORE).decode()
    sides = {
        f"{act}-{side}": (f"{act}/", sent | {"side": side})
        for side in SIDES
        for act, sent in {"say": {"event": event}, "roll": {"roll": "morale"}, "write": {}}.items()
    }
    return {
        "screen": ("", None),
        "poll": ("since/0/", None),
        "log": ("log.json", None),
        "text": ("log.txt", None),
        "report": ("report/", None),
        "kit": ("kit.pdf", None),
        "leave": ("leave/", None),
        **sides,
        "list": ("list/", {"list": str(list_id), "side": "b"}),
        **{f"renew-{kind}": ("renew/", {"kind": kind}) for kind in RIGHTS},
        "join": ("join/", {"own_token": new_token()}),
    }


def of_two_phones(owner: User) -> dict[str, str | None]:
    """The links of a game that the other side has joined, and of another that waits for the other side."""
    joined, waiting, alone = (
        start_game(a_bn_list(owner, name=SECRET), owner, both=is_both) for is_both in (False, False, True)
    )
    for link in (joined, waiting, alone):
        for event in BEGUN:
            record_events(str(link.token), "a", event)
    used, looks, invited = (
        one.links.get(kind=kind).token
        for one, kind in ((joined.game, "joins"), (joined.game, "looks"), (waiting.game, "joins"))
    )
    second = join_game(str(used), new_token())
    renewed = renew_link(str(second.token), "b")
    return {
        "first": joined.token,
        "first-alone": waiting.token,
        "second": renewed.token,
        "second-before": second.token,
        "both": alone.token,
        "invited": invited,
        "invited-late": used,
        "onlooker": looks,
    }


def a_table(club: Club, owner: User, *, first: User | None, second: User) -> Pairing:
    """A table of a games night that never reveals its lists; the first side is a guest if nobody is named."""
    evening = an_evening(club, owner, ruleset="bn", limits={"attacker": 150}, reveal="never")
    if first:
        submit(evening.pk, first, a_bn_list(first, name=SECRET).pk)
    else:
        desk.add_guest(evening.pk, owner, "Anna")
    submit(evening.pk, second, a_bn_list(second).pk)
    Evening.objects.filter(pk=evening.pk).update(closed=evening.created)
    draw(evening.pk, owner, "swiss")
    [table] = publish(evening.pk, owner).pairings.all()
    assert table.second
    if str(table.first) != (first.username if first else "Anna"):
        table.first, table.second = table.second, table.first
        table.save()
    return table


def of_a_night(club: Club, owner: User, first: User, second: User, referee: User) -> dict[str, str | None]:
    """The links to a game of two members at a table."""
    table = a_table(club, owner, first=first, second=second)
    evening = table.round.evening_id
    appoint(evening, owner, referee.pk)
    links = {
        "first": game_of_table(evening, first, table.pk),
        "second": game_of_table(evening, second, table.pk),
        "referee": game_of_referee(evening, referee, table.pk),
        "organiser": game_of_referee(evening, owner, table.pk),
    }
    for event in BEGUN:
        record_events(str(links["first"].token), "a", event)
    looks = links["first"].game.links.get(kind="looks")
    return {f"night-{name}": link.token for name, link in (links | {"onlooker": looks}).items()}


def gone(club: Club, owner: User, *users: User) -> dict[str, str | None]:
    """The links of people who have left a games night."""
    home, removed, referee, second = users
    tokens: dict[str, str | None] = {}

    def left(name: str, first: User | None, leaves: Callable[[Pairing], object]) -> None:
        table = a_table(club, owner, first=first, second=second)
        evening = table.round.evening_id
        if name == "referee-no-more":
            appoint(evening, owner, referee.pk)
            link = game_of_referee(evening, referee, table.pk)
        elif first:
            link = game_of_table(evening, first, table.pk)
        else:
            assert table.first.token
            link = game_of_table(table.first.evening_id, table.first, table.pk)
        tokens[name] = link.token
        leaves(table)

    def remove(_table: Pairing) -> None:
        remove_member(club.pk, owner, club.memberships.get(user=removed).pk)

    left("gone-home", home, lambda table: entries.drop_out(table.round.evening_id, home))
    left(
        "guest-withdrawn",
        None,
        lambda table: withdraw_link(table.round.evening_id, owner, table.first_id),
    )
    left("table-taken-back", home, lambda table: unpublish(table.round.evening_id, owner))
    left("table-deleted", home, lambda table: table.delete())
    left("referee-no-more", home, lambda table: dismiss(table.round.evening_id, owner, referee.pk))
    left("removed", removed, remove)
    return tokens


def not_there(request: HttpRequest, exception: Exception) -> HttpResponse:
    return HttpResponseNotFound("Not there")


def test_every_link_opens_only_what_the_table_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "render", lambda html, css: html.encode())
    monkeypatch.setattr(pool, "run", lambda _join, parts, *_: b"".join(part.content for part in parts))
    monkeypatch.setattr(urls, "handler404", not_there, raising=False)
    names = ("owner", "home", "removed", "referee", "second")
    owner, *people = (User.objects.create_user(name) for name in names)
    home, _removed, referee, second = people
    club = a_club(owner, None, *people)
    holders = of_two_phones(owner) | of_a_night(club, owner, home, second, referee)
    holders |= gone(club, owner, *people)
    asked = acts(a_bn_list(owner).pk)
    browser = browser_of(owner)
    found = {
        holder: {name: _outcome(browser, str(token), *act) for name, act in asked.items()}
        for holder, token in holders.items()
    }
    assert found == _table()


def _outcome(browser: Client, token: str, address: str, sent: dict[str, Any] | None) -> str:
    """Return the status, with "*" if the first side's list is named, "!" if the game was written."""
    path = f"/play/{token}/{address}"
    with transaction.atomic(), noted_writes() as written:
        if sent is None:
            answer: Any = browser.get(path)
        elif address == "write/":
            line = GameLine(side=sent["side"], phone="forged", number=1, event=MORE)
            body = json.encode({"phone": "forged", "lines": [line]})
            answer = browser.post(path, body, "application/json")
        else:
            answer = browser.post(path, sent)
        transaction.set_rollback(True)
    names = SECRET in answer.content.decode()
    wrote = any(sql.split('"')[1].startswith("games_") for sql in written)
    return f"{answer.status_code}{'*' if names else ''}{'!' if wrote else ''}"


def _table() -> dict[str, dict[str, str]]:
    """Return the expected outcome of each act for each holder; each part of the table starts with its holders."""
    found: dict[str, dict[str, str]] = {}
    holders: list[str] = []
    for line in TABLE.read_text().splitlines():
        if line and not line.startswith("#"):
            act, *outcomes = line.split()
            if act == "act":
                holders = outcomes
            for holder, outcome in zip(holders, outcomes, strict=True) if act != "act" else ():
                found.setdefault(holder, {})[act] = outcome
    return found
