"""The play screen: the effect of each tap, hidden facts, signing, leaving."""

import re

import lxml.html
import pytest
from django.db import connection
from django.test import Client
from django.utils import translation
from msgspec import json
from msgspec.structs import replace

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, delete_games, start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import Game, Link
from armybuilder.games.pages.page import HELD, Page
from armybuilder.games.words.events import Button, event_text
from armybuilder.lists.visitors import Visitor
from rules.core.document.roster import ExtraEntry
from rules.core.game.events import (
    LAST_TURN,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Signed,
    TurnIs,
    Used,
)
from tests.evenings.evenings import a_bn_list
from tests.games.phones import LOST, body, kept, lines, log_of, marks, other, token, told
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


UNREADABLE = "The data cannot be read. Nothing was saved: reload the page."


def test_every_tap_comes_back_to_the_page(own: Link, client: Client) -> None:
    said = client.post(f"/play/{own.token}/say/", {"side": "a", "event": json.encode(LOST).decode()})
    assert (said.status_code, said.headers["Location"]) == (302, f"/play/{own.token}/#own")
    page = client.get(f"/play/{own.token}/", headers={"Accept-Language": "en"}).text
    assert log_of(page) == ["You Rifleman 2 lost"]


def test_a_phone_that_keeps_nothing_is_answered_with_what_follows(own: Link, client: Client) -> None:
    address, held = f"/play/{own.token}/say/", {HELD: "-", "Accept-Language": "en"}
    said = client.post(address, {"side": "a", "event": json.encode(LOST).decode()}, headers=held)
    assert log_of(said.json()["table"]) == ["You Rifleman 2 lost"]
    nobody = json.encode(Mark(piece="99", state="lost")).decode()
    refused = client.post(address, {"side": "a", "event": nobody}, headers=held)
    assert (refused.status_code, refused.json()) == (
        422,
        {"refused": "The list or the game does not have that."},
    )


@pytest.mark.parametrize(
    ("side", "event", "refused"),
    [
        ("b", json.encode(LOST).decode(), "This link cannot record for that side."),
        ("c", json.encode(LOST).decode(), "This link cannot record for that side."),
        ("a", "{", UNREADABLE),
        ("a", '{"kind":"mark"}', UNREADABLE),
        (
            "a",
            json.encode(Mark(piece="99", state="lost")).decode(),
            "The list or the game does not have that.",
        ),
    ],
)
def test_invalid_lines_are_refused_on_the_page(own: Link, client: Client, side: str, event: str, refused: str) -> None:
    sent, english = {"side": side, "event": event}, {"Accept-Language": "en"}
    answer = client.post(f"/play/{own.token}/say/", sent, headers=english)
    [alert] = lxml.html.fromstring(answer.text).xpath("//*[@id='own']//*[@role='alert']/span")
    assert (answer.status_code, alert.text_content(), kept(own)) == (409, refused, [])


def test_a_phone_hears_what_is_kept_and_what_never_will_be(own: Link, client: Client) -> None:
    address, kind = f"/play/{own.token}/write/", "application/json"
    assert client.post(address, body(LOST), kind).json() == {"last": 1}
    assert client.post(address, body(LOST), kind).json() == {"last": 1}
    assert client.post(address, body(LOST, first=3), kind).json() == {"wanted": 2}
    refused = client.post(address, body(Mark(piece="99", state="lost"), first=2), kind)
    assert (refused.status_code, refused.json()["number"]) == (422, 2)
    assert client.post(address, b"x" * 64_001, kind).status_code == 422
    assert client.post(address, json.encode({"phone": "q", "lines": lines(LOST)}), kind).status_code == 422


def test_nothing_new_is_one_query_by_indexes_signed_in_or_not(  # type: ignore[no-untyped-def]
    own: Link, marta: User, client: Client, django_assert_num_queries
) -> None:
    record_events(token(own), "a", LOST)
    as_the_phone = {"HX-Request": "true"}
    for is_signed_in in (False, True):
        if is_signed_in:
            client.force_login(marta)
        with django_assert_num_queries(1) as asked:
            assert client.get(f"/play/{own.token}/since/1/", headers=as_the_phone).status_code == 204
    if connection.vendor == "sqlite":  # PostgreSQL reads a table with one row as quickly without an index
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {asked.captured_queries[0]['sql']}")
            assert {row[3].split()[0] for row in cursor.fetchall()} == {"SEARCH", "CORRELATED"}
    nothing = client.get(f"/play/{own.token}/since/1/", headers=as_the_phone)
    assert (nothing.content, nothing.cookies, nothing.resolver_match.url_name) == (b"", {}, "since")
    assert client.get("/play/unknown/since/1/", headers=as_the_phone).status_code == 404
    assert 'id="table"' in client.get(f"/play/{own.token}/since/0/", headers=as_the_phone).text


