"""The cost of a phone's request: the lines read for it, how often, and the refusal above the limit."""

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings
from django.test import Client
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.games.actions import recording
from armybuilder.games.actions.games import start_game
from armybuilder.games.actions.new_events import (
    EVENTS_AT_MOST,
    LINES_AT_MOST,
    LineRefusedError,
)
from armybuilder.games.actions.recording import record_events, record_lines
from armybuilder.games.models import Game, Link
from armybuilder.games.views import links
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from rules.core.game.events import AnyEvent, GameLine, Mark, PhaseIs, TurnIs, Undone
from rules.core.game.fold import Folding
from tests.games.phones import LOST, kept, other, sent, token, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
THIRD = Mark(piece="3", state="suppressed")


class Folded:
    """The number of folded lines."""

    def __init__(self) -> None:
        self.lines = 0


@pytest.fixture
def folded() -> Iterator[Folded]:
    """Counts the lines that are folded."""
    counted, add = Folded(), Folding.add

    def counting(folding: Folding, line: GameLine) -> None:
        counted.lines += 1
        add(folding, line)

    with patch.object(Folding, "add", counting):
        yield counted


def full(own: Link, lines: int = EVENTS_AT_MOST - 200) -> Link:
    """A finished game with a full log, signed by nobody."""
    marks = (Mark(piece=str(at % 5 + 1), state="suppressed", on=at % 2 == 0) for at in range(lines - 2))
    return told(own, PhaseIs(phase="playing"), *marks, PhaseIs(phase="ended"))


def lines(*events: AnyEvent, seen: int = 1) -> list[GameLine]:
    """Lines of a phone that does not know that the game is over; for `seen` 0, each has seen one line more."""
    return [
        GameLine(side="a", phone="p", number=number, seen=seen or number, event=event)
        for number, event in enumerate(events, 1)
    ]


def test_the_most_lines_of_a_request_fold_a_full_log_as_often_as_one(own: Link, folded: Folded) -> None:
    """Once in its present state, and once as the phone knew it."""
    link = full(own)
    record_lines(token(link), "p", lines(*[THIRD] * LINES_AT_MOST))
    assert folded.lines <= EVENTS_AT_MOST + 4 * LINES_AT_MOST
    assert Game.objects.get().last == EVENTS_AT_MOST - 200 + LINES_AT_MOST


TAKEN_BACK = [Undone(phone="p", number=number) for number in range(10, 0, -1)]


@pytest.mark.parametrize(("seen", "events"), [(0, [THIRD] * 20), (1, [*[THIRD] * 10, *TAKEN_BACK])])
def test_a_full_log_is_folded_once_for_each_line_at_most(
    own: Link, folded: Folded, seen: int, events: list[AnyEvent]
) -> None:
    """Each has seen a different part of the log, or undoes a different line."""
    link = full(own)
    record_lines(token(link), "p", lines(*events, seen=seen))
    assert folded.lines <= (LINES_AT_MOST + 1) * EVENTS_AT_MOST


def test_a_phone_that_has_seen_the_log_grow_sends_its_lines_in_portions(own: Link, client: Client) -> None:
    link = told(own, PhaseIs(phase="playing"), *[THIRD] * 40)
    left, sizes = lines(*[Mark(piece="2", state="suppressed")] * 30, seen=0), []
    size = len(left)
    while left:
        status, said = sent(client, link, *left[:size])
        if status == 413:
            size = said["most"]
        else:
            assert status == 200
            sizes.append(size)
            left = left[size:]
    assert sum(sizes) >= 30
    assert Game.objects.get().last == 41 + 30


def test_more_than_twenty_lines_are_refused_with_the_number_that_is_taken(own: Link, client: Client) -> None:
    said = lines(*[THIRD] * (LINES_AT_MOST + 1))
    refused = {"refused": "Send at most 20 lines at a time, then the rest.", "most": 20}
    assert (sent(client, own, *said), kept(own)) == ((413, refused), [])
    assert sent(client, own, *said[:20]) == (200, {"last": 20})
    assert sent(client, own, *said[20:]) == (200, {"last": 21})


def test_a_line_that_comes_twice_in_one_request_is_kept_once(own: Link, client: Client) -> None:
    first, second = lines(LOST, THIRD)
    again = GameLine(side="a", phone="p", number=1, seen=1, event=Mark(piece="4", state="lost"))
    assert sent(client, own, first, second, first, again) == (200, {"last": 2})
    assert [event.event for event in Game.objects.get().stored_events] == [LOST, THIRD]


def test_after_three_conflicts_the_phone_has_to_try_again(own: Link, client: Client) -> None:
    tries = []

    def went_on(link: Link, events: object) -> bool:
        tries.append(link.game.last)
        return False

    with patch.object(recording, "save_if_unchanged", went_on):
        status, said = sent(client, own, *lines(LOST))
        assert (status, list(said), len(tries)) == (503, ["busy"], 3)
        with pytest.raises(recording.GameBusyError):
            record_events(token(own), "a", LOST)
        assert (
            client.post(f"/play/{own.token}/say/", {"side": "a", "event": json.encode(LOST).decode()}).status_code
            == 409
        )
    assert sent(client, own, *lines(LOST)) == (200, {"last": 1})


def test_reading_counts_by_lines_and_short_logs_are_free(
    own: Link, client: Client, marta: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS | {"play-work": Rate(250, 3600)})
    monkeypatch.setattr(links, "LONG_LOG", 60)
    long = told(own, PhaseIs(phase="playing"), *[THIRD] * 99)
    short = told(start_game(own.game.players.get(side="a").army_list, marta, both=False), LOST)  # type: ignore[arg-type]
    assert sent(client, long, *lines(LOST))[0] == 200  # 100 lines read
    assert client.get(f"/play/{long.token}/log.txt").status_code == 200  # 101 more
    pages = ("", "since/0/", "report/", "report.pdf", "log.txt", "log.json")
    assert {client.get(f"/play/{long.token}/{page}").status_code for page in pages} == {429}
    assert (
        client.post(f"/play/{long.token}/say/", {"side": "a", "event": json.encode(LOST).decode()}).status_code == 429
    )
    assert client.post(f"/play/{long.token}/roll/", {"side": "a", "roll": "morale"}).status_code == 429
    said = GameLine(side="a", phone="p", number=2, seen=1, event=THIRD)
    body = json.encode({"phone": "p", "lines": [said]})
    assert client.post(f"/play/{long.token}/write/", body, "application/json").status_code == 429
    assert {client.get(f"/play/{short.token}/{page}").status_code for page in pages} == {200}
    client.force_login(marta)
    assert client.get(f"/games/{long.game_id}/log.txt").status_code == 429


def test_a_phone_that_knew_of_the_end_is_refused_even_if_another_did_not(own: Link) -> None:
    link = full(own, 20)
    record_lines(token(link), "p", lines(LOST))
    with pytest.raises(LineRefusedError) as refused:
        record_lines(token(other(link)), "q", [
            GameLine(side="b", phone="q", number=1, seen=3, event=LOST),
            GameLine(side="b", phone="q", number=2, seen=20, event=TurnIs(turn=2)),
        ])  # fmt: skip
    assert (refused.value.reason, refused.value.number) == ("ended", 2)


def test_a_phone_sends_as_many_lines_at_once_as_the_site_takes() -> None:
    script = Path(settings.BASE_DIR, "static/js/games/play.js").read_text()
    assert f"const LINES_AT_MOST = {LINES_AT_MOST};" in script
