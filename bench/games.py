"""The effect of games at the table on users who edit lists meanwhile.

Forty games are eighty phones. Each asks for news every three seconds, and every fifteen after a minute without a tap.
A game of two hours has 150 to 300 log lines, about one per phone and minute: 1.3 taps a second, as many answers with
news to the other phone, and about 17 without. Each game starts with half a log.
"""

import json
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from django.test import Client
from django.urls import reverse
from msgspec.json import encode as json_of

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, join_game, start_game
from armybuilder.games.actions.new_events import EVENTS_AT_MOST, LINES_AT_MOST, events_of_lines
from armybuilder.games.actions.recording import record_lines
from armybuilder.games.models import Game, GameEvent, Link, new_token
from bench import ROOT
from bench.beside import SignedIn, beside
from bench.make_lists import roster
from bench.phones import EVERY, Phone
from bench.server import served
from bench.table import Measured
from bench.turns import in_turns
from bench.users import new_user, store
from rules.core.game.events import AnyEvent, GameLine, Mark, PhaseIs, TurnIs

GAMES = 40
LOG, TURNS = 60, 5  # lines that each phone has written before
EDITS, BREATH = 80, 0.05  # of a block
ROUNDS = 40
WORST_ROUNDS, FULL = 8, EVENTS_AT_MOST - 200  # the limit of requests from an address in a minute


def measure() -> Iterator[Measured]:
    """Yield the cost of a phone, and the slowdown of edits beside 40 games with two phones each."""
    owner, client = new_user("plays")
    edited = store(owner, roster(15))
    links = [link for _ in range(GAMES) for link in _game(owner)]
    yield from _one_phone(client, links[:2])
    yield _worst_request(client, owner)
    with served() as address:
        who = SignedIn(address, client)
        phones = Phones(who, links)
        ratio = beside(who, edited, phones.going_on, EDITS, BREATH)
    done = ", ".join(f"{phones.done[what] / phones.seconds:.1f} {what}" for what in sorted(phones.done))
    yield Measured(f"p95 of an edit beside {GAMES} games ({done} a second) over the idle one", ratio, "×", 1.3)


class InProcess(Phone):
    """A phone that calls the site in this process."""

    def __init__(self, client: Client, link: Link) -> None:
        super().__init__("", _known(link, {"HX-Request": "true"}, 0))
        self.client = client

    def send(self, method: str, path: str, body: str | None) -> str:
        return self.client.generic(method, path, body or "", "application/json", headers=self.headers).text


def _one_phone(client: Client, links: Sequence[Link]) -> Iterator[Measured]:
    """Yield the processor time for a phone divided by that for a bare page, measured in turns."""
    asks, taps = (InProcess(client, link) for link in links)
    acts = (lambda: client.get(reverse("bare")), asks.ask, taps.tap, asks.ask)
    bare, nothing, tap, news = in_turns(*acts, rounds=ROUNDS, clock=time.process_time)
    yield Measured("a question without news over a bare page", nothing / bare, "× CPU", 0.5)
    yield Measured("a tap with what it changes over a bare page", tap / bare, "× CPU", 8)
    yield Measured("a question with news over a bare page", news / bare, "× CPU", 7)


def _worst_request(client: Client, owner: User) -> Measured:
    """Return the processor time of the worst request to a game, divided by that with a single line.

    A phone that does not know that the game is over sends all it may. The last line is refused: nothing is stored.
    """
    link = start_game(store(owner, roster(15)), owner, both=False)
    _fill(link)
    marks: list[AnyEvent] = [Mark(piece="2", state="suppressed")] * (LINES_AT_MOST - 1)
    refused = Mark(piece="999", state="lost")
    acts = (partial(_send, client, link, events) for events in ([refused], [*marks, refused]))
    one, all_lines = in_turns(*acts, rounds=WORST_ROUNDS, clock=time.process_time)
    return Measured(f"{LINES_AT_MOST} lines on a full log over one line", all_lines / one, "× CPU", 2)