def test_no_address_of_a_side_is_told_to_others(own: Link, client: Client) -> None:
    page = client.get(f"/play/{own.token}/")
    assert page.headers["Referrer-Policy"] == "strict-origin"
    seen = client.get(f"/play/{other(own).token}/")
    assert [word in seen.text for word in (token(own), token(other(own, "looks")))] == [False, False]


def test_every_byte_that_the_other_side_gets_is_free_of_what_is_hidden(own: Link, client: Client, marta: User) -> None:
    record_events(token(own), "a", PhaseIs(phase="playing"))
    for number in range(1, 6):
        record_events(token(own), "a", Mark(piece=str(number), state="hidden"))
    record_events(token(own), "a", Mark(piece="1", state="suppressed"))
    record_events(token(own), "a", Marker(marker="7", about="hidden", piece="S1", note="under the bridge"))
    for link in (other(own), other(own, "looks")):
        seen = client.get(f"/play/{link.token}/", headers={"Accept-Language": "en"})
        text = seen.text.replace('href="/s/', "")
        assert [word in text for word in ("Rifleman", "Assault rifle", "suppressed")] == [False, False, False]
        assert text.count("Not spotted") == 5
        assert [word in text for word in ("bridge", "Marker 7")] == [False, False]
        headers = {"Accept-Language": "en", HELD: marks(lxml.html.fromstring(seen.text))}
        for page in ("log.json", "log.txt", "report/", "since/0/"):
            read = client.get(f"/play/{link.token}/{page}", headers=headers).text
            assert [word in read for word in ("bridge", "Marker 7", "suppressed")] == [False] * 3
    tap = body(Mark(piece="2", state="lost"), side="b")
    choose_list(token(other(own)), a_bn_list(marta), None)
    headers = {"Accept-Language": "en", HELD: "-"}
    said = client.post(f"/play/{other(own).token}/write/", tap, "application/json", headers=headers)
    table = said.json()["table"]
    assert [word in table for word in ("bridge", "Marker 7")] == [False] * 2
    assert table.count("Not spotted") == 5
    shows = ("1", "2", "3", "4", "5")
    shown_now = Marker(marker="7", about="hidden", piece="S1", note="under the bridge", shown=True, shows=shows)
    record_events(token(own), "a", shown_now)
    shown = client.get(f"/play/{other(own).token}/", headers={"Accept-Language": "en"}).text
    assert [word in shown for word in ("bridge", "Marker 7")] == [True, True]


def test_a_recorder_of_both_sides_sees_who_joined_and_whose_turn_it_is(
    client: Client, marta: User, ilaria: User
) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    page = lxml.html.fromstring(client.get(f"/play/{both.token}/").text)
    choose_list(token(both), a_bn_list(ilaria, name="Milizia"), None, "b")
    record_events(token(both), "a", PhaseIs(phase="playing"))
    table = lxml.html.fromstring(client.get(f"/play/{both.token}/since/0/").text)
    told = [table.get(f"data-{name}") for name in page.xpath("//@data-called")]
    assert told == ["Rangers – Milizia", ""]
    assert table.xpath("string(//*[@class='due-whose'])") == "Rangers"


@pytest.mark.parametrize("events", [2, 60])
def test_a_page_asks_the_same_however_long_the_log(  # type: ignore[no-untyped-def]
    own: Link, client: Client, events: int, django_assert_num_queries
) -> None:
    told(own, *(TurnIs(turn=turn) for turn in range(1, events)))
    client.get(f"/play/{own.token}/")
    with django_assert_num_queries(5):
        client.get(f"/play/{own.token}/")


# Turns


