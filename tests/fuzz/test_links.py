"""Two sides, a spectator and a referee with forged and replayed lines and links: nobody reads or writes for another.

Each answer is compared, byte by byte, with the data that its link may see. A few games in CI, many in `make fuzz`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.rounds import draw, publish
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Evening
from armybuilder.games.actions.games import choose_list, renew_link, start_game
from armybuilder.games.actions.recording import game_of_referee, game_of_table, record_events
from armybuilder.games.models import Game, GameEvent, Link, new_token
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import ExtraEntry, Figure
from rules.core.document.rows import numbered
from rules.core.game.events import SIDES, Mark, Side
from rules.core.game.fold import hidden_pieces
from tests.clubs.conftest import davide as davide
from tests.clubs.conftest import ilaria as ilaria
from tests.clubs.conftest import marta as marta
from tests.evenings.conftest import club as club
from tests.evenings.evenings import an_evening
from tests.fixtures import loaded_rules as loaded_rules
from tests.fuzz.test_addresses import TRIES, somebody
from tests.games.phones import other, token
from tests.lists.factories import a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]
GAMES = settings(TRIES, max_examples=max(1, settings().max_examples // 33))
NAMES = {"a": "Kestrel", "b": "Merlin"}  # in everything that a side has
SIDES_OF = {"a": ("a",), "b": ("b",), "looks": (), "ref": SIDES, "old": ()}
#: The links that each holder may see, by their kinds: at a games night, and in a game of two phones.
MAY_SEE = {"a": {"a", "looks"}, "b": {"b", "looks"}, "looks": set(), "ref": {"ref"}, "old": set()}
MAY_SEE_PLAIN = MAY_SEE | {"b": {"b"}}
PAGES = ("", "since/0/", "log.json", "log.txt", "report/")
EVENTS: list[dict[str, Any]] = [
    *({"kind": "mark", "piece": piece, "state": "hidden", "on": on} for piece in "12" for on in (True, False)),
    *({"kind": "mark", "piece": piece, "state": state} for piece in "234" for state in ("lost", "suppressed")),
    {"kind": "used", "extra": "X1", "times": 1},
    *({"kind": "marker", "marker": "1", "about": "smoke", "piece": "3", "shown": shown} for shown in (False, True)),
    {"kind": "turn", "turn": 2},
    {"kind": "active", "turn": 1, "active": "a"},
    {"kind": "phase", "phase": "playing"},
    {"kind": "phase", "phase": "ended"},
    {"kind": "signed", "a": 10, "b": 0},
    *({"kind": "undone", "phone": f"phone-{side}", "number": number} for side in SIDES for number in (1, 2)),
]
HOLDERS = st.sampled_from(sorted(SIDES_OF))
SIDE = st.sampled_from(SIDES)
EVENT = st.sampled_from(EVENTS)
SAYS = st.tuples(st.just("say"), SIDE, EVENT)
WRITES = st.tuples(st.just("write"), SIDE, SIDE, st.lists(EVENT, min_size=1, max_size=3), st.integers(1, 4))
ROLLS = st.tuples(st.just("roll"), SIDE, st.sampled_from(["morale", "initiative", "attacks", "2"]))
RENEWS = st.tuples(st.just("renew"), st.sampled_from(["a", "b", "both", "joins", "looks", "ref"]))
OTHERS = st.sampled_from([("replay",), ("join",), ("list", "a"), ("list", "b")])
MOVES = st.tuples(HOLDERS, SAYS | WRITES | ROLLS | RENEWS | OTHERS, HOLDERS, st.sampled_from(PAGES))


@dataclass
class Table:
    """A game with the tokens of its holders, the last line of each side's phone, and a list to choose."""

    game_id: Any
    tokens: dict[str, str]
    may_see: dict[str, set[str]]
    hides_lists: bool
    choice: str
    sent: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.game_id)

    def move(self, holder: str, act: str, *of: Any) -> Any:
        """Send an invented request of a holder; return the answer."""
        sent: dict[str, Any] = {}
        if act in ("write", "replay"):
            data = self.sent[-1][1] if act == "replay" and self.sent else self._lines(*of) if of else b"{}"
            self.sent.append((holder, data))
            address = f"/play/{self.tokens[holder]}/write/"
            return somebody().post(address, data, "application/json", headers={"X-Held": "-"})
        if act == "say":
            sent = {"side": of[0], "event": json.encode(of[1]).decode()}
        elif act == "roll":
            sent = {"side": of[0], "roll": of[1]}
        elif act == "renew":
            sent = {"kind": of[0]}
        elif act == "list":
            sent = {"side": of[0], "list": self.choice}
        elif act == "join":
            sent = {"own_token": new_token()}
        return somebody().post(f"/play/{self.tokens[holder]}/{act}/", sent)

    def _lines(self, side: Side, whose: Side, events: list[dict[str, Any]], first: int) -> bytes:
        phone = f"phone-{whose}"
        lines = [
            {"side": side, "phone": phone, "number": number, "event": event}
            for number, event in enumerate(events, first)
        ]
        return json.encode({"phone": phone, "lines": lines})

    def secrets(self, holder: str) -> Iterator[str]:
        game = self.game
        for link in game.links.all():
            if link.kind not in self.may_see[holder]:
                yield from filter(None, (link.token, link.code, link.shown_code))
        for side in (side for side in SIDES if side not in SIDES_OF[holder]):
            roster = game.by_side[side].roster
            assert roster
            hidden = hidden_pieces(game.state, side, game.catalogue)
            yield from (row.name for key, row in pieces(game, side) if key in hidden)
            yield f"{NAMES[side]}Notes"
            if self.hides_lists:
                yield from (roster.name, roster.squads[0].name)

    def check(self, holder: str, text: str) -> None:
        """Raise AssertionError if a holder's answer has a byte too many."""
        own = self.tokens[holder]
        known = [word for word in self.secrets(holder) if word in text and word != own]
        assert known == [], holder

    def check_log(self, holder: str, log: dict[str, Any]) -> None:
        """Raise AssertionError if a log has a line of the other side that its reader may not see."""
        game = self.game
        hidden = {(side, key) for side in SIDES for key in hidden_pieces(game.state, side, game.catalogue)}
        for line in (one["line"] for one in log["lines"] if one["line"]["side"] not in SIDES_OF[holder]):
            event = line["event"]
            assert event["kind"] != "used"
            if event["kind"] == "mark" and (line["side"], event["piece"]) in hidden:
                assert (event["state"], self.hides_lists) == ("hidden", False)
            assert event["kind"] != "marker" or event["shown"]


