"""Faults at a table: each refused with one line, and nothing is lost."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, delete_games, renew_link
from armybuilder.games.actions.new_events import LineRefusedError, writable_by
from armybuilder.games.actions.recording import record_events, record_lines
from armybuilder.games.models import Game, GameEvent, Link
from armybuilder.games.pages.page import Page
from rules.core.game.checking import Writable
from rules.core.game.events import Active, AnyEvent, GameLine, Mark, PhaseIs, Side, Signed, TurnIs
from tests.evenings.evenings import a_bn_list
from tests.games.phones import LOST, kept, other, token
from tests.races import Run, both_ways

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
ENDED, ENGLISH = PhaseIs(phase="ended"), {"Accept-Language": "en"}
THIRD = Mark(piece="3", state="lost")


def sends(client: Client, link: Link, *lines: GameLine, phone: str = "p") -> tuple[int, dict[str, object]]:
    """What the site answers to lines of a phone."""
    body = json.encode({"phone": phone, "lines": lines})
    answer = client.post(f"/play/{link.token}/write/", body, "application/json", headers=ENGLISH)
    return answer.status_code, answer.json()


def line(number: int, event: AnyEvent, seen: int = 0, phone: str = "p") -> GameLine:
    return GameLine(side="a", phone=phone, number=number, seen=seen, event=event)


def test_of_several_lines_the_site_names_the_one_that_cannot_be(own: Link, client: Client) -> None:
    """The phone skips the refused line, learns the next number, and nothing else is lost."""
    missing = Mark(piece="99", state="lost")
    assert sends(client, own, line(1, LOST), line(2, missing), line(3, THIRD)) == (
        422, {"refused": "The list or the game does not have that.", "number": 2},
    )  # fmt: skip
    assert sends(client, own, line(1, LOST), line(3, THIRD)) == (409, {"wanted": 2})
    assert sends(client, own, line(1, LOST), line(2, THIRD)) == (200, {"last": 2})


def test_offline_lines_from_before_the_end_are_stored(own: Link, client: Client) -> None:
    for event in (PhaseIs(phase="playing"), ENDED):
        record_events(token(own), "a", event)
    late, known = line(1, LOST, seen=1), line(1, LOST, seen=2)
    refused = {"refused": "The game is over. Resume it, or undo its end.", "number": 1}
    assert sends(client, own, known) == (422, refused)
    assert sends(client, own, late) == (200, {"last": 3})
    assert len(Game.objects.get().statuses["a"].lost) == 1


def test_a_game_played_offline_from_its_start_can_be_signed(own: Link, client: Client) -> None:
    """The other phone has recorded something meanwhile."""
    record_events(token(other(own)), "b", Mark(piece="2", state="hidden"))
    said: list[AnyEvent] = [PhaseIs(phase="playing"), ENDED, Signed(a=0, b=0)]
    lines = [line(number, event) for number, event in enumerate(said, 1)]
    assert sends(client, own, *lines) == (200, {"last": 5})


def test_a_phone_that_ends_the_game_records_nothing_after_it(own: Link, client: Client) -> None:
    """Its first line is from before it knew that the game had begun."""
    record_events(token(own), "a", PhaseIs(phase="playing"))
    refused = {"refused": "The game is over. Resume it, or undo its end.", "number": 3}
    lines = [line(1, LOST, seen=0), line(2, ENDED, seen=1), line(3, THIRD, seen=1)]
    assert sends(client, own, *lines) == (422, refused)


def test_late_lines_do_not_change_a_signed_result(own: Link, client: Client) -> None:
    record_events(token(own), "a", ENDED)
    for link, side in ((own, "a"), (other(own), "b")):
        record_events(token(link), side, Signed(a=0, b=0))  # type: ignore[arg-type]
    assert sends(client, own, line(1, LOST))[0] == 422


def test_a_full_log_says_so_and_keeps_what_it_has(own: Link, client: Client) -> None:
    record_events(token(own), "a", LOST)
    Game.objects.update(last=5000)
    said = {"refused": "The log of this game is full (5,000 lines): start a new game.", "number": None}
    assert (sends(client, own, line(1, LOST)), GameEvent.objects.count()) == ((422, said), 1)


def test_more_than_64_kb_at_once_are_not_read(own: Link, client: Client) -> None:
    said = {
        "refused": "The data cannot be read. Nothing was saved: reload the page.",
        "number": None,
    }
    many = [line(number, LOST) for number in range(1, 900)]
    assert (sends(client, own, *many), GameEvent.objects.count()) == ((422, said), 0)


def test_no_clock_of_a_phone_is_read(own: Link, client: Client) -> None:
    before = timezone.now()
    body = b'{"side":"a","phone":"p","lines":[{"side":"a","phone":"p","number":1,"time":"2031-01-01T00:00:00Z",'
    body += b'"event":{"kind":"turn","turn":2}}]}'
    assert client.post(f"/play/{own.token}/write/", body, "application/json").status_code == 422
    assert sends(client, own, line(1, LOST))[0] == 200
    assert before <= GameEvent.objects.get().time <= timezone.now()


def test_a_deleted_player_takes_their_side_and_the_other_plays_on(
    own: Link, client: Client, marta: User, davide: User
) -> None:
    link = other(own)
    choose_list(token(link), a_bn_list(davide), davide)
    record_events(token(own), "a", LOST)
    delete_games(Game.objects.all(), marta)
    assert client.get(f"/play/{link.token}/").status_code == 200
    mine = GameLine(side="b", phone="q", number=1, event=LOST)
    assert sends(client, link, mine, phone="q")[0] == 200
    assert [event.side for event in GameEvent.objects.all()] == ["a", "b"]
    delete_games(Game.objects.all(), davide)
    assert [client.get(f"/play/{link.token}/{page}").status_code for page in ("", "since/0/")] == [404, 404]
    assert client.post(f"/play/{link.token}/write/", b"{}", "application/json").status_code == 404


def test_a_list_that_changes_or_goes_leaves_the_game_as_it_was(own: Link, client: Client, marta: User) -> None:
    record_events(token(own), "a", LOST)
    before = client.get(f"/play/{own.token}/", headers=ENGLISH).text
    player = Game.objects.get().by_side["a"]
    assert player.army_list
    player.army_list.delete()
    pages = [text.split('id="table"')[1] for text in (before, client.get(f"/play/{own.token}/", headers=ENGLISH).text)]
    without = [text.count("Rifleman") for text in pages]
    assert without[0] == without[1] > 4


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@both_ways
def test_two_phones_write_at_once_and_each_line_is_kept_once(own: Link, run: Run) -> None:
    first, second, twice = (
        [line(number, Mark(piece=str(number), state="suppressed"), phone=phone) for number in range(1, 6)]
        for phone in ("p", "q", "q")
    )
    acts = [
        lambda lines=lines, phone=phone: record_lines(token(own), phone, lines)
        for lines, phone in ((first, "p"), (second, "q"), (twice, "q"))
    ]
    assert run(*acts) == [None] * 3
    assert list(GameEvent.objects.values_list("sequence", flat=True)) == list(range(1, 11))
    assert Game.objects.get().last == 10


def in_between(act: Callable[[], object]) -> Any:
    """Act once in between, while a line is checked and not stored yet."""
    acts = iter([act])

    def checked(game: Game, side: Side) -> Writable:
        next(acts, lambda: None)()
        return writable_by(game, side)

    return patch("armybuilder.games.actions.new_events.writable_by", checked)


def test_earlier_lines_go_first(own: Link) -> None:
    enemy = token(other(own))
    with in_between(lambda: record_events(enemy, "b", LOST)):
        written = record_lines(token(own), "p", [line(1, LOST)])
    assert kept(own) == [(2, f"page-{other(own).pk}", 1), (3, "p", 1)]  # 1: the other side joined
    assert (written.game.last, len(written.game.statuses["a"].lost)) == (3, 1)
    assert written.game.state.marks("b") == {"2": {"lost"}}


def test_after_an_end_that_comes_in_between_nothing_is_kept_of_who_knew_of_it(own: Link) -> None:
    record_events(token(own), "a", PhaseIs(phase="playing"))
    with in_between(lambda: record_events(token(own), "a", ENDED)), pytest.raises(LineRefusedError):
        record_lines(token(own), "p", [line(1, LOST, seen=2)])
    assert Game.objects.get().last == 2


def test_a_link_that_is_withdrawn_in_between_writes_nothing(own: Link) -> None:
    with in_between(lambda: renew_link(token(own), "a")), pytest.raises(Link.DoesNotExist):
        record_lines(token(own), "p", [line(1, LOST)])
    assert kept(own) == []


def test_two_phones_of_a_side_are_told_of_each_other_until_the_turn_is_over(own: Link) -> None:
    record_lines(token(own), "p", [line(1, PhaseIs(phase="playing"))])
    told = []
    for phone, number, event in (
        ("p", 2, LOST),
        ("q", 1, Active(turn=1, active="a")),
        ("q", 2, TurnIs(turn=2)),
    ):
        record_lines(token(own), phone, [line(number, event, seen=9, phone=phone)])
        told.append([Page(link, "en").log.has_two_phones for link in (Link.objects.of_token(token(own)), other(own))])
    assert told == [[False, False], [True, False], [False, False]]
