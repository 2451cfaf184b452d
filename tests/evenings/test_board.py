"""The scoreboard on a projector: its content, pages and refreshing, and its link."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.desk import make_link, withdraw_link
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.models import BoardLink, Evening, Round
from armybuilder.evenings.pages.scoreboard import (
    RANKS_A_PAGE,
    TABLES_A_PAGE,
    Scoreboard,
)
from armybuilder.evenings.states import NotOpenError
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening, log_of
from tests.evenings.test_playing import a_night, a_round, user_of

pytestmark = pytest.mark.usefixtures("loaded_rules")
HTMX = {"HX-Request": "true"}


def link_of(evening: Evening, davide: User) -> str:
    make_link(evening.pk, davide)
    return f"/evenings/board/{BoardLink.objects.get(evening=evening).token}/"


def asks_for(page: str) -> str:
    """Return the address that a scoreboard requests next."""
    found = re.search(r'hx-get="([^"]+)"', page)
    assert found
    return found[1].replace("&amp;", "&")


def test_it_shows_tables_results_and_standings(club: Club, davide: User) -> None:
    evening, _users = a_night(club, davide, 3)
    assert Scoreboard(evening, 1).drawn is None
    [pairing, bye] = a_round(evening, davide)
    decide_result(evening.pk, davide, pairing.pk, (35, 40))
    board = Scoreboard(evening, 1)
    is_turned = pairing.attacker_id == pairing.second_id  # the attacker comes first
    both, lost = [str(pairing.first), str(pairing.second)], (35, 40)
    assert [(table.number, table.lost) for table in board.tables] == [
        (1, lost[::-1] if is_turned else lost),
        (None, None),
    ]
    assert [side.name for table in board.tables for side in table.sides] == [
        *(both[::-1] if is_turned else both),
        str(bye.first),
    ]
    assert [rank.standing.score for rank in board.ranks] == [3, 3, 0]
    page = browser_of(davide).get(f"/evenings/{evening.pk}/board/").content.decode()
    assert f'<td class="score">{"40–35" if is_turned else "35–40"}</td>' in page
    assert f'<td class="won">{pairing.first}' in page


def test_it_turns_over_where_not_all_has_room(club: Club, davide: User) -> None:
    evening, _users = a_night(club, davide, 2 * TABLES_A_PAGE + 2)
    pairing, *_others = a_round(evening, davide)
    decide_result(evening.pk, davide, pairing.pk, (30, 40))
    pages = [Scoreboard(evening, number) for number in (1, 2, 3)]
    assert [len(page.tables) for page in pages] == [TABLES_A_PAGE, 1, TABLES_A_PAGE]
    assert [len(page.ranks) for page in pages] == [RANKS_A_PAGE, 18 - RANKS_A_PAGE, RANKS_A_PAGE]
    assert [(page.page, page.pages, page.next_page) for page in pages] == [(1, 2, 2), (2, 2, 1), (1, 2, 2)]
    browser = browser_of(davide)
    first = browser.get(f"/evenings/{evening.pk}/board/").content.decode()
    assert f'<noscript><meta http-equiv="refresh" content="12;url=/evenings/{evening.pk}/board/?page=2">' in first
    second = browser.get(asks_for(first), headers=HTMX)
    assert (second.status_code, second.content.decode().lstrip().startswith("<main")) == (200, True)
    assert asks_for(second.content.decode()).partition("&")[0] == f"/evenings/{evening.pk}/board/?page=1"


@pytest.mark.parametrize("players", [4, 20])
def test_its_queries_do_not_grow_with_the_tables(
    club: Club, davide: User, players: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    evening, _users = a_night(club, davide, players)
    for pairing in a_round(evening, davide):
        decide_result(evening.pk, davide, pairing.pk, (35, 40))
    address = link_of(evening, davide)
    with django_assert_num_queries(7):
        assert Client().get(address, headers=HTMX).status_code == 200


def test_it_shows_what_is_entered_meanwhile(club: Club, davide: User) -> None:
    evening, _users = a_night(club, davide)
    [pairing, _other] = a_round(evening, davide)
    browser = Client(headers={"Accept-Language": "en"})
    shown = browser.get(link_of(evening, davide))
    enter_result(evening.pk, user_of(pairing.first), pairing.pk, (35, 40))
    again = browser.get(asks_for(shown.text), headers=HTMX)
    assert [page.text.count('<td class="score">…') for page in (shown, again)] == [0, 1]


def test_it_says_that_time_is_up(club: Club, davide: User) -> None:
    evening, _users = a_night(club, davide)
    Evening.objects.filter(pk=evening.pk).update(round_minutes=75)
    a_round(evening, davide)
    browser = Client(headers={"Accept-Language": "en"})
    page = browser.get(link_of(evening, davide)).content.decode()
    assert ("until " in page, "Time is up" in page) == (True, False)
    Round.objects.filter(evening=evening).update(published=timezone.now() - timedelta(minutes=76))
    assert "Time is up" in browser.get(asks_for(page), headers=HTMX).content.decode()


def test_its_link_leads_there_until_it_is_withdrawn(club: Club, davide: User, ilaria: User) -> None:
    evening, stranger = an_evening(club, davide, days=0), Client()
    link = link_of(evening, davide)
    assert link == link_of(evening, davide)
    assert stranger.get(link).status_code == 200
    with pytest.raises(NotAllowedError):
        withdraw_link(evening.pk, ilaria)
    browser_of(davide).post(f"/evenings/{evening.pk}/board/withdraw/")
    assert stranger.get(link).status_code == 404
    assert link_of(evening, davide) != link
    assert log_of(evening)[2:] == [
        "davide created the scoreboard link",
        "davide withdrew the scoreboard link",
        "davide created the scoreboard link",
    ]


def test_its_link_shows_no_evening_that_is_called_off_or_long_over(club: Club, davide: User) -> None:
    evening, stranger = an_evening(club, davide), Client()
    link = link_of(evening, davide)
    evenings = Evening.objects.filter(pk=evening.pk)
    evenings.update(start=timezone.now() - timedelta(days=2, minutes=1))
    assert stranger.get(link).status_code == 404
    evenings.update(start=timezone.now(), state="called-off")
    assert stranger.get(link).status_code == 404
    with pytest.raises(NotOpenError):
        make_link(evening.pk, davide)
    evenings.update(state="open")
    assert stranger.get(link).status_code == 200
