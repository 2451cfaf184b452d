"""Rules answers over the list: nothing in the builder is lost."""

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import fits, row, violations, with_veterans
from tests.lists.factories import MEDIC, NAMELESS_LEADER, RIFLEMAN

PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 900}
BOTH = (DESK["width"], PHONE["width"])


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """A squad of veterans on a phone, as at the table: a leader, a rifleman, a medic."""
    desk.set_viewport_size(PHONE)
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN, MEDIC)
    return desk


def ask(page: Page, question: str) -> None:
    page.get_by_role("link", name="Search the rules").click()
    expect(page.get_by_role("dialog").get_by_role("searchbox")).to_be_focused()
    page.keyboard.type(question)
    page.keyboard.press("Enter")


def test_questions_are_answered_over_the_list_and_escape_leads_back(builder: Page) -> None:
    address = builder.url
    for screen in (PHONE, DESK):
        builder.set_viewport_size(screen)
        ask(builder, "how much is a medic?")
        dialog = builder.get_by_role("dialog")
        expect(dialog.locator(".answer-facts").first).to_have_text("+10\N{NO-BREAK SPACE}pts")
        expect(dialog.get_by_role("heading", level=2)).to_have_text(["Breaking News"])
        expect(builder).to_have_url(address)
        builder.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(builder.get_by_role("link", name="Search the rules")).to_be_focused()

    # All games are searched without leaving the list.
    ask(builder, "gewehr 43")
    dialog = builder.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Nothing for “gewehr 43”.")).to_be_visible()
    dialog.get_by_role("link", name="Search all games").click()
    expect(dialog.get_by_role("link", name="Semi-automatic rifle").first).to_be_visible()
    expect(builder).to_have_url(address)
    builder.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    # A late answer does not cover a later one.
    held: list[Route] = []
    builder.route("**/rules/search/?q=medic*", lambda route: held.append(route))
    ask(builder, "medic")
    dialog.get_by_role("searchbox").fill("sniper rifle")
    dialog.get_by_role("button", name="Search").click()
    expect(dialog.get_by_role("heading", name="Sniper rifle").first).to_be_visible()
    with builder.expect_response("**/rules/search/?q=medic*"):
        held[0].continue_()
    expect(dialog.get_by_role("heading", name="Sniper rifle").first).to_be_visible()
    builder.unroute("**/rules/search/?q=medic*")
    builder.keyboard.press("Escape")
    expect(dialog).to_have_count(0)

    # Without a line it says so, and keeps what was typed.
    builder.route("**/rules/search/**", lambda route: route.abort())
    ask(builder, "medic")
    expect(dialog.get_by_role("alert")).to_contain_text("No answer")
    expect(dialog.get_by_role("searchbox")).to_have_value("medic")
    builder.unroute("**/rules/search/**")
    builder.keyboard.press("Enter")
    expect(dialog.locator(".answer-facts").first).to_be_visible()
    expect(dialog.get_by_role("alert")).to_have_count(0)


def test_a_weapon_of_a_row_closed_or_open_unfolds_its_odds_in_these_hands(builder: Page) -> None:
    address = builder.url
    asked: list[str] = []
    builder.on("request", lambda request: asked.append(request.method))
    word = row(builder, "Rifleman").locator(".gear").get_by_role("link", name="Assault rifle")
    word.click()  # one tap, the row stays closed
    beneath = row(builder, "Rifleman").locator(".odds-here")
    expect(beneath.get_by_role("heading", name="Assault rifle in the hands of: Veterans")).to_be_visible()
    assert violations(builder) == []
    fits(builder, beneath, BOTH)
    word.press("Enter")
    expect(beneath).to_have_count(0)
    builder.get_by_role("link", name="Rifleman", exact=True).click()
    weapon = builder.locator(".fire dt").get_by_role("link")
    expect(weapon).to_be_visible()
    weapon.click()
    odds = builder.locator(".fire .odds-here")
    expect(odds.get_by_role("heading", name="Assault rifle in the hands of: Veterans")).to_be_visible()
    expect(odds.locator(".odds-grid tbody tr").first).to_contain_text("88")
    assert set(asked) == {"GET"}
    assert violations(builder, ".fig.is-editing") == []
    fits(builder, odds, BOTH)
    weapon.press("Enter")
    expect(odds).to_have_count(0)
    expect(builder.locator(".fig.is-editing")).to_be_visible()
    assert builder.url.partition("?")[0] == address.partition("?")[0]


def test_the_ranges_are_shown_from_the_palette(builder: Page) -> None:
    builder.get_by_role("link", name="Add", exact=True).click()
    for screen in (PHONE, DESK):
        builder.set_viewport_size(screen)
        builder.get_by_role("link", name="Ranges and dice").click()
        weapon = builder.get_by_role("dialog").locator(".result", has_text="LMG")
        expect(weapon.locator(".answer-facts li").first).to_have_text("25/50/100/150 cm: 4 5 6 6")
        builder.keyboard.press("Escape")
        expect(builder.get_by_role("dialog")).to_have_count(0)
        # The palette stays open beneath.
        expect(builder.get_by_role("link", name="Ranges and dice")).to_be_visible()


def test_nothing_is_fetched_before_someone_asks(desk: Page, live_server: LiveServer) -> None:
    fetched: list[str] = []
    page = desk.context.new_page()  # which nobody has looked at yet
    page.on("request", lambda request: fetched.append(request.url))
    page.set_viewport_size(DESK)
    with_veterans(page, live_server, RIFLEMAN)
    assert not [address for address in fetched if "/rules/" in address or "answers.css" in address]
