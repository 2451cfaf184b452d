"""A table of a games night on phones: started with the submitted lists, its result entered in both names."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import translation

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import desk
from armybuilder.evenings.actions.desk import appoint
from armybuilder.evenings.actions.entries import answer, withdraw_link
from armybuilder.evenings.actions.results import decide_result, sign_result
from armybuilder.evenings.actions.rounds import draw, publish, set_closed
from armybuilder.evenings.actions.submissions import submit
from armybuilder.evenings.models import Entry, Evening, HandIn, Look, Pairing
from armybuilder.games.actions.recording import game_of_table
from armybuilder.games.models import Game, GameEvent, Link
from armybuilder.notices.models import Notice
from rules.core.defeat_points import defeat_rows
from rules.core.game.events import HIDDEN, SIDES, PhaseIs, Scored, Side
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import a_bn_list, an_evening, decide
from tests.games.phones import told

pytestmark = pytest.mark.usefixtures("loaded_rules")


def a_table(club: Club, davide: User, *players: User, reveal: str = "lock") -> Pairing:
    """The table of two players with a submitted list each."""
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150}, reveal=reveal)
    for user in players:
        submit(evening.pk, user, a_bn_list(user).pk)
    Evening.objects.filter(pk=evening.pk).update(closed=evening.created)
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    return table


def sign(client: Client, token: str | None, side: Side, held: str = "a") -> None:
    """Sign 20–0 for a side, at the end of a game that cost the first side twenty."""
    own = Link.objects.get(game=Link.objects.get(token=token).game, kind="a")
    if own.game.state.phase != "ended":
        row = next(row for row in defeat_rows(own.game.catalogue) if row.points in {5, 10, 20})
        told(own, Scored(row=row.id, times=20 // row.points), PhaseIs(phase="ended"))
    event = f'{{"kind": "signed", "a": 20, "b": 0, "field": "{held}"}}'
    assert client.post(f"/play/{token}/say/", {"side": side, "event": event}).status_code == 302


def tokens_of(table: Pairing, *users: User) -> dict[str, str | None]:
    """The tokens with which the two record, by side."""
    links = [game_of_table(table.round.evening_id, user, table.pk) for user in users]
    return {link.kind: link.token for link in links}


def test_both_players_find_the_same_game_with_what_they_submitted(club: Club, davide: User, ilaria: User) -> None:
    table = a_table(club, davide, davide, ilaria)
    evening = table.round.evening_id
    links = [game_of_table(evening, user, table.pk) for user in (davide, ilaria, davide)]
    assert (links[0], links[0].game, links[0].kind == links[1].kind) == (links[2], links[1].game, False)
    game = Game.objects.get()
    handed = {one.entry_id: one.document for one in HandIn.objects.all()}
    entries = {"a": table.first_id, "b": table.second_id}
    assert {side: player.document for side, player in game.by_side.items()} == {
        side: handed[entry] for side, entry in entries.items() if entry
    }
    assert GameEvent.objects.count() == 0


def test_the_submitted_list_is_played(club: Club, davide: User, ilaria: User, client: Client) -> None:
    table = a_table(club, davide, davide, ilaria)
    link = game_of_table(table.round.evening_id, ilaria, table.pk)
    handed = {player.side: player.document for player in link.game.players.all()}
    stronger = a_bn_list(ilaria, name="Stronger", men=8)
    client.force_login(ilaria)
    assert client.post(f"/play/{link.token}/list/", {"list": stronger.pk, "side": "a"}).status_code == 409
    assert {player.side: player.document for player in link.game.players.all()} == handed


def test_the_game_is_begun_from_the_players_own_table_until_its_result_stands(
    club: Club, davide: User, ilaria: User, marta: User
) -> None:
    table = a_table(club, davide, davide, ilaria)
    evening = table.round.evening_id
    begins = f'action="/evenings/{evening}/tables/{table.pk}/game/"'

    def pages_that_offer_it() -> list[bool]:
        pages = (browser_of(user).get(f"/evenings/{evening}/rounds/1/") for user in (davide, ilaria, marta))
        return [begins in page.content.decode() for page in pages]

    assert pages_that_offer_it() == [True, True, False]
    decide(table.round.evening, table, (1, 2))
    assert pages_that_offer_it() == [False, False, False]


def test_from_a_table_that_is_decided_its_players_come_back_to_their_game(
    club: Club, davide: User, ilaria: User, marta: User, client: Client
) -> None:
    table, guest = with_a_guest(club, davide, ilaria)
    evening = table.round.evening_id
    token = game_of_table(evening, ilaria, table.pk).token
    decide_result(evening, davide, table.pk, (1, 2))
    page = browser_of(ilaria).get(f"/evenings/{evening}/rounds/1/").text
    addresses = (
        f"/evenings/{evening}/tables/{table.pk}/game/",
        f"/evenings/guest/{guest.token}/tables/{table.pk}/game/",
    )
    guests_page = client.get(f"/evenings/guest/{guest.token}/").text
    assert (f'action="{addresses[0]}"' in page, f'action="{addresses[1]}"' in guests_page) == (True, True)
    assert browser_of(marta).get(f"/evenings/{evening}/rounds/1/").text.count("/game/") == 0
    assert browser_of(ilaria).post(addresses[0])["Location"] == f"/play/{token}/"


def test_where_lists_stay_covered_nobody_reads_them_here(club: Club, davide: User, ilaria: User) -> None:
    table = a_table(club, davide, davide, ilaria, reveal="never")
    link = game_of_table(table.round.evening_id, davide, table.pk)
    for side in SIDES:
        marks = link.game.state.marks(side)
        assert (len(marks), {state for states in marks.values() for state in states}) == (5, {HIDDEN})


def test_players_of_other_tables_are_not_notified(club: Club, davide: User, ilaria: User, marta: User) -> None:
    table = a_table(club, davide, davide, ilaria)
    address = f"/evenings/{table.round.evening_id}/tables/{table.pk}/game/"
    assert browser_of(marta).post(address).status_code == 404
    assert not Game.objects.exists()


def test_a_result_signed_by_both_is_the_result_of_the_table(
    club: Club, davide: User, ilaria: User, client: Client
) -> None:
    table = a_table(club, davide, davide, ilaria)
    tokens = tokens_of(table, davide, ilaria)
    sign(client, tokens["a"], "a")
    sign(client, tokens["b"], "b", held="b")
    table.refresh_from_db()
    assert (table.first_lost, table.claims.count()) == (None, 0)
    sign(client, tokens["b"], "b")
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.held) == (20, 0, 1)


def told_of_results(user: User) -> list[str]:
    """Return a user's notifications of results, in order."""
    told = Notice.objects.filter(user=user, kind__in=["changed", "field", "no-field"])
    with translation.override("en"):
        return [str(notice) for notice in told.order_by("pk")]


