"""The frame of every page, in Chromium: themes, menus, widths, keyboard."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from tests.browser.people import fits, violations

WIDTHS = [320, 390, 800, 1280]


@pytest.fixture
def privacy(desk: Page, live_server: LiveServer) -> Page:
    desk.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    desk.goto(f"{live_server.url}/privacy/")
    return desk


def test_the_night_switch_holds_across_pages(privacy: Page, live_server: LiveServer) -> None:
    switch = privacy.get_by_role("button", name="Dark mode")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    privacy.goto(f"{live_server.url}/sources/")
    expect(privacy.locator("html")).to_have_attribute("data-theme", "dark")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(privacy.locator("html")).to_have_attribute("data-theme", "light")

    # A night system is followed until a choice is made.
    privacy.evaluate("localStorage.clear()")
    privacy.context.clear_cookies(name="theme")
    privacy.emulate_media(color_scheme="dark")
    privacy.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(privacy.locator("html")).to_have_attribute("data-theme", "light")


def test_the_phone_menu_closes_by_escape_and_by_a_tap_beside_it(privacy: Page) -> None:
    privacy.set_viewport_size({"width": 390, "height": 844})
    menu = privacy.locator("details.bar-menu")
    opener = menu.locator("summary")
    opener.click()
    expect(menu).to_have_attribute("open", "")
    privacy.keyboard.press("Tab")
    privacy.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(opener).to_be_focused()
    opener.click()
    privacy.mouse.click(20, 800)
    expect(menu).not_to_have_attribute("open", "")


def test_the_first_tab_offers_to_skip_to_the_content_and_the_language_is_changed_in_place(
    privacy: Page, live_server: LiveServer
) -> None:
    privacy.keyboard.press("Tab")
    skip = privacy.get_by_role("link", name="Skip to content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    privacy.keyboard.press("Enter")
    expect(privacy.locator("main")).to_be_focused()

    privacy.get_by_role("button", name="Italiano").click()
    expect(privacy).to_have_url(f"{live_server.url}/privacy/")
    expect(privacy.locator("html")).to_have_attribute("lang", "it")


def test_without_script_no_switch_is_shown_that_does_nothing(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/privacy/")
    expect(page.locator("[data-theme-toggle]").first).to_be_hidden()
    expect(page.locator(".bar-tools [name=language]")).to_be_visible()


def test_no_page_scrolls_sideways_and_axe_finds_nothing(desk: Page, live_server: LiveServer) -> None:
    for address in ("/sources/", "/privacy/"):
        desk.goto(live_server.url + address)
        fits(desk, desk.locator("main"), WIDTHS)
        assert violations(desk) == []
