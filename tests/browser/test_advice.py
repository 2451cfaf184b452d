"""Advice in the builder for a thumb: no typing, no addresses, and the checks stay open."""

import re

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from rules.core.assess import assess
from rules.core.document.roster import Figure, Vehicle
from tests.browser.people import at_the_builder, examine, fits, hold_clock
from tests.core.documents import LIBRARY
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

GUNNERS = a_squad(LEADER, a_group(8, "assault-rifle"), Figure(weapons=("mmg",)))


@pytest.fixture
def phone(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """The report of a list that is 18 points over its limit, on a phone."""
    context = new_context(viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    roster = a_roster(GUNNERS, role="open")
    total = assess(roster, LIBRARY.catalogues["bn"]).total or 0
    at_the_builder(page, live_server, replace(roster, limit=total - 18))
    page.locator(".dock .meter").tap()
    return page


def test_the_jump_leads_to_getting_under_the_limit_which_takes_one_tap_and_one_back(phone: Page) -> None:
    report = phone.locator(".zone-report")
    expect(report.locator(".badge")).to_have_text("Not legal")
    phone.get_by_role("link", name="Get under the limit").tap()

    expect(phone.locator("#back")).to_be_focused()
    expect(phone.locator("#back h2")).to_be_in_viewport()
    examine(phone, "advice over the limit", "#advice", colours=True)
    fits(phone, phone.locator("#back h2"), [390])

    expect(report.locator(".way .btn").first).to_be_visible()
    hold_clock(phone)
    report.locator(".way .btn").first.tap()

    expect(report.locator(".badge")).to_have_text("Legal")
    expect(phone.locator(".toast p")).to_contain_text("Suggestion applied:")
    phone.locator(".toast .btn").tap()
    expect(report.locator(".badge")).to_have_text("Not legal")


def test_advice_says_that_there_is_no_connection_and_marks_the_row_that_it_changes(wide: Page) -> None:
    away, first = wide.locator("#advice-away"), wide.locator("#fits .add").first
    expect(first).to_be_visible()
    wide.context.set_offline(True)
    expect(away).to_be_visible()
    expect(away).to_have_text("No suggestions right now: the site cannot be reached. They come back by themselves.")
    expect(first).to_have_attribute("aria-disabled", "true")
    wide.context.set_offline(False)
    expect(away).to_be_hidden()
    expect(first).not_to_have_attribute("aria-disabled", "true")

    wide.emulate_media(reduced_motion="no-preference")
    first.click()
    expect(first).to_contain_text("×1")
    expect(wide.locator(".is-changed")).to_have_count(1)


@pytest.fixture
def plain(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """A list of a leader and three men with points left, in a browser with script switched off."""
    context = new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    at_the_builder(page, live_server, replace(a_roster(a_squad(LEADER, a_group(3)), role="open"), limit=150))
    return page


def test_completion_without_script(plain: Page) -> None:
    plain.get_by_role("link", name="How to fix it").click()
    plain.get_by_role("link", name="Complete the list").click()
    plain.get_by_role("link", name="Three more").click()
    plain.locator(".way .btn").first.click()

    expect(plain.locator(".zone-report .badge")).to_have_text("Legal")
    expect(plain.locator(".zone-report .meter-used")).to_have_text("150")
    # Under a mouse a line that is added to may move once; for a second nothing else can be hit there.
    tank = plain.locator(".preset-line", has_text="Tank")
    tank.locator(".preset").click()
    expect(tank.locator(".preset-count")).to_have_text("1")
    inert = "(all) => all.filter((it) => getComputedStyle(it).animationName === 'inert').length"
    presets = plain.locator(".zone-palette button.preset")
    assert presets.evaluate_all(inert) == presets.count() - 1


@pytest.fixture
def wide(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """A list of a leader, three men and a vehicle with points left, on a wide screen."""
    page = new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce").new_page()
    squad = replace(a_squad(LEADER, a_group(3)), vehicles=(Vehicle(type="protected"),))
    at_the_builder(page, live_server, replace(a_roster(squad, role="open"), limit=150))
    return page


def test_the_keys_lead_through_what_fits_to_a_completed_list(wide: Page) -> None:
    fold = wide.locator("#fits summary", has_text="Weapons")
    fold.press("Enter")
    expect(wide.locator("#fits details[open] button").first).to_be_visible()
    examine(wide, "what fits", "#advice")

    wide.get_by_role("link", name="Complete the list").press("Enter")
    expect(wide.get_by_role("heading", level=1)).to_have_text("Complete up to 150")
    examine(wide, "completion", "main")
    wide.get_by_label("New men").press("ArrowRight")
    expect(wide).to_have_url(re.compile(r"grade=3"))
    expect(wide.locator("output")).to_contain_text("men")
    expect(wide.get_by_label("New men")).to_have_value("3")
    wide.locator(".way .btn").first.press("Enter")

    expect(wide.locator(".zone-report .badge")).to_have_text("Legal")