def test_a_limit_is_chosen_among_the_totals_that_the_dice_can_give(marta: User, client: Client) -> None:
    """rth §4.0: 10 turns and 1d6."""
    roster = a_roster(a_squad(LEADER, a_group(3)), ruleset="rth-it")
    link = start_game(a_list(Visitor(marta), roster), marta, both=False)
    page = Page(Link.objects.of_token(token(link)), "en")
    assert [button.word for button in page.limits] == ["11", "12", "13", "14", "15", "16"]
    text = client.get(f"/play/{link.token}/", headers={"Accept-Language": "en"}).text
    assert text.count("The attacker has 10 turns plus 1d6 (§4.0). Roll, then choose:") == 1


def test_after_the_last_turn_that_can_be_written_comes_none(own: Link) -> None:
    told(own, TurnIs(turn=LAST_TURN))
    last = Button("99", event_text(TurnIs(turn=LAST_TURN)))
    assert Page(Link.objects.of_token(token(own)), "en").next_turn == last


# Extras


@translation.override("en")
def test_each_time_that_an_extra_was_bought_has_a_box(marta: User) -> None:
    bought = (ExtraEntry(extra="ied", count=2), ExtraEntry(extra="motivation"))
    squad = a_squad(LEADER, a_group(4))
    link = start_game(a_list(Visitor(marta), a_roster(squad, extras=bought)), marta, both=False)
    told(link, Used(extra="X1", times=1), LOST, MoraleTested(turn=1, passed=False))
    page = Page(Link.objects.of_token(token(link)), "en")
    boxes = {tick.name: [box.pressed for box in tick.boxes] for tick in page.own[0].rows.extras}
    assert (boxes, page.own[0].rows.extra_boxes) == ({"IED": [True, False], "Motivation": [False]}, 2)
    said = [line.words for turn in page.log.turns for line in turn.lines]
    assert said == ["Morale failed, which does not count (motivation)", "Rifleman 2 lost", "IED used: 1"]


# Markers


def test_a_marker_is_put_down_with_what_was_typed_beside_its_button(own: Link, client: Client) -> None:
    button = json.encode(Marker(marker="1", about="hidden")).decode()
    typed = {
        "side": "a",
        "to": "markers",
        "event": button,
        "marker": " 3 ",
        "piece": "S1",
        "note": "<b>hill</b>",
    }
    said = client.post(f"/play/{own.token}/say/", typed)
    assert said.headers["Location"] == f"/play/{own.token}/#markers"
    [marker] = Game.objects.get().state.markers("a")
    assert marker == Marker(marker="3", about="hidden", piece="S1", note="<b>hill</b>")
    page = client.get(f"/play/{own.token}/", headers={"Accept-Language": "en"}).text
    [squad] = Page(Link.objects.of_token(token(own)), "en").own[0].rows.sheets
    assert (f"hidden troops ({squad.name})" in page, "&lt;b&gt;hill&lt;/b&gt;" in page) == (True, True)
    assert Page(Link.objects.of_token(token(own)), "en").own[0].markers.next_number == 1


@pytest.mark.parametrize("typed", [{"marker": "0"}, {"piece": "Q"}, {"note": "x" * 121}, {"note": "a\nb"}])
def test_a_typing_error_beside_it_changes_nothing(own: Link, client: Client, typed: dict[str, str]) -> None:
    button = json.encode(Marker(marker="1", about="hidden")).decode()
    answer = client.post(f"/play/{own.token}/say/", {"side": "a", "event": button} | typed)
    assert (answer.status_code, kept(own)) == (409, [])


# Leaving


def test_a_deleted_account_takes_its_games_and_sides_along(marta: User, davide: User) -> None:
    alone = start_game(a_bn_list(marta), marta, both=False).game
    shared = start_game(a_bn_list(marta), marta, both=False)
    choose_list(token(other(shared)), a_bn_list(davide), davide)
    delete_games(Game.objects.all(), marta)
    assert not Game.objects.filter(pk=alone.pk).exists()
    first, second = Game.objects.get(pk=shared.game_id).players.all()
    assert (first.user, first.name, first.document) == (None, "", "")
    assert (second.user, bool(second.document)) == (davide, True)


