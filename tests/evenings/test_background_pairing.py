"""Rounds large enough for the worker."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions import rounds
from armybuilder.evenings.actions.rounds import draw, pair_by_hand, pair_waiting, publish, store_waiting
from armybuilder.evenings.models import Round
from tests.background import work
from tests.clubs.clubs import browser_of
from tests.evenings.test_playing import a_night
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture(autouse=True)
def four_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "PLAYERS_AT_ONCE", 4)


def test_the_worker_pairs_what_takes_longer_and_the_page_looks_again(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 5)
    drawn = draw(evening.pk, davide, "swiss")
    browser, page = browser_of(davide), f"/evenings/{evening.pk}/rounds/1/"
    assert (browser.get(page)["Refresh"], drawn.pairings.count()) == ("5", 0)
    for verb in (
        lambda: publish(evening.pk, davide),
        lambda: pair_by_hand(evening.pk, davide, 1, 2),
    ):
        with refused("The round is still being paired. Wait a moment, then look again."):
            verb()
    work()
    response = browser.get(page)
    assert ("Refresh" in response, len(response.context["tables"]), response.context["free"]) == (
        False,
        3,
        [],
    )
    pair_waiting.call(
        drawn.pk, False
    )  # the second task, in case the worker was killed: nothing is left to do
    assert drawn.pairings.count() == 3
    publish(evening.pk, davide)


def test_a_newer_draft_is_left_alone(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 5)
    first = draw(evening.pk, davide, "swiss")
    again = draw(evening.pk, davide, "hand")
    work()
    assert (Round.objects.get(), again.pairings.count()) == (again, 0)
    assert not store_waiting(first.pk, [])


def test_as_many_as_before_are_paired_at_once(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 4)
    assert draw(evening.pk, davide, "lot").pairings.count() == 2