def test_the_result_is_the_last_one_that_both_signed(
    club: Club, davide: User, ilaria: User, marta: User, client: Client
) -> None:
    """They continue after signing; the organisers and both players are told."""
    table = a_table(club, davide, davide, ilaria)
    tokens = tokens_of(table, davide, ilaria)
    for side in SIDES:
        sign(client, tokens[side], side)
    sign(client, tokens["a"], "a", held="b")
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.held) == (20, 0, 1)
    sign(client, tokens["b"], "b", held="b")
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.held, table.decided) == (20, 0, 2, False)
    assert set(table.claims.values_list("held", flat=True)) == {2}
    both = f"{table.round.evening}, round 1: {table.first} and {table.second} signed again"
    for user in (davide, ilaria, marta):
        assert told_of_results(user) == [f"{both}: {table.second} held the field."]


def test_a_different_signed_result_is_reported_as_a_change(club: Club, davide: User, ilaria: User) -> None:
    table = a_table(club, davide, davide, ilaria)
    both = f"{table.round.evening}, round 1: {table.first} and {table.second} signed again"
    sign_result(table.pk, (20, 0), 1)
    told: list[str] = []
    for lost, held, new in (
        ((20, 0), None, [f"{both}: nobody held the field."]),
        ((20, 5), None, [f"{both}, 20–5 instead of 20–0."]),
        ((10, 5), 1, [f"{both}, 10–5 instead of 20–5.", f"{both}: {table.first} held the field."]),
        ((10, 5), 1, []),
    ):
        sign_result(table.pk, lost, held)
        told += new
        assert told_of_results(davide) == told


def test_once_results_are_closed_no_signature_changes_them(
    club: Club, davide: User, ilaria: User, client: Client
) -> None:
    table = a_table(club, davide, davide, ilaria)
    tokens = tokens_of(table, davide, ilaria)
    for side in SIDES:
        sign(client, tokens[side], side)
    set_closed(table.round.evening_id, davide, 1, closed=True)
    for side in SIDES:
        sign(client, tokens[side], side, held="b")
    table.refresh_from_db()
    assert (table.held, told_of_results(davide)) == (1, [])


def test_a_result_that_stands_is_not_moved_by_signing(club: Club, davide: User, ilaria: User, client: Client) -> None:
    table = a_table(club, davide, davide, ilaria)
    tokens = tokens_of(table, davide, ilaria)
    decide(table.round.evening, table, (5, 10))
    for side in ("a", "b"):
        sign(client, tokens[side], side)
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost) == (5, 10)
    assert Game.objects.get().state.agreed is not None