def pieces(game: Game, side: Side) -> Iterator[tuple[str, Figure]]:
    roster = game.by_side[side].roster
    assert roster
    return ((item.key, item.row) for item in numbered(roster) if isinstance(item.row, Figure))


def its_list(user: User, side: Side) -> ArmyList:
    """A list with a unique name for every part."""
    name = NAMES[side]
    men = [Figure(id="", name=f"{name}Man{number}x", weapons=("assault-rifle",)) for number in range(5)]
    roster = a_roster(
        a_squad(*men, name=f"{name}Squad"),
        name=f"{name}List",
        role="attacker",
        notes=f"{name}Notes",
        extras=(ExtraEntry(extra="ambush"),),
    )
    return a_list(Visitor(user), roster)


def at_a_night(club: Club, davide: User, ilaria: User, marta: User) -> Table:
    """A table of a games night that hides its lists; davide referees it."""
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 900}, reveal="never")
    users = {"a": ilaria, "b": marta}
    for side in SIDES:
        submit(evening.pk, users[side], its_list(users[side], side).pk)
    Evening.objects.filter(pk=evening.pk).update(closed=evening.created)
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    if table.first.user != ilaria:
        assert table.second
        table.first, table.second = table.second, table.first
        table.save()
    links: dict[Any, Link] = {side: game_of_table(evening.pk, users[side], table.pk) for side in SIDES}
    links["ref"] = game_of_referee(evening.pk, davide, table.pk)
    return _table(links["a"], links, MAY_SEE, davide, hides_lists=True)


