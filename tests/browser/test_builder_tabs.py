"""Two tabs on one list: both changes are kept, taps add up, and removed rows are reported."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.lists.models import ArmyList
from rules.core.document.roster import Figure
from tests.browser.people import at_the_builder, choose, open_row, row, used
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture
def tabs(desk: Page, live_server: LiveServer) -> tuple[Page, Page]:
    """The builder on a leader and a group of five, twice."""
    at_the_builder(desk, live_server, a_roster(a_squad(LEADER, a_group(5))))
    other = desk.context.new_page()
    other.set_viewport_size({"width": 1280, "height": 900})
    other.goto(desk.url)
    return desk, other


def group_of(number: int) -> Figure:
    """A row as it is stored."""
    return ArmyList.objects.get().roster.squads[0].figures[number]


def group() -> Figure:
    """The group as it is stored."""
    return group_of(1)


def test_a_tap_in_each_tab_and_two_fields_of_one_row_hold(tabs: tuple[Page, Page]) -> None:
    one, two = tabs
    for tab in tabs:
        with tab.expect_response("**/count/"):
            row(tab, "Rifleman").get_by_role("button", name="One more").click()
    expect(row(two, "Rifleman").get_by_label("Number", exact=True)).to_have_value("7")
    assert group().count == 7
    for tab in tabs:
        open_row(tab, "Rifleman")
    one.get_by_label("Name").fill("Ferri")
    one.get_by_label("Name").press("Tab")
    expect(one.locator(".is-editing .fig-name")).to_have_text("Ferri")
    two.locator(".is-editing").get_by_label("LMG").check()
    expect(two.locator(".is-editing .fig-name")).to_have_text("Ferri")
    assert (group().name, group().weapons) == ("Ferri", ("lmg",))


def test_a_field_that_has_the_cursor_follows_unless_something_was_typed(tabs: tuple[Page, Page]) -> None:
    one, two = tabs
    for tab in tabs:
        open_row(tab, "Rifleman")
    one.get_by_label("Name").fill("Ferri")
    one.get_by_label("Name").press("Tab")
    expect(one.locator(".is-editing .fig-name")).to_have_text("Ferri")
    two.get_by_label("Name").focus()
    two.evaluate("document.querySelector('.zone-palette .preset').click()")
    expect(two.get_by_label("Name")).to_have_value("Ferri")
    two.get_by_label("Class", exact=True).select_option("elite")
    expect(two.locator(".is-editing .fig-points b")).to_be_visible()
    two.locator(".is-editing").get_by_role("button", name="Done").first.click()
    expect(two.locator(".is-editing")).to_have_count(0)
    assert (group().name, group().class_) == ("Ferri", "elite")


def test_a_tick_taken_back_before_its_answer_is_taken_back(tabs: tuple[Page, Page]) -> None:
    tab, _ = tabs
    held: list[Route] = []
    open_row(tab, "Rifleman")
    tab.route("**/rows/*/", lambda route: held.append(route), times=1)
    lmg = tab.locator(".is-editing").get_by_label("LMG")
    before = used(tab).inner_text()
    with tab.expect_request("**/rows/*/"):
        lmg.check()
    lmg.uncheck()
    with tab.expect_response(lambda response: "weapons=lmg" not in (response.request.post_data or "weapons=lmg")):
        held[0].continue_()
    expect(used(tab)).to_have_text(before)
    expect(lmg).not_to_be_checked()
    assert group().weapons == ("assault-rifle",)


def comes_back(tab: Page) -> None:
    """The tab comes into view again."""
    tab.bring_to_front()
    tab.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_an_open_row_that_is_gone_is_said_so_and_comes_back_by_undo(tabs: tuple[Page, Page]) -> None:
    one, two = tabs
    open_row(two, "Rifleman")
    choose(one, "Rifleman", "Remove")
    expect(one.locator(".fig")).to_have_count(1)
    one.locator(".toast p").hover()  # it stays while in use
    two.get_by_label("Notes").fill("Ferri")
    two.get_by_label("Notes").blur()
    expect(two.get_by_text("That row no longer exists")).to_be_visible()
    expect(two.locator("#notice")).to_be_focused()
    expect(two.locator(".is-editing")).to_have_count(0)
    two.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(two.locator(".fig")).to_have_count(2)
    comes_back(one)
    expect(one.locator(".toast")).to_have_count(0)  # its undo would revert what the other tab did
    assert group().count == 5


def test_a_tab_that_comes_back_shows_what_the_other_did_and_loses_nothing_typed(
    tabs: tuple[Page, Page],
) -> None:
    one, two = tabs
    with one.expect_response("**/count/"):  # it is stored once answered
        row(one, "Rifleman").get_by_role("button", name="One more").click()
    comes_back(two)
    expect(row(two, "Rifleman").get_by_label("Number", exact=True)).to_have_value("6")
    open_row(two, "Rifleman")
    two.get_by_label("Notes").fill("tired")
    choose(one, "Sgt. Rossi", "Remove")
    expect(one.locator(".fig")).to_have_count(1)
    comes_back(two)
    expect(two.locator(".fig")).to_have_count(1)
    expect(two.get_by_label("Notes")).to_have_value("tired")
    expect(two.get_by_label("Notes")).to_be_focused()
    assert (group_of(0).count, group_of(0).notes) == (6, "tired")
    choose(one, "Rifleman", "Remove")
    expect(one.locator(".squad .fig")).to_have_count(0)
    comes_back(two)
    expect(two.locator(".is-editing")).to_have_count(0)