def with_a_guest(club: Club, davide: User, ilaria: User) -> tuple[Pairing, Entry]:
    """The table of ilaria and Anna, who has a link."""
    evening = an_evening(club, davide, limits={})
    answer(evening.pk, ilaria, "coming")
    guest = desk.add_guest(evening.pk, davide, "Anna")
    draw(evening.pk, davide, "swiss")
    [table] = publish(evening.pk, davide).pairings.all()
    return table, guest


def test_a_guest_reaches_the_game_by_their_link_and_both_sign_the_result(
    club: Club, davide: User, ilaria: User, client: Client
) -> None:
    table, guest = with_a_guest(club, davide, ilaria)
    address = f"/evenings/guest/{guest.token}/tables/{table.pk}/game/"
    assert f'action="{address}"' in client.get(f"/evenings/guest/{guest.token}/").content.decode()
    hers = client.post(address)["Location"].split("/")[2]
    member = game_of_table(table.round.evening_id, ilaria, table.pk)
    guests_side: Side = "a" if table.first_id == guest.pk else "b"
    assert {guests_side: hers, member.kind: member.token} == {
        link.kind: link.token for link in member.game.links.exclude(kind="looks")
    }
    back = [f"/play/{token}/leave/" for token in (hers, member.token)]
    assert client.get(back[0])["Location"] == f"/evenings/guest/{guest.token}/#own-h"
    client.force_login(ilaria)
    assert client.get(back[1])["Location"] == f"/evenings/{table.round.evening_id}/rounds/1/#own-h"
    assert client.get(f"/evenings/{table.round.evening_id}/rounds/1/").text.count('id="own-h"') == 1
    client.logout()
    # a user without a place at the table goes to the front page, or to their own games
    assert client.get(back[1])["Location"] == "/"
    client.force_login(User.objects.create_user("stranger"))
    assert client.get(back[1])["Location"] == "/games/"
    client.logout()
    sign(client, hers, guests_side)
    sign(client, member.token, "b" if guests_side == "a" else "a")
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.held) == (20, 0, 1)


def test_a_guests_withdrawn_link_signs_no_result(club: Club, davide: User, ilaria: User, client: Client) -> None:
    table, guest = with_a_guest(club, davide, ilaria)
    links = game_of_table(table.round.evening_id, ilaria, table.pk).game.links.all()
    tokens = {link.kind: link.token for link in links}
    withdraw_link(table.round.evening_id, davide, guest.pk)
    theirs: Side = "a" if table.first_id == guest.pk else "b"
    members: Side = "b" if theirs == "a" else "a"
    event = '{"kind": "signed", "a": 20, "b": 0, "field": "a"}'
    said = client.post(f"/play/{tokens[theirs]}/say/", {"side": theirs, "event": event})
    sign(client, tokens[members], members)
    table.refresh_from_db()
    assert (said.status_code, table.first_lost) == (404, None)


def a_member(club: Club, name: str) -> User:
    user = User.objects.create_user(name)
    club.memberships.create(user=user)
    return user


def referee_address(table: Pairing) -> str:
    return f"/evenings/{table.round.evening_id}/tables/{table.pk}/referee/"


def test_an_organiser_writes_down_the_game_of_others_for_both(
    club: Club, davide: User, ilaria: User, marta: User
) -> None:
    table = a_table(club, davide, ilaria, marta)
    page = browser_of(davide).get(f"/evenings/{table.round.evening_id}/rounds/1/").text
    assert page.count(f'action="{referee_address(table)}"') == 1
    token = browser_of(davide).post(referee_address(table))["Location"].split("/")[2]
    assert browser_of(davide).post(referee_address(table))["Location"] == f"/play/{token}/"
    link = Link.objects.of_token(token)
    assert (link.kind, link.sides, link.game.pairing_id) == ("ref", SIDES, table.pk)
    for side in SIDES:
        sign(browser_of(davide), token, side)
    table.refresh_from_db()
    assert (table.first_lost, table.second_lost, table.held) == (20, 0, 1)
    assert tokens_of(table, ilaria, marta).keys() == set(SIDES)
    assert [user.games.count() for user in (davide, ilaria, marta)] == [0, 1, 1]


def test_a_named_referee_writes_for_both_as_organisers_do(club: Club, davide: User, ilaria: User) -> None:
    table, sam = a_table(club, davide, davide, ilaria), a_member(club, "sam")
    page = f"/evenings/{table.round.evening_id}/rounds/1/"
    assert browser_of(sam).post(referee_address(table)).status_code == 404
    assert browser_of(sam).get(page).text.count("/referee/") == 0
    appoint(table.round.evening_id, davide, sam.pk)
    assert browser_of(sam).get(page).text.count("/referee/") == 1
    token = browser_of(sam).post(referee_address(table))["Location"].split("/")[2]
    assert Link.objects.of_token(token).sides == SIDES