def _fill(link: Link) -> None:
    said: list[AnyEvent] = [PhaseIs(phase="playing")]
    said += [Mark(piece=str(at % 9 + 1), state="suppressed", on=at % 2 == 0) for at in range(FULL - 2)]
    lines = (
        GameLine(side="a", phone="full", number=number, seen=number - 1, event=event)
        for number, event in enumerate([*said, PhaseIs(phase="ended")], 1)
    )
    events = events_of_lines(link.game, lines)
    for event in events:
        event.seen = event.sequence - 1
    GameEvent.objects.bulk_create(events)
    Game.objects.filter(pk=link.game_id).update(last=FULL)


def _send(client: Client, link: Link, events: Sequence[AnyEvent]) -> None:
    lines = [
        GameLine(side="a", phone="late", number=number, seen=1, event=event) for number, event in enumerate(events, 1)
    ]
    body = json_of({"phone": "late", "lines": lines})
    answer = client.post(reverse("games:write", args=[link.token]), body, "application/json")
    if answer.status_code != 422:
        raise RuntimeError(f"impossible lines were answered with {answer.status_code}")


class Phones:
    """The phones of all games. `done`: their actions, in this many `seconds`."""

    def __init__(self, who: SignedIn, links: list[Link]) -> None:
        self.who, self.links = who, links
        self.done: Counter[str] = Counter()
        self.seconds, self.block = 0.0, 0

    @contextmanager
    def going_on(self) -> Iterator[None]:
        self.block += 1
        known = [_known(link, self.who.headers, self.block) for link in self.links]
        arguments = [sys.executable, "-m", "bench.phones", self.who.place]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        with subprocess.Popen(arguments, cwd=ROOT, **pipes) as phones:
            assert phones.stdin
            phones.stdin.write(json.dumps(known) + "\n")
            phones.stdin.flush()
            began = time.monotonic() + EVERY / 2  # half of them have asked then
            time.sleep(2 * EVERY)
            yield
            self.seconds += time.monotonic() - began
            said, _ = phones.communicate()
        if phones.returncode:
            raise RuntimeError("a phone broke off, and left the edits alone")
        self.done += Counter(json.loads(said))


def _known(link: Link, headers: dict[str, str], block: int) -> dict[str, Any]:
    phone = _phone(link)
    return {
        "since": reverse("games:play", args=[link.token]) + "since/",
        "write": reverse("games:write", args=[link.token]),
        "side": link.kind,
        "phone": phone,
        "number": link.game.events.filter(phone=phone).count(),
        "seed": f"{link.pk}-{block}",
        "headers": headers,
    }


def _phone(link: Link) -> str:
    return f"phone-{link.kind}"


def _game(owner: User) -> tuple[Link, Link]:
    own = start_game(store(owner, roster(15)), owner, both=False)
    invitation = Link.objects.get(game=own.game, kind="joins")
    enemy = join_game(str(invitation.token), new_token())
    choose_list(str(enemy.token), store(owner, roster(15)), owner)
    for link in (own, enemy):
        _play_half(link)
    return own, enemy


def _play_half(link: Link) -> None:
    """Write half a game; the first side also records the turns."""
    is_first = link.kind == "a"
    events: list[AnyEvent] = [PhaseIs(phase="playing")] if is_first else []
    for turn in range(1, TURNS + 1):
        is_hit = turn % 2 == 1
        marks = [Mark(piece=str(piece), state="suppressed", on=is_hit) for piece in range(1, LOG // TURNS)]
        events += [TurnIs(turn=turn), *marks] if is_first and turn > 1 else marks
    [side] = link.sides
    lines = [
        GameLine(side=side, phone=_phone(link), number=number, seen=EVENTS_AT_MOST, event=event)
        for number, event in enumerate(events, 1)
    ]
    for start in range(0, len(lines), LINES_AT_MOST):
        record_lines(str(link.token), _phone(link), lines[start : start + LINES_AT_MOST])