def test_a_single_game_is_deleted_from_the_record_of_who_played_it(
    own: Link, marta: User, davide: User, client: Client
) -> None:
    shared = start_game(a_bn_list(marta), marta, both=False)
    choose_list(token(other(shared)), a_bn_list(davide), davide)
    kept_at, shared_at = f"/games/{own.game_id}/", f"/games/{shared.game_id}/"
    client.force_login(davide)
    assert client.post(f"{kept_at}delete/").status_code == 404  # not theirs
    client.force_login(marta)
    assert f'href="{kept_at}"' in client.get("/games/").text
    assert f'action="{kept_at}delete/"' in client.get(kept_at).text
    assert client.post(f"{kept_at}delete/").headers["Location"] == "/games/"
    assert list(Game.objects.all()) == [shared.game]
    assert client.get(shared_at).status_code == 200  # of which nothing went
    client.post(f"{shared_at}delete/")
    assert [client.get(shared_at).status_code, client.get(f"/play/{other(shared).token}/").status_code] == [
        404, 200,
    ]  # fmt: skip


# Signing


def test_a_result_stands_once_both_put_their_names_to_the_same(own: Link, client: Client) -> None:
    """Two men lost of a side are 20 to 0 (bn §14.0)."""
    for event in (PhaseIs(phase="playing"), LOST, Mark(piece="3", state="lost"), PhaseIs(phase="ended")):
        record_events(token(own), "a", event)
    english = {"Accept-Language": "en"}
    for link, stands in ((own, False), (other(own), True)):
        side = "b" if link.kind == "b" else "a"
        record_events(token(link), side, Signed(a=20, b=0, field="b"))  # type: ignore[arg-type]
        page = client.get(f"/play/{link.token}/", headers=english).text
        assert ("Both have signed: the result is final." in page) == stands
    assert [Page(link, "en").points.score for link in (own, other(own))] == ["20 : 0", "0 : 20"]


@translation.override("en")
def test_each_phone_shows_the_opponents_result_and_can_sign_or_dispute_it(own: Link, client: Client) -> None:
    name = str(own.game.by_side["a"])
    told(own, PhaseIs(phase="playing"), LOST, PhaseIs(phase="ended"))

    def shown(link: Link) -> tuple[str, list[str], list[str]]:
        """The texts of the sides' summary, below the points, and on the buttons there."""
        page = lxml.html.fromstring(client.get(f"/play/{link.token}/", headers={"Accept-Language": "en"}).text)
        hand, end = (
            page.xpath("//*[@id='hand']//*[@class='due-words']"),
            page.xpath("//form[@class='signing']"),
        )
        for small in hand[0].xpath("small"):  # until both have signed
            assert re.fullmatch(r"\w+: ahead by [12]0\s· defeat points lost", small.text)
            small.drop_tree()
        words = [" ".join(one.text_content().split()) for one in (*hand, *end[0].xpath("p[@class='said']"))]
        return words[0], words[1:], [button.text_content() for button in end[0].xpath(".//button")]

    sign = [f"Sign: {who} held the field" for who in (name, "second side")] + ["Sign: Nobody held the field"]
    nothing = "second side: has not signed yet"
    assert shown(own) == (nothing, [nothing], sign)
    for_b = other(own)
    result = Signed(a=10, b=0, field="b")
    record_events(token(own), "a", result)
    said = f"{name}: signed 0 : 10. second side held the field."
    assert shown(for_b) == (said, [said], [sign[1], sign[0], sign[2], "Dispute"])
    record_events(token(for_b), "b", replace(result, on=False))
    disputed = "second side: does not agree with 10 : 0."
    assert shown(own) == (disputed, [disputed], sign)
    assert log_of(client.get(f"/play/{own.token}/", headers={"Accept-Language": "en"}).text)[0] == (
        "second side Does not agree with 10 : 0"
    )
    record_events(token(own), "a", PhaseIs(phase="playing"))
    record_events(token(own), "a", Mark(piece="3", state="lost"))
    record_events(token(own), "a", PhaseIs(phase="ended"))
    changed = f"{said} The points have changed since."
    assert shown(for_b)[0] == changed
    for link, side in ((own, "a"), (for_b, "b")):
        record_events(token(link), side, Signed(a=20, b=0))  # type: ignore[arg-type]
        if side == "b":
            assert (shown(link)[0], shown(link)[1]) == ("Both have signed: the result is final.", [])


