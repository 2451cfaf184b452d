"""Two phones at a table: rights of each, and storing lines once."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import translation
from msgspec import json

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, renew_link, start_game
from armybuilder.games.actions.new_events import LineRefusedError, MissingLineError
from armybuilder.games.actions.recording import record_events, record_lines
from armybuilder.games.models import SIDE_NAMES, Game, GameEvent, Link
from armybuilder.games.pages.page import Page
from armybuilder.lists.visitors import Visitor
from armybuilder.rate_limits import limits
from armybuilder.rate_limits.buckets import Rate
from rules.core.game.events import (
    Active,
    GameLine,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Side,
    TurnIs,
)
from tests.evenings.evenings import a_bn_list
from tests.games.phones import LOST, kept, lines, other, refuses, token
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def mark(piece: str) -> Mark:
    return Mark(piece=piece, state="lost")


# Writing


def test_lines_sent_twice_are_stored_once(own: Link) -> None:
    for _time in range(2):
        record_lines(token(own), "p", lines(LOST, mark("3")))
    record_lines(token(own), "p", lines(mark("3"), mark("4"), first=2))
    assert kept(own) == [(1, "p", 1), (2, "p", 2), (3, "p", 3)]
    assert Game.objects.get().last == 3


def test_a_hole_is_named_and_nothing_is_kept(own: Link) -> None:
    with pytest.raises(MissingLineError) as hole:
        record_lines(token(own), "p", lines(LOST, first=2))
    assert (hole.value.wanted, kept(own)) == (1, [])


def test_one_line_that_cannot_be_keeps_all_others_out(own: Link) -> None:
    with pytest.raises(LineRefusedError):
        record_lines(token(own), "p", lines(LOST, Mark(piece="40", state="lost")))
    assert kept(own) == []


def test_a_link_writes_for_its_own_side_alone(own: Link) -> None:
    with refuses("This link cannot record for that side."):
        record_lines(token(own), "p", lines(LOST, side="b"))
    with refuses("This link cannot record for that side."):
        record_events(token(other(own, "looks")), "a", LOST)
    assert kept(own) == []


@pytest.mark.parametrize("phone", ["dice", "table", "page-1"])
def test_no_phone_passes_itself_off_as_the_site(own: Link, client: Client, phone: str) -> None:
    line = GameLine(side="a", phone=phone, number=1, event=LOST)
    answer = client.post(
        f"/play/{own.token}/write/",
        json.encode({"phone": phone, "lines": [line]}),
        "application/json",
        headers={"Accept-Language": "en"},
    )
    sentence = "That phone name is already in use. Nothing was saved: reload the page."
    assert (answer.status_code, answer.json(), kept(own)) == (422, {"refused": sentence, "number": None}, [])


def test_no_phone_takes_the_name_of_one_of_the_other_side(own: Link) -> None:
    record_lines(token(own), "p", lines(LOST))
    with refuses("That phone name is already in use. Nothing was saved: reload the page."):
        record_lines(token(other(own)), "p", lines(mark("3"), side="b", first=2))
    record_lines(token(own), "p", lines(mark("4"), first=2))
    assert kept(own) == [(1, "p", 1), (3, "p", 2)]  # 2: the other side joined


@translation.override("en")
def test_every_line_of_the_log_says_whose_it_is(own: Link) -> None:
    record_events(token(own), "a", LOST)
    record_events(token(other(own)), "b", LOST)
    record_events(token(own), "a", PhaseIs(phase="playing"))
    said = {
        kind: [
            ("You" if line.is_own else line.who, line.words)
            for turn in Page(other(own, kind), "en").log.turns
            for line in turn.lines
        ]
        for kind in ("a", "b", "looks")
    }
    name = str(Game.objects.get().by_side["a"])
    assert said["a"] == [("", "The game starts"), ("second side", "2 lost"), ("You", "Rifleman 2 lost")]
    assert said["b"] == [("", "The game starts"), ("You", "2 lost"), (name, "Rifleman 2 lost")]
    assert said["looks"] == [("", "The game starts"), ("second side", "2 lost"), (name, "Rifleman 2 lost")]


@translation.override("en")
def test_spectators_see_both_sides_by_name_and_get_news(own: Link, client: Client) -> None:
    heads = [score.name for score in Page(other(own, "looks"), "en").points.scores]
    assert heads == [str(Game.objects.get().by_side["a"]), "second side"]
    page = client.get(f"/play/{other(own, 'looks').token}/", headers={"Accept-Language": "en"}).text
    squads = page.split('id="own"')[1].split('id="points"')[0]
    assert [squads.count(f"<h2>{head}</h2>") for head in heads] == [1, 1]
    assert ("js/games/play" in page, 'id="enemy"' in page, 'name="event"' in page) == (True, False, False)


@translation.override("en")
def test_a_referee_takes_back_what_was_said_last_of_either_side(marta: User) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    for side in ("a", "b"):
        record_events(token(both), side, LOST)
    undo = Page(Link.objects.of_token(token(both)), "en").log.undo
    assert undo
    assert (undo.side, undo.button.word) == ("b", "2 lost (second side)")


@translation.override("en")
def test_due_tests_say_the_effect_of_failure_at_the_current_points(own: Link, davide: User) -> None:
    choose_list(token(other(own)), a_bn_list(davide), davide)
    for event in (PhaseIs(phase="playing"), Active(turn=1, active="a"), LOST, mark("3")):
        record_events(token(own), "a", event)
    record_events(token(other(own)), "b", LOST)
    said = []
    for event in (mark("3"), mark("4")):
        record_events(token(other(own)), "b", event)
        said += [
            Page(link, "en").own[0].reminders[0].otherwise for link in (Link.objects.of_token(token(own)), other(own))
        ]
    stays = "If it fails, the side stays on the table: it does not have more defeat points."
    leaves = "If it fails, the side leaves the table: it has more defeat points."
    assert said == [stays, stays, stays, leaves]


def test_both_sides_see_one_sum_to_sign_though_a_hidden_man_is_wounded(own: Link, davide: User) -> None:
    choose_list(token(other(own)), a_bn_list(davide), davide)
    for event in (
        PhaseIs(phase="playing"),
        Mark(piece="2", state="hidden"),
        Mark(piece="2", state="wounded"),
    ):
        record_events(token(own), "a", event)
    points = [Page(Link.objects.of_token(token(link)), "en").points for link in (own, other(own))]
    assert [[one.total("a"), one.total("b")] for one in points] == [[10, 0], [10, 0]]


@translation.override("en")
def test_consequences_of_failure_are_due_at_the_current_points(own: Link, davide: User) -> None:
    choose_list(token(other(own)), a_bn_list(davide), davide)
    for event in (PhaseIs(phase="playing"), Active(turn=1, active="a"), LOST, mark("3")):
        record_events(token(own), "a", event)

    def follows() -> list[tuple[str, str, list[str]]]:
        dues = Page(Link.objects.of_token(token(own)), "en").own[0].reminders
        return [(one.head, one.words, [button.word for button in one.buttons]) for one in dues]

    record_events(token(own), "a", MoraleTested(turn=1, passed=False))
    over = ("Morale failed: the side leaves the table", "It has more defeat points: the game is over.")
    assert follows() == [(*over, ["The game is over"])]
    for event in (LOST, mark("3")):
        record_events(token(other(own)), "b", event)
    assert follows() == []  # a side with equal points stays on the table
    record_events(token(own), "a", TurnIs(turn=2))
    record_events(token(own), "a", Active(turn=2, active="b"))
    test = "each man tests as if suppressed: 1–4, beside a leader 1–5. If he fails, he falls back."
    assert follows() == [("Morale failed last turn", f"Before acting, {test}", [])]


def test_of_a_referees_two_sides_that_is_docked_for_which_something_is_due(marta: User, davide: User) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    choose_list(token(both), a_bn_list(davide), davide, "b")
    for side, event in (
        ("a", PhaseIs(phase="playing")),
        ("a", Active(turn=1, active="a")),
        ("b", LOST),
        ("b", mark("3")),
    ):
        record_events(token(both), side, event)  # type: ignore[arg-type]
    docked = Page(Link.objects.of_token(token(both)), "en").docked
    assert [(own.side, len(own.reminders)) for own in docked] == [("b", 1)]


def test_one_phone_for_both_sides_writes_for_both(marta: User) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    record_events(token(both), "a", LOST)
    record_events(token(both), "b", LOST)
    assert [side for side in ("a", "b") if Game.objects.get().state.marks(side)] == ["a", "b"]  # type: ignore[arg-type]


def test_a_phone_for_both_sides_has_one_name_and_keeps_the_order_of_its_taps(marta: User) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    sides: list[Side] = ["b", "a", "b", "a"]
    said = [
        GameLine(side=side, phone="p", number=number, event=mark(str(number))) for number, side in enumerate(sides, 1)
    ]
    record_lines(token(both), "p", said)
    assert [(line.side, line.number) for line in Page(both, "en").log.ordered] == [
        ("b", 1), ("a", 2), ("b", 3), ("a", 4),
    ]  # fmt: skip
    with refuses("That phone name is already in use. Nothing was saved: reload the page."):
        record_lines(token(other(both)), "p", lines(mark("4"), side="b", first=5))
    with refuses("This link cannot record for that side."):
        record_lines(token(other(both)), "q", [GameLine(side="a", phone="q", number=1, event=LOST)])


def test_seeing_more_than_the_log_counts_as_all_of_it(own: Link) -> None:
    line = GameLine(side="a", phone="p", number=1, seen=4000, event=LOST)
    record_lines(token(own), "p", [line])
    assert GameEvent.objects.get().seen == 0


def test_a_log_is_full_at_its_end(own: Link) -> None:
    Game.objects.update(last=5000)
    with refuses("The log of this game is full (5,000 lines): start a new game."):
        record_events(token(own), "a", LOST)


def test_the_table_itself_keeps_a_line_once(own: Link) -> None:
    event = {"game": own.game, "side": "a", "phone": "p", "number": 1, "seen": 0, "payload": "{}"}
    GameEvent.objects.create(sequence=1, **event)
    with pytest.raises(IntegrityError), transaction.atomic():
        GameEvent.objects.create(sequence=2, **event)


# Joining


def test_the_other_side_plays_a_list_of_its_own(own: Link, davide: User) -> None:
    link = other(own)
    choose_list(token(link), a_bn_list(davide), davide)
    player = Game.objects.get().by_side["b"]
    assert (player.user, player.name, bool(player.roster)) == (davide, "davide", True)
    record_events(token(link), "b", LOST)
    with refuses("Nothing was changed: that list uses other rules, or the game has started."):
        choose_list(token(link), a_bn_list(davide), davide)


def test_a_list_of_other_rules_is_not_played(own: Link, davide: User) -> None:
    foreign = a_list(Visitor(davide), a_roster(a_squad(LEADER, a_group(3)), ruleset="rth-it"))
    with refuses("Nothing was changed: that list uses other rules, or the game has started."):
        choose_list(token(other(own)), foreign, davide)
    assert Game.objects.get().by_side["b"].roster is None


def test_a_new_link_takes_the_place_of_the_old(own: Link, client: Client) -> None:
    for kind in ("joins", "looks"):
        old = token(other(own, kind))
        renew_link(token(own), kind)
        assert client.get(f"/play/{old}/").status_code == 404
        assert client.get(f"/play/{token(other(own, kind))}/").status_code == 200
    for link, kind in (
        (other(own), "a"),
        (other(own), "looks"),
        (other(own, "looks"), "looks"),
        (own, "both"),
        (own, "b"),
        (own, "joins"),  # the other side has joined
    ):
        with pytest.raises(Link.DoesNotExist):
            renew_link(token(link), kind)


@pytest.mark.parametrize("kind", ["a", "b"])
def test_a_side_shows_its_link_to_another_phone_and_takes_a_new_one(own: Link, client: Client, kind: str) -> None:
    link = own if kind == "a" else other(own)
    shown = {one.kind for one in client.get(f"/play/{link.token}/").context["invitations"]}
    assert shown == ({"a", "joins", "looks"} if kind == "a" else {"b"})
    after = client.post(f"/play/{link.token}/renew/", {"kind": kind}).headers["Location"]
    assert after == f"/play/{other(own, kind).token}/#invite"
    statuses = [client.get(address).status_code for address in (f"/play/{link.token}/", after)]
    assert statuses == [404, 200]
    assert list(client.get(f"/play/{other(own, 'looks').token}/").context["invitations"]) == []


def test_codes_are_tried_so_often_and_no_more(own: Link, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LIMITS", limits.LIMITS | {"join-game": Rate(2, 3600)})
    right = other(own, "joins").shown_code
    tried = [client.post("/games/join/", {"code": code}).status_code for code in ("AAA-AAAA", "BBB-BBBB", right)]
    assert tried == [404, 404, 429]


def test_one_joins_by_the_code_however_it_is_typed(own: Link, client: Client) -> None:
    for kind, joined in (("looks", "looks"), ("joins", "b")):
        typed = other(own, kind).shown_code.lower()
        address = client.post("/games/join/", {"code": f" {typed} "}).headers["Location"]
        assert address == f"/play/{token(other(own, joined))}/"
    wrong = client.post("/games/join/", {"code": "nothing"})
    assert (wrong.status_code, 'value="nothing"' in wrong.text) == (404, True)


def test_beside_the_code_stands_where_it_is_typed(own: Link, client: Client) -> None:
    page = client.get(f"/play/{own.token}/", headers={"Accept-Language": "en"}).text
    said = (
        "or enter the code by hand at testserver/games/join/: "
        f'<b class="join-code">{other(own, "joins").shown_code}</b>'
    )
    assert said in page


@translation.override("en")
def test_two_lists_of_one_name_are_told_apart_by_who_plays_them(own: Link, marta: User, davide: User) -> None:
    name = str(own.game.by_side["a"])
    assert own.game.side_labels(()) == {"a": name, "b": "second side"}
    for user, called in ((davide, {"a": "marta", "b": "davide"}), (marta, SIDE_NAMES)):
        choose_list(token(other(own)), a_bn_list(user), user)
        assert Game.objects.get().side_labels(()) == {side: f"{who}, {name}" for side, who in called.items()}


def test_the_scenario_is_read_by_both_and_is_refused_where_it_is_too_long(marta: User, client: Client) -> None:
    client.force_login(marta)
    address = f"/lists/{a_bn_list(marta).pk}/game/"
    long = client.post(address, {"phones": "two", "note": "è" * 401}, headers={"Accept-Language": "en"})
    assert (long.status_code, "At most 400 characters." in long.text, "è" * 401 in long.text) == (
        422,
        True,
        True,
    )
    assert not Game.objects.exists()
    begun = client.post(address, {"phones": "two", "note": " The\r\n <b>bridge</b> "})
    own = Link.objects.of_token(begun.headers["Location"].split("/")[2])
    assert own.game.note == "The <b>bridge</b>"
    for link in (own, other(own)):
        page = client.get(f"/play/{link.token}/")
        assert "The &lt;b&gt;bridge&lt;/b&gt;" in page.text
    assert "The &lt;b&gt;bridge&lt;/b&gt;" in client.get(f"/play/{own.token}/report/").text


def test_each_side_sees_when_the_other_was_heard_of_and_not_by_what_is_hidden(own: Link) -> None:
    for event in (LOST, Mark(piece="3", state="hidden"), Mark(piece="3", state="suppressed")):
        record_events(token(own), "a", event)
    heard = [Page(link, "en").seen for link in (Link.objects.of_token(token(own)), other(own))]
    seen = GameEvent.objects.get(sequence=2).time
    assert [[side.heard for side in sides] for sides in heard] == [[None], [seen]]


@translation.override("en")
def test_markers_say_until_when_they_stay_and_who_sees_them_reads_it(own: Link) -> None:
    smoke = Marker(marker="1", about="smoke", shown=True)
    for event in (PhaseIs(phase="playing"), Active(turn=1, active="a"), smoke, TurnIs(turn=2)):
        record_events(token(own), "a", event)
    record_events(token(own), "a", Active(turn=2, active="a"))

    def shown() -> tuple[list[str], list[str], list[str]]:
        mine, theirs = Page(Link.objects.of_token(token(own)), "en"), Page(other(own), "en")
        return (
            [marker.lasts for marker in (*mine.own[0].markers.on_table, *theirs.seen[0].markers.seen)],
            [f"{one.head}. {one.words}" for one in mine.own[0].reminders],
            [button.word for one in mine.own[0].reminders for button in one.buttons],
        )

    lasts = ["until the end of turn 2 (§8.9)"] * 2
    moves = "Marker 1, smoke, until the end of turn 2. It moves this turn."
    assert shown() == (lasts, [moves], [])
    for event in (TurnIs(turn=3), Active(turn=3, active="a")):
        record_events(token(own), "a", event)
    over = "Marker 1, smoke: it is over. It lasted until the end of turn 2."
    assert shown() == (lasts, [over], ["Remove"])


@pytest.mark.parametrize("piece", ["", "S1", "2"])
def test_a_marker_is_put_down_that_stands_for_nothing_or_for_something(own: Link, client: Client, piece: str) -> None:
    """As the form and as a phone send it: no choice is an empty word."""
    event = Marker(marker="3", about="primary-objective", piece=piece)
    typed = {"marker": "3", "piece": piece, "note": ""}
    said = json.encode(Marker(marker="1", about="primary-objective")).decode()
    assert client.post(f"/play/{own.token}/say/", {"side": "a", "event": said, **typed}).status_code == 302
    line = {
        "side": "a",
        "phone": "p",
        "number": 1,
        "event": {"kind": "marker", "about": "primary-objective", **typed},
    }
    body = json.encode({"phone": "p", "lines": [line]})
    assert client.post(f"/play/{own.token}/write/", body, "application/json").status_code == 200
    assert [kept.event for kept in GameEvent.objects.all()] == [event, event]