def test_nobody_referees_their_own_table(club: Club, davide: User, ilaria: User) -> None:
    table = a_table(club, davide, davide, ilaria)
    assert browser_of(davide).get(f"/evenings/{table.round.evening_id}/rounds/1/").text.count("/referee/") == 0
    assert browser_of(davide).post(referee_address(table)).status_code == 404
    assert not Game.objects.exists()


def test_players_cannot_referee_while_lists_are_hidden(club: Club, davide: User, ilaria: User, marta: User) -> None:
    evening = an_evening(club, davide, ruleset="bn", limits={"attacker": 150}, reveal="never")
    for user in (davide, ilaria, marta, a_member(club, "sam")):
        submit(evening.pk, user, a_bn_list(user).pk)
    Evening.objects.filter(pk=evening.pk).update(closed=evening.created)
    draw(evening.pk, davide, "swiss")
    tables = publish(evening.pk, davide).pairings.all()
    [other] = [one for one in tables if davide not in (one.first.user, one.second and one.second.user)]
    assert browser_of(davide).post(referee_address(other)).status_code == 404
    assert not Game.objects.exists()


def test_a_referee_who_reads_covered_lists_is_seen_to_have_looked(
    club: Club, davide: User, ilaria: User, marta: User
) -> None:
    table = a_table(club, davide, ilaria, marta, reveal="never")
    browser_of(davide).post(referee_address(table))
    assert {(look.user, look.hand_in.entry.user) for look in Look.objects.all()} == {
        (davide, ilaria),
        (davide, marta),
    }


def test_the_players_are_not_shown_the_referees_link(club: Club, davide: User, ilaria: User, marta: User) -> None:
    table = a_table(club, davide, ilaria, marta, reveal="never")
    secret = browser_of(davide).post(referee_address(table))["Location"].split("/")[2]
    for token in tokens_of(table, ilaria, marta).values():
        assert (f"/play/{secret}/" in browser_of(marta).get(f"/play/{token}/").text) is False
        assert browser_of(marta).post(f"/play/{token}/renew/", {"kind": "ref"}).status_code == 404
    game = Game.objects.get()
    # and what a referee may read, a player may not: the other side's men stay hidden
    assert {side: game.read_by(user) for side in SIDES if (user := game.by_side[side].user)} == {
        "a": ("a",),
        "b": ("b",),
    }


def test_a_referee_renews_their_own_link_and_nobody_elses_and_chooses_no_list(
    club: Club, davide: User, ilaria: User, marta: User
) -> None:
    table, _guest = with_a_guest(club, davide, ilaria)
    client = browser_of(davide)
    token = client.post(referee_address(table))["Location"].split("/")[2]
    for kind in ("a", "b", "looks"):
        assert client.post(f"/play/{token}/renew/", {"kind": kind}).status_code == 404
    mine = a_bn_list(davide)
    chosen = client.post(f"/play/{token}/list/", {"list": mine.pk, "side": "a"})
    assert (chosen.status_code, Game.objects.get().by_side["a"].document) == (409, "")
    renewed = client.post(f"/play/{token}/renew/", {"kind": "ref"})["Location"].split("/")[2]
    assert client.get(f"/play/{token}/").status_code == 404
    assert client.get(f"/play/{renewed}/").status_code == 200


def test_times_of_a_game_at_a_games_night_are_those_of_the_club(
    club: Club, davide: User, ilaria: User, client: Client
) -> None:
    """The days on report, log and games are the club's, even if the site is a day ahead."""
    Club.objects.filter(pk=club.pk).update(time_zone="America/New_York")
    table = a_table(club, davide, davide, ilaria)
    tokens = tokens_of(table, davide, ilaria)
    sign(client, tokens["b"], "b")
    late = datetime(2026, 3, 2, 0, 30, tzinfo=UTC)  # half past seven in New York on the first
    Game.objects.update(created=late)
    GameEvent.objects.update(time=late)
    english = browser_of(davide)
    text = english.get(f"/play/{tokens['a']}/").content.decode()
    assert "Last seen at 19:30" in text
    assert "1 March 2026" in english.get(f"/play/{tokens['a']}/report/").content.decode()
    assert english.get(f"/play/{tokens['a']}/log.txt").content.decode().splitlines()[2] == "2026-03-01"
    assert "1 March 2026" in english.get("/games/").content.decode()
