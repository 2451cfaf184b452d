"""The record of a player: games started, and those won and lost with both signatures."""

import lxml.html
import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import Game, Link
from armybuilder.games.pages.record import Record, played_by, record_of_list, records
from armybuilder.lists.models import ArmyList
from rules.core.game.events import SIDES, Marker, PhaseIs, Signed, Undone
from tests.evenings.evenings import a_bn_list
from tests.games.phones import other, token, told

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def set_up(mine: ArmyList, user: User, theirs: ArmyList, enemy: User) -> Link:
    """A game of two lists that has not started."""
    own = start_game(mine, user, both=False)
    choose_list(token(other(own)), theirs, enemy)
    return own


def play(user: User, enemy: User, name: str, *signed: tuple[int, int]) -> Link:
    """A started game with a list, and these points signed by the sides."""
    own = set_up(a_bn_list(user, name=name), user, a_bn_list(enemy), enemy)
    told(own, PhaseIs(phase="playing"))
    for side, link, (a, b) in zip(SIDES, (own, other(own)), signed, strict=False):
        told(link, Signed(a=a, b=b), side=side)
    return own


def test_games_won_and_lost_of_all_and_of_each_list(marta: User, davide: User) -> None:
    play(marta, davide, "Alpini", (10, 20), (10, 20))
    play(marta, davide, "Alpini", (30, 20), (30, 20))
    play(marta, davide, "Lagunari", (10, 10), (10, 10))
    play(marta, davide, "Lagunari", (10, 20), (10, 25))  # they do not agree
    back = play(marta, davide, "Lagunari", (10, 20), (10, 20))
    record_events(str(back.token), "a", Undone(phone=f"page-{back.pk}", number=2))
    for user, expected in (
        (marta, [Record("", 5, 1, 1), Record("Lagunari", 3, 0, 0), Record("Alpini", 2, 1, 1)]),
        (davide, [Record("", 5, 1, 1), Record(a_bn_list(davide).name, 5, 1, 1)]),
    ):
        games = list(Game.objects.of_user(user))
        assert records(played_by(user, games)) == expected


def test_a_game_that_was_never_begun_is_listed_and_does_not_count(marta: User, davide: User, client: Client) -> None:
    mine, theirs = a_bn_list(marta, name="Alpini"), a_bn_list(davide, name="Predoni")
    waits = set_up(mine, marta, theirs, davide)
    assert count_of(marta, mine) == ([Record("", 0, 0, 0)], Record("Alpini", 0, 0, 0))
    untouched, back = (set_up(mine, marta, theirs, davide) for _game in range(2))
    record_events(str(back.token), "a", PhaseIs(phase="playing"))
    one = Record("Alpini", 1, 0, 0)
    assert count_of(marta, mine) == ([Record("", 1, 0, 0), one], one)
    record_events(str(back.token), "a", Undone(phone=f"page-{back.pk}", number=1))
    assert count_of(marta, mine) == ([Record("", 0, 0, 0)], Record("Alpini", 0, 0, 0))
    record_events(str(waits.token), "a", PhaseIs(phase="playing"))
    record_events(str(waits.token), "a", PhaseIs(phase="ended"))
    assert count_of(marta, mine) == ([Record("", 1, 0, 0), one], one)
    client.force_login(marta)
    page = lxml.html.fromstring(client.get("/games/", headers={"Accept-Language": "it"}).text)
    rows = page.cssselect("main ul.rulelist li")
    assert {str(row.xpath("a/@href")[0]): row.text_content().endswith("Schieramento") for row in rows} == {
        f"/play/{waits.token}/": False,
        f"/play/{untouched.token}/": True,
        f"/play/{back.token}/": True,
    }


def count_of(user: User, army_list: ArmyList) -> tuple[list[Record], Record]:
    """Return the records on the page of games, and on that of the list."""
    games = list(Game.objects.of_user(user))
    return records(played_by(user, games)), record_of_list(army_list)


def test_after_joining_a_game_on_one_phone_neither_record_has_the_others_secrets(
    marta: User, davide: User, client: Client
) -> None:
    both = start_game(a_bn_list(marta), marta, both=True)
    joined = other(both)
    choose_list(token(joined), a_bn_list(davide), davide)
    for side, link in zip(SIDES, (both, joined), strict=True):
        record_events(token(link), side, Marker(marker="1", about="hidden"))
    seen = []
    for user in (marta, davide):
        client.force_login(user)
        seen.append(client.get(f"/games/{both.game_id}/log.json").json()["lines"])
    assert [[each["line"]["side"] for each in lines] for lines in seen] == [["a"], ["b"]]


@pytest.mark.parametrize("games", [1, 4])
def test_the_page_of_games_asks_the_same_however_many(  # type: ignore[no-untyped-def]
    marta: User, davide: User, client: Client, games: int, django_assert_num_queries
) -> None:
    for _game in range(games):
        play(marta, davide, "<b>Alpini", (10, 20), (10, 20))
    client.force_login(marta)
    english = {"Accept-Language": "en"}
    client.get("/games/", headers=english)
    with django_assert_num_queries(7):
        page = client.get("/games/", headers=english).text
    assert (page.count("10 : 20"), "<b>Alpini" in page) == (games, False)


@pytest.mark.parametrize("games", [1, 4])
def test_a_list_has_a_record_of_its_own_in_two_queries(  # type: ignore[no-untyped-def]
    marta: User, davide: User, client: Client, games: int, django_assert_num_queries
) -> None:
    mine, unplayed = a_bn_list(marta), a_bn_list(marta)
    for place in range(games):
        own = set_up(mine, marta, mine if place == 3 else a_bn_list(davide), davide)
        enemy = other(own)
        lost = 10 if place == 0 else 30
        told(own, PhaseIs(phase="playing"), Signed(a=lost, b=20))
        if place != 2:  # one result is disputed
            told(enemy, Signed(a=lost, b=20), side="b")
    with django_assert_num_queries(2):
        record = record_of_list(mine)
    assert record == Record(mine.name, games, 1, 1 if games == 4 else 0)
    assert record_of_list(unplayed) == Record(unplayed.name, 0, 0, 0)
    client.force_login(marta)
    pages = [client.get(f"/lists/{one.pk}/game/", headers={"Accept-Language": "en"}).text for one in (mine, unplayed)]
    assert ["Games this list has played" in page for page in pages] == [True, False]
