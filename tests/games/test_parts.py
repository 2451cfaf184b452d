"""A phone gets only changed parts, which together with its own are the whole page."""

from copy import deepcopy
from itertools import count
from typing import Any

import lxml.html
import pytest
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lxml.etree import tostring
from msgspec import json
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list
from armybuilder.games.models import Game, GameEvent, Link
from armybuilder.games.pages.page import HELD, PageParts
from rules.core.game.events import (
    SIDES,
    AnyEvent,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Scored,
    Side,
    Signed,
    TurnIs,
    Undone,
    Used,
)
from tests.evenings.evenings import a_bn_list
from tests.games.phones import LOST, lines, marks, other, token

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
LATER = 100  # longer than any log line here
ENGLISH = {"Accept-Language": "en", "HX-Request": "true"}

places = st.integers(1, 5)
is_so = st.booleans()
said: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(
        Mark,
        piece=places.map(str),
        state=st.sampled_from(["suppressed", "wounded", "lost", "hidden", "hidden", "fled"]),
        on=is_so,
    ),
    st.builds(Marker, marker=places.map(str), about=st.just("ambush"), piece=st.just("S1"), shown=is_so, gone=is_so),
    st.builds(TurnIs, turn=places),
    st.builds(MoraleTested, turn=places, passed=is_so),
    st.builds(Scored, row=st.just("bn/1"), times=places),
    st.builds(PhaseIs, phase=st.sampled_from(["playing", "playing", "ended"])),
    st.builds(Used, extra=st.just("X1"), times=places),
    st.builds(Signed, a=places, b=places),
    st.builds(Undone, phone=st.sampled_from(["p-a", "p-b"]), number=st.integers(1, 12), on=is_so),
)
hides = Mark(piece="2", state="hidden")
logs = st.lists(st.tuples(st.sampled_from(SIDES), said, st.integers(0, 20)), max_size=20)


def write_down(link: Link, log: list[tuple[Side, AnyEvent, int]], first: int) -> None:
    """Add lines to the log unchanged, whether or not they are possible."""
    GameEvent.objects.bulk_create(
        GameEvent(
            game=link.game,
            sequence=number,
            side=side,
            phone=f"p-{side}",
            number=number,
            seen=seen,
            payload=json.encode(event).decode(),
        )
        for number, (side, event, seen) in zip(count(first), log, strict=False)
    )
    Game.objects.filter(pk=link.game.pk).update(last=LATER)


def table(client: Client, link: Link, held: str | None = None) -> lxml.html.HtmlElement:
    """Return the table for a phone that shows parts with these marks; None: for a build without marks."""
    headers = ENGLISH | ({} if held is None else {HELD: held})
    found = lxml.html.fromstring(client.get(f"/play/{link.token}/since/0/", headers=headers).text)
    for field in found.xpath("//input[@name='csrfmiddlewaretoken']"):
        field.attrib.pop("value")
    found.attrib.pop("data-token")
    for element in found.iter():  # line breaks between elements
        element.text, element.tail = (element.text or "").strip(), (element.tail or "").strip()
    return found


def put_together(sent: lxml.html.HtmlElement, shown: lxml.html.HtmlElement) -> lxml.html.HtmlElement:
    """Apply an answer like play.js."""
    for hole in sent.xpath("//*[@data-same]"):
        part = deepcopy(shown.get_element_by_id(hole.get("id")))
        part.tail = hole.tail
        hole.getparent().replace(hole, part)
    return sent


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(  # a spotted man who is hidden again: the log no longer has his name, in any turn
    before=[("a", hides, 0), ("a", Mark(piece="2", state="hidden", on=False), 1)],
    after=[("a", TurnIs(turn=2), 2), ("a", hides, 3)],
    kind="b",
)
@example(  # the other side undoes a line for both
    before=[("a", Mark(piece="2", state="suppressed"), 0), ("b", PhaseIs(phase="playing"), 1)],
    after=[("b", Undone(phone="p-b", number=2), 2)],
    kind="a",
)
@given(before=logs, after=logs, kind=st.sampled_from(["a", "b", "looks"]))
def test_parts_put_together_are_the_whole_table(
    own: Link, davide: User, before: list[Any], after: list[Any], kind: str
) -> None:
    client, link = Client(), own if kind == "a" else other(own, kind)
    GameEvent.objects.filter(game=own.game).delete()
    write_down(own, before, 1)
    shown = table(client, link)
    write_down(own, after, len(before) + 1)
    whole = table(client, link)
    assert tostring(put_together(table(client, link, marks(shown)), shown)) == tostring(whole)


def test_a_complete_page_gets_no_row_and_a_tap_only_its_own(own: Link, client: Client, davide: User) -> None:
    enemy = other(own)
    choose_list(token(enemy), a_bn_list(davide), davide)
    shown = table(client, enemy)
    sent = table(client, enemy, marks(shown))
    assert marks(sent) == ""
    body = json.encode({"phone": "p", "lines": lines(LOST, side="b")})
    address, headers = f"/play/{enemy.token}/write/", ENGLISH | {HELD: marks(shown)}
    said = client.post(address, body, "application/json", headers=headers).json()
    came = lxml.html.fromstring(said["table"])
    rows = [part.get("id") for part in came.xpath("//*[@data-part]")]
    assert (said["last"], rows) == (3, ["own-b", "men-bS1", "tb2", "log-1", "log-files"])


def test_the_mark_of_a_part_is_of_one_build_language_and_link_alone() -> None:
    def mark(*of_page: str) -> str:
        return PageParts(of_page, "").part("ta1", "lost").mark

    others = {mark(*page) for page in (("1", "it", "t"), ("2", "en", "t"), ("1", "en", "u"), ("1", "e", "nt"))}
    held = PageParts(("1", "en", "t"), f"x {mark('1', 'en', 't')}")
    assert len(others - {mark("1", "en", "t")}) == 4
    assert [held.part(*part).is_held for part in (("ta1", "lost"), ("ta1", ""), ("ta2", "lost"))] == [
        True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("events", [2, 60])
def test_news_are_five_queries_and_a_tap_is_ten_however_long_the_log(  # type: ignore[no-untyped-def]
    own: Link, client: Client, events: int, django_assert_num_queries
) -> None:
    enemy = other(own)
    write_down(own, [("a", TurnIs(turn=turn), 0) for turn in range(1, events)], 1)
    shown = marks(table(client, enemy))
    with django_assert_num_queries(5):
        table(client, enemy, shown)
    body = json.encode({"phone": "p", "lines": [replace(one, seen=9999) for one in lines(LOST, side="b")]})
    address, headers = f"/play/{enemy.token}/write/", ENGLISH | {HELD: shown}
    with django_assert_num_queries(10):
        client.post(address, body, "application/json", headers=headers)


def test_a_tap_of_a_signed_in_player_does_not_read_the_account(  # type: ignore[no-untyped-def]
    own: Link, client: Client, davide: User, django_assert_num_queries
) -> None:
    enemy = other(own)
    choose_list(token(enemy), a_bn_list(davide), davide)
    write_down(own, [("a", TurnIs(turn=1), 0)], 1)
    client.force_login(davide)
    shown = marks(table(client, enemy))
    body = json.encode({"phone": "p", "lines": [replace(one, seen=9999) for one in lines(LOST, side="b")]})
    address, headers = f"/play/{enemy.token}/write/", ENGLISH | {HELD: shown}
    with django_assert_num_queries(10) as asked:
        client.post(address, body, "application/json", headers=headers)
    assert not [query["sql"] for query in asked.captured_queries if "accounts_user" in query["sql"]]
