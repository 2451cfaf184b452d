"""Rounds paired by hand, and closed."""

import pytest

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.actions.rounds import draw, pair_by_hand, publish, set_closed, unpair
from armybuilder.evenings.models import Evening, Round
from armybuilder.evenings.states import NoDraftError
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import log_of, seen_draft
from tests.evenings.test_playing import a_night, a_round, lost, user_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("loaded_rules")


def pairs(drawn: Round) -> list[tuple[int, int | None, int | None]]:
    return [(one.first_id, one.second_id, one.table) for one in drawn.pairings.all()]


def test_two_are_put_together_and_parted(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 5)
    drawn = draw(evening.pk, davide, "hand")
    with refused("Fewer than two players are coming: there is nobody to pair."):
        publish(evening.pk, davide)
    a, b, c, d, e = sorted(evening.entries.values_list("pk", flat=True))
    for one, other in ((a, d), (b, c), (e, None)):
        pair_by_hand(evening.pk, davide, one, other)
    assert pairs(drawn) == [(a, d, 1), (b, c, 2), (e, None, None)]
    unpair(evening.pk, davide, drawn.pairings.all()[0].pk)
    pair_by_hand(evening.pk, davide, d, a)
    assert pairs(drawn) == [(d, a, 1), (b, c, 2), (e, None, None)]
    assert {one.attacker_id in (one.first_id, one.second_id) for one in drawn.pairings.filter(table__gt=0)} == {True}
    publish(evening.pk, davide)
    with pytest.raises(NoDraftError):
        unpair(evening.pk, davide, drawn.pairings.all()[0].pk)
    assert log_of(evening)[2:5] == ["davide paired round 1", *["davide paired two players in round 1"] * 2]


def test_only_who_is_free_is_put_at_a_table(club: Club, davide: User, ilaria: User) -> None:
    evening, _ = a_night(club, davide, 4)
    with pytest.raises(NoDraftError):
        pair_by_hand(evening.pk, davide, 1, 2)
    drawn = draw(evening.pk, davide, "hand")
    a, b, c, _ = evening.entries.values_list("pk", flat=True)
    pair_by_hand(evening.pk, davide, a, b)
    for one, other in ((a, c), (c, b), (c, c), (c, 10**6), (0, None)):
        with refused("Nothing was changed: choose two players who are not at a table yet."):
            pair_by_hand(evening.pk, davide, one, other)
    with pytest.raises(NotAllowedError):
        pair_by_hand(evening.pk, ilaria, c, None)
    with pytest.raises(NoDraftError):
        unpair(evening.pk, davide, 10**6)
    assert pairs(drawn) == [(a, b, 1)]


def test_the_page_of_a_draft_by_hand(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 3)
    browser, page = browser_of(davide), f"/evenings/{evening.pk}/rounds/1/"
    browser.post(page + "draw/", {"method": "hand"} | seen_draft(evening))
    free = sorted(browser.get(page).context["free"], key=lambda one: one[1])
    assert [name for _, name in free] == ["p00", "p01", "p02"]
    browser.post(page + "together/", {"one": free[0][0], "other": free[2][0]} | seen_draft(evening))
    browser.post(page + "together/", {"one": free[1][0], "other": ""} | seen_draft(evening))
    shown = browser.get(page).context
    assert shown["free"] == []
    assert [(table.number, {side.name for side in table.sides}) for table in shown["tables"]] == [
        (1, {"p00", "p02"}), (None, {"p01"})
    ]  # fmt: skip
    browser.post(page + f"part/{shown['tables'][1].pk}/", seen_draft(evening))
    assert [name for _, name in browser.get(page).context["free"]] == ["p01"]


def test_organisers_alone_write_the_results_of_a_closed_round(club: Club, davide: User, ilaria: User) -> None:
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    player, say = user_of(table.first), enter_result
    assert [set_closed(evening.pk, davide, 1, closed=True) for _ in range(2)] == [True, False]
    with refused("Nothing was changed: the round is closed. Only an organiser can enter its results now."):
        say(evening.pk, player, table.pk, (0, 5))
    decide_result(evening.pk, davide, table.pk, (0, 5))
    assert lost(table) == (0, 5)
    with pytest.raises(NotAllowedError):
        set_closed(evening.pk, ilaria, 1, closed=False)
    with pytest.raises(NoDraftError):
        set_closed(evening.pk, davide, 2, closed=True)
    browser = browser_of(davide)
    page = browser.get(f"/evenings/{evening.pk}/rounds/1/")
    assert (page.context["round"].closed is None, page.context["unsettled_here"]) == (False, 1)
    browser.post(f"/evenings/{evening.pk}/rounds/1/close/", {"open": "1"})
    assert Round.objects.get().closed is None
    assert log_of(evening)[-3:] == [
        "davide closed round 1",
        "davide decided a result: " + f"{table} 0–5",
        "davide reopened the results of round 1",
    ]


def test_the_next_round_is_paired_before_all_results_are_in(club: Club, davide: User) -> None:
    """It is published with a warning; a later correction moves only the standings."""
    evening, _ = a_night(club, davide)
    table, _ = a_round(evening, davide)
    second = draw(evening.pk, davide, "swiss")
    assert browser_of(davide).get(f"/evenings/{evening.pk}/rounds/2/").context["unsettled"] == 2
    publish(evening.pk, davide)
    set_closed(evening.pk, davide, 1, closed=True)
    before = pairs(second)
    decide_result(evening.pk, davide, table.pk, (0, 5))
    assert pairs(Round.objects.get(number=2)) == before
    assert Evening.objects.get().rounds.filter(closed=None).count() == 1
