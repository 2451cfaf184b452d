"""The record of a player: what both signed counts, and nothing else."""

import pytest
from django.test import Client

from armybuilder.accounts.models import User
from armybuilder.games.models import Game, Link
from armybuilder.games.record import Record, played_by, record_of_list, records
from rules.core.game.events import SIDES, Marker, Signed, Undone
from tests.evenings.evenings import a_bn_list

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("loaded_rules")]


def play(user: User, enemy: User, name: str, *signed: tuple[int, int]) -> Link:
    """A game with a list, to which the sides put these points."""
    own = Game.objects.begin(a_bn_list(user, name=name), user, both=False)
    other = Link.objects.get(game=own.game, kind="b")
    Link.objects.play_list(str(other.token), a_bn_list(enemy), enemy)
    for side, link, (a, b) in zip(SIDES, (own, other), signed, strict=False):
        Link.objects.say(str(link.token), side, Signed(a=a, b=b))
    return own


def test_games_won_and_lost_of_all_and_of_each_list(marta: User, davide: User) -> None:
    play(marta, davide, "Alpini", (10, 20), (10, 20))
    play(marta, davide, "Alpini", (30, 20), (30, 20))
    play(marta, davide, "Lagunari", (10, 10), (10, 10))
    play(marta, davide, "Lagunari", (10, 20), (10, 25))  # they do not agree
    back = play(marta, davide, "Lagunari", (10, 20), (10, 20))
    Link.objects.say(str(back.token), "a", Undone(phone=f"page-{back.pk}", number=1))
    for user, expected in (
        (marta, [Record("", 5, 1, 1), Record("Lagunari", 3, 0, 0), Record("Alpini", 2, 1, 1)]),
        (davide, [Record("", 5, 1, 1), Record(a_bn_list(davide).name, 5, 1, 1)]),
    ):
        games = list(Game.objects.of_user(user))
        assert records(played_by(user, games)) == expected


def test_who_joins_a_game_of_one_phone_reads_no_secret_of_the_other_side_in_its_record(
    marta: User, davide: User, client: Client
) -> None:
    both = Game.objects.begin(a_bn_list(marta), marta, both=True)
    joins = Link.objects.get(game=both.game, kind="b")
    Link.objects.play_list(str(joins.token), a_bn_list(davide), davide)
    for side in SIDES:
        Link.objects.say(str(both.token), side, Marker(marker="1", about="ambush"))
    seen = []
    for user in (marta, davide):
        client.force_login(user)
        seen.append(client.get(f"/games/{both.game_id}/log.json").json()["lines"])
    assert [[each["line"]["side"] for each in lines] for lines in seen] == [["a", "b"], ["b"]]


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
def test_a_list_has_a_record_of_its_own_in_one_query(  # type: ignore[no-untyped-def]
    marta: User, davide: User, client: Client, games: int, django_assert_num_queries
) -> None:
    mine, other = a_bn_list(marta), a_bn_list(marta)
    for place in range(games):
        own = Game.objects.begin(mine, marta, both=False)
        enemy = Link.objects.get(game=own.game, kind="b")
        Link.objects.play_list(str(enemy.token), mine if place == 3 else a_bn_list(davide), davide)
        lost = 10 if place == 0 else 30
        Link.objects.say(str(own.token), "a", Signed(a=lost, b=20))
        if place != 2:  # one is not agreed on
            Link.objects.say(str(enemy.token), "b", Signed(a=lost, b=20))
    with django_assert_num_queries(1):
        record = record_of_list(mine)
    assert record == Record(mine.name, games, 1, 1 if games == 4 else 0)
    assert record_of_list(other) == Record(other.name, 0, 0, 0)
    client.force_login(marta)
    pages = [
        client.get(f"/lists/{one.pk}/game/", headers={"Accept-Language": "en"}).text for one in (mine, other)
    ]
    assert ["What this list has played" in page for page in pages] == [True, False]