@translation.override("en")
def test_one_tap_of_each_side_ends_the_game_and_signs_it(own: Link, client: Client) -> None:
    """Signing ends the game; the other phone has the answer at hand, and both then lead to the report."""
    told(own, PhaseIs(phase="playing"), LOST)
    english, for_b = {"Accept-Language": "en"}, other(own)

    def page(link: Link) -> lxml.html.HtmlElement:
        return lxml.html.fromstring(client.get(f"/play/{link.token}/", headers=english).text)

    def at_hand(link: Link) -> list[str]:
        buttons = page(link).xpath("//*[@id='hand']//*[@class='due over']//*[contains(@class, 'btn')]")
        return [" ".join(button.text_content().split()) for button in buttons]

    def tap(link: Link, button: lxml.html.HtmlElement) -> None:
        sent = {"side": link.kind, "event": button.get("value")}
        assert client.post(f"/play/{link.token}/say/", sent).status_code == 302

    tap(own, page(own).xpath("//*[@class='signing']//button")[0])
    assert Game.objects.get().state.phase == "ended"
    assert (at_hand(own), at_hand(for_b)) == ([], ["Sign 0 : 10", "Dispute"])
    tap(for_b, page(for_b).xpath("//*[@id='hand']//*[@class='due over']//button")[0])
    assert Game.objects.get().state.agreed == Signed(a=10, b=0, field="a")
    assert at_hand(own) == at_hand(for_b) == ["Game report"]


# Dice


def test_dice_of_morale_are_rolled_once(own: Link, client: Client) -> None:
    for event in (PhaseIs(phase="playing"), LOST, Mark(piece="3", state="lost")):
        record_events(token(own), "a", event)
    address, asked = f"/play/{own.token}/roll/", {"side": "a", "roll": "morale"}
    assert [client.post(address, asked).status_code for _time in range(2)] == [302, 409]
    state = Game.objects.get().state
    [dice] = state.of("a", Rolled)
    assert state.tested("a", 1) == {"": max(dice.faces) >= (dice.at_least or 7)}


def test_a_phone_that_says_what_it_shows_gets_the_table_with_its_dice(own: Link, client: Client) -> None:
    for event in (PhaseIs(phase="playing"), LOST, Mark(piece="3", state="lost")):
        record_events(token(own), "a", event)
    headers = {"Accept-Language": "en", HELD: "-"}
    answers = [
        client.post(f"/play/{own.token}/roll/", {"side": "a", "roll": "morale"}, headers=headers) for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 422]
    assert "Morale roll: " in answers[0].json()["table"]
    refused = "That roll is not due now, or was already made: look at the log."
    assert answers[1].json() == {"refused": refused}


def test_spectators_cannot_roll(own: Link, client: Client) -> None:
    record_events(token(own), "a", PhaseIs(phase="playing"))
    answer = client.post(f"/play/{other(own, 'looks').token}/roll/", {"side": "a", "roll": "morale"})
    assert (answer.status_code, Game.objects.get().last) == (409, 1)


def test_a_joining_player_chooses_a_list_until_the_first_line(own: Link, davide: User, client: Client) -> None:
    mine, address = a_bn_list(davide, name="<b>Predoni"), f"/play/{other(own).token}/"
    a_list(Visitor(davide), a_roster(a_squad(LEADER), ruleset="rth-it"))  # of other rules
    assert "own-list" not in client.get(address).text  # nobody is signed in
    client.force_login(davide)
    page = client.get(address).text
    assert (page.count("<option"), f'value="{mine.pk}">&lt;b&gt;Predoni<' in page) == (1, True)
    assert client.get(f"/play/{own.token}/since/1/").status_code == 204  # 1: the other side joined
    client.post(f"{address}list/", {"list": mine.pk, "side": "b"})
    assert "own-list" not in client.get(address).text
    assert "&lt;b&gt;Predoni" in client.get(f"/play/{own.token}/since/0/", headers={"HX-Request": "true"}).text
    assert "own-list" not in client.get(f"/play/{own.token}/").text


def test_a_side_that_has_said_something_plays_on_without_a_list(own: Link, davide: User, client: Client) -> None:
    a_bn_list(davide)
    record_events(token(other(own)), "b", LOST)
    client.force_login(davide)
    assert "own-list" not in client.get(f"/play/{other(own).token}/").text
