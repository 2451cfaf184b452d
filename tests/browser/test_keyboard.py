"""The main job with the keyboard alone: from the front page to the PDF, by Tab, Enter, Space, arrows and letters."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import open_front_page, row, used, words_on

MOST_TABS = 150


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


def tab_to(page: Page, control: Locator, key: str = "Tab") -> None:
    """Press Tab until a control has the focus; each stop on the way is in sight."""
    aim = control.element_handle()  # found once, and not after each key
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if aim.evaluate("(it) => it === document.activeElement"):
            expect(control).to_be_in_viewport()
            return
    raise AssertionError(f"{control} is out of reach")


def press(page: Page, control: Locator, key: str = "Enter") -> None:
    """Go to a control and press a key."""
    tab_to(page, control)
    page.keyboard.press(key)


def test_the_main_job(desk: Page, live_server: LiveServer, printed: list[str]) -> None:
    open_front_page(desk, live_server)
    game = desk.locator(".content", has_text="Breaking News")
    press(desk, game.get_by_role("button", name="Attacker"))
    expect(desk.locator(".begin")).to_be_visible()
    desk.wait_for_load_state()
    press(desk, desk.locator(".begin").get_by_role("button", name="Veterans"))
    expect(desk.locator(".squad h2 a")).to_be_focused()

    for number, preset in enumerate(("Leader 1", "Rifleman", "LMG gunner"), start=1):
        button = desk.locator(".zone-palette").locator(".preset", has_text=preset).first
        press(desk, button)
        expect(desk.locator(".fig")).to_have_count(number)
        expect(button).to_be_focused()

    rifleman = row(desk, "Rifleman")
    tab_to(desk, rifleman.get_by_label("Number", exact=True), "Shift+Tab")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("5")
    desk.keyboard.press("Enter")
    expect(used(desk)).to_have_text("94")

    press(desk, rifleman.locator(".fig-name a"))
    expect(desk.locator("li.is-editing")).to_be_focused()
    tab_to(desk, desk.get_by_label("Name"))
    desk.keyboard.type("Ferri")
    tab_to(desk, desk.locator(".is-editing [name=team]:checked"))
    desk.keyboard.press("ArrowRight")
    expect(desk.locator(".is-editing .team")).to_have_text("A")
    tab_to(desk, desk.locator(".is-editing [name=notes]"))
    tab_to(desk, desk.get_by_label("Name"), "Shift+Tab")
    desk.keyboard.press("Enter")
    ferri = row(desk, "Ferri")
    expect(ferri.locator(".fig-name a")).to_be_focused()

    desk.keyboard.press("Alt+ArrowDown")
    expect(desk.locator(".fig-name").nth(2)).to_contain_text("Ferri")
    press(desk, ferri.get_by_role("link", name="Actions for"))
    menu = desk.locator("#row-menu")
    expect(menu.get_by_text("Edit")).to_be_focused()
    desk.keyboard.press("Escape")
    expect(ferri.get_by_role("link", name="Actions for")).to_be_focused()
    desk.keyboard.press("Control+z")
    expect(desk.locator(".fig-name").nth(1)).to_contain_text("Ferri")

    tab_to(desk, desk.get_by_role("link", name="Print", exact=True), "Shift+Tab")
    desk.keyboard.press("Enter")
    expect(desk.locator(".preview img")).to_be_attached()  # no answer arrives during the keys after that
    download_button = desk.get_by_role("button", name="Download PDF")
    tab_to(desk, download_button)
    with desk.expect_download() as download:
        desk.keyboard.press("Enter")
    assert download.value.suggested_filename == "New-list-94.pdf"
    words = words_on(printed)
    assert [name for name in ("Ferri", "LMG gunner", "94") if name not in words] == []
