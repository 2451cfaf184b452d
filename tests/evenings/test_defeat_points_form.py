"""Results computed by the tables of the rules, and who held the field."""

import pytest
from lxml import html

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.models import Evening, Pairing
from rules.catalogue import current_version
from rules.core.defeat_points import defeat_rows
from tests.clubs.clubs import browser_of
from tests.evenings.evenings import an_evening
from tests.evenings.test_playing import a_night, a_round, user_of

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.fixture
def table(club: Club, davide: User) -> Pairing:
    evening, _ = a_night(club, davide, 2)
    return a_round(evening, davide)[0]


def test_the_sum_is_shown_step_by_step_and_then_said(table: Pairing, davide: User) -> None:
    """Three soldiers and a leader of the first: 30 + 15; an objective of the second: 50 (rth §15.0)."""
    player, page = browser_of(user_of(table.first)), f"/evenings/{table.round.evening_id}/tables/{table.pk}/"
    asked = {
        "first-defeat-points/0": "3", "first-defeat-points/1": "1", "second-defeat-points/2": "1", "held": "1",
        "first-defeat-points/2": "x", "second-defeat-points/0": "9" * 30, "first-nothing/7": "5",
    }  # fmt: skip
    context = player.get(page + "work-out/", asked).context
    assert [
        (name, [(step.row.name.en, step.times, step.each, step.points) for step in made.steps], made.total)
        for name, made in context["sums"]
    ] == [
        (str(table.first), [("Soldier lost", 3, 10, 30), ("Leader lost", 1, 15, 15)], 45),
        (str(table.second), [("Objective lost", 1, 50, 50)], 50),
    ]
    assert (context["is_player"], context["held"], context["is_too_much"]) == (True, "1", False)
    assert not browser_of(davide).get(page + "work-out/").context["is_asked"]
    assert player.get(page + "work-out/", {"first-defeat-points/2": "200"}).context["is_too_much"]
    player.post(page + "result/", {"first_lost": "45", "second_lost": "50", "held": "1"})
    claim = table.claims.get()
    assert (claim.first_lost, claim.second_lost, claim.held) == (45, 50, 1)


def test_rules_are_ticked_and_change_what_both_took(club: Club, davide: User) -> None:
    """bn: embedded journalists with the first: its hits ×3, the rest ×2, and the enemy's objective ×2."""
    evening, _ = a_night(club, davide, 2)
    evening.ruleset_version = current_version("bn")
    evening.save()
    table = a_round(evening, davide)[0]
    rows = {row.name.en: row.id for row in defeat_rows(evening.catalogue)}
    asked = {
        f"first-{rows['Embedded journalists']}": "1",
        f"first-{rows['Building or civilian hit']}": "2",
        f"first-{rows['Disengaging']}": "1",
        f"second-{rows['Objective lost']}": "1",
    }
    page = browser_of(davide).get(f"/evenings/{evening.pk}/tables/{table.pk}/work-out/", asked)
    assert [made.total for _name, made in page.context["sums"]] == [2 * 15 + 30, 100]
    boxes = html.fromstring(page.content).xpath("//input[@type='checkbox']")
    assert len(boxes) == 8
    assert [box.get("name") for box in boxes if box.get("checked")] == [f"first-{rows['Embedded journalists']}"]


def test_it_stands_once_both_say_the_same_of_the_field_too(table: Pairing, davide: User) -> None:
    evening, say = table.round.evening, enter_result
    one, other = user_of(table.first), user_of(table.second)
    assert not say(evening.pk, one, table.pk, (45, 50), 1)
    assert not say(evening.pk, other, table.pk, (45, 50))
    page = f"/evenings/{evening.pk}/rounds/1/"
    yours = browser_of(other).get(page).context["yours"]
    assert (yours.is_disputed, yours.others.holder, yours.yours.holder) == (True, str(table.first), "")
    assert say(evening.pk, other, table.pk, (45, 50), 1)
    assert browser_of(one).get(page).context["yours"].holder == str(table.first)
    decide_result(evening.pk, davide, table.pk, (45, 50), 2)
    table.refresh_from_db()
    assert table.held == 2


def test_games_without_defeat_points_have_no_sum(club: Club, davide: User) -> None:
    evening, _ = a_night(club, davide, 2)
    [table] = a_round(evening, davide)
    Evening.objects.update(ruleset_version=current_version("ludonet").pk)
    browser, page = browser_of(davide), f"/evenings/{evening.pk}/"
    assert browser.get(f"{page}tables/{table.pk}/work-out/").status_code == 404
    assert not browser.get(page + "rounds/1/").context["has_defeat_points"]


def test_a_draft_and_a_table_of_another_evening_have_no_sum(table: Pairing, club: Club, davide: User) -> None:
    other = an_evening(club, davide, limits={})
    address = f"/evenings/%s/tables/{table.pk}/work-out/"
    assert browser_of(davide).get(address % other.pk).status_code == 404
    table.round.published = None
    table.round.save()
    assert browser_of(davide).get(address % table.round.evening_id).status_code == 404
