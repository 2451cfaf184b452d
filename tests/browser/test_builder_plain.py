"""Reordering with script switched off: the acts of a row's edit state, and the menu of a squad."""

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import begin, open_front_page


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


def test_a_row_moves_up_and_down_without_script(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    open_front_page(page, live_server)
    begin(page)
    for preset in ("Rifleman", "Medic"):
        page.locator(".zone-palette").get_by_role("button", name=preset).click()
    expect(page.locator(".grip").first).to_be_hidden()
    page.get_by_role("link", name="Actions for Medic").click()
    page.get_by_role("button", name="Move up").click()
    expect(page.locator(".fig .fig-name")).to_have_text(["Medic", "Rifleman"])
    page.get_by_role("button", name="Move down").click()
    expect(page.locator(".fig .fig-name")).to_have_text(["Rifleman", "Medic"])
    context.close()