def on_two_phones(ilaria: User, marta: User) -> Table:
    """A game that one player started and another joined; both have hidden men."""
    own = start_game(its_list(ilaria, "a"), ilaria, both=False)
    links = {"a": own, "b": other(own)}
    choose_list(token(links["b"]), its_list(marta, "b"), marta)
    for side in SIDES:
        for piece in "12":
            record_events(token(links[side]), side, Mark(piece=piece, state="hidden"))
    return _table(own, links, MAY_SEE_PLAIN, ilaria, hides_lists=False)


def _table(own: Link, links: dict[Any, Link], may_see: dict[str, set[str]], user: User, *, hides_lists: bool) -> Table:
    old = links["b"]
    links |= {"b": renew_link(token(old), "b"), "looks": other(own, "looks")}
    tokens = {kind: token(link) for kind, link in links.items()} | {"old": token(old)}
    tokens.setdefault("ref", "nobody")
    choice = str(its_list(user, "a").pk)
    return Table(own.game_id, tokens, may_see, hides_lists, choice)


@pytest.mark.parametrize("is_night", [True, False])
@GAMES
@given(st.lists(MOVES, min_size=6, max_size=14))
def test_no_link_reads_or_writes_for_another(
    club: Club, davide: User, ilaria: User, marta: User, is_night: bool, moves: list[Any]
) -> None:
    with transaction.atomic():
        table = at_a_night(club, davide, ilaria, marta) if is_night else on_two_phones(ilaria, marta)
        for holder, act, reader, page in moves:
            before = _kept(table)
            answer = table.move(holder, *act)
            assert answer.status_code in (200, 302, 404, 409, 422), act
            _check_written(table, holder, before)
            table.check(holder, answer.content.decode())
            _follow(table, holder, act, answer)
            read = somebody().get(f"/play/{table.tokens[reader]}/{page}")
            assert read.status_code == (404 if table.tokens[reader] == "nobody" or reader == "old" else 200)
            table.check(reader, read.content.decode())
            if page == "log.json" and read.status_code == 200:
                table.check_log(reader, read.json())
        transaction.set_rollback(True)


def _follow(table: Table, holder: str, act: Any, answer: Any) -> None:
    """Remember the new token after a holder renewed their own link or the spectators'."""
    if act[0] == "renew" and answer.status_code == 302:
        live = {link.kind: link.token for link in table.game.links.exclude(token=None)}
        table.tokens |= {kind: token for kind, token in live.items() if kind in table.tokens and token}


def _kept(table: Table) -> dict[str, Any]:
    """Each side's data: its lines without rolls of the site, its marks, its list; and the links."""
    game = table.game
    lines = GameEvent.objects.filter(game=game).exclude(phone="dice")
    return {
        **{f"lines {side}": list(lines.filter(side=side).values_list("pk", flat=True)) for side in SIDES},
        **{f"marks {side}": game.state.marks(side) for side in SIDES},
        **{f"list {side}": game.by_side[side].document for side in SIDES},
        "links": {link.pk: (link.kind, link.token) for link in game.links.all()},
    }


def _check_written(table: Table, holder: str, before: dict[str, Any]) -> None:
    """Raise AssertionError if a holder changed another's data."""
    after = _kept(table)
    for side in (side for side in SIDES if side not in SIDES_OF[holder]):
        for what in ("lines", "marks", "list"):
            assert after[f"{what} {side}"] == before[f"{what} {side}"], (holder, what)
    changed = {kind for pk, (kind, _token) in after["links"].items() if before["links"].get(pk) != after["links"][pk]}
    assert changed <= table.may_see[holder]
