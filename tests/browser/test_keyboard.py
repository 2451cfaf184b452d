"""The main job with the keyboard alone: from the front page to the PDF, by Tab, Enter, Space, arrows and letters."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import open_front_page, row, used

MOST_TABS = 150


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


def tab_to(page: Page, control: Locator, key: str = "Tab") -> None:
    """Press Tab until a control has the focus; each stop on the way is in sight."""
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        if control.evaluate("(it) => it === document.activeElement"):
            expect(control).to_be_in_viewport()
            return
    raise AssertionError(f"{control} is out of reach")


def press(page: Page, control: Locator, key: str = "Enter") -> None:
    """Go to a control and press a key."""
    tab_to(page, control)
    page.keyboard.press(key)


def test_the_main_job(page: Page, live_server: LiveServer) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    open_front_page(page, live_server)
    game = page.locator(".content", has_text="Breaking News")
    press(page, game.get_by_role("button", name="Attacker"))
    expect(page.locator(".begin")).to_be_visible()
    page.wait_for_load_state()
    press(page, page.locator(".begin").get_by_role("button", name="Veterans"))
    expect(page.locator(".squad h2 a")).to_be_focused()

    for number, preset in enumerate(("Leader 1", "Rifleman", "LMG gunner"), start=1):
        button = page.locator(".zone-palette").locator(".preset", has_text=preset).first
        press(page, button)
        expect(page.locator(".fig")).to_have_count(number)
        expect(button).to_be_focused()

    rifleman = row(page, "Rifleman")
    tab_to(page, rifleman.get_by_label("Number", exact=True), "Shift+Tab")
    page.keyboard.press("Control+a")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(used(page)).to_have_text("94")

    press(page, rifleman.locator(".fig-name a"))
    expect(page.locator("li.is-editing")).to_be_focused()
    tab_to(page, page.get_by_label("Name"))
    page.keyboard.type("Ferri")
    tab_to(page, page.locator(".is-editing [name=team]:checked"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(".is-editing .team")).to_have_text("A")
    tab_to(page, page.locator(".is-editing [name=notes]"))
    tab_to(page, page.get_by_label("Name"), "Shift+Tab")
    page.keyboard.press("Enter")
    ferri = row(page, "Ferri")
    expect(ferri.locator(".fig-name a")).to_be_focused()

    page.keyboard.press("Alt+ArrowDown")
    expect(page.locator(".fig-name").nth(2)).to_contain_text("Ferri")
    press(page, ferri.get_by_role("link", name="Actions for"))
    menu = page.locator("#row-menu")
    expect(menu.get_by_text("Edit")).to_be_focused()
    page.keyboard.press("Escape")
    expect(ferri.get_by_role("link", name="Actions for")).to_be_focused()
    page.keyboard.press("Control+z")
    expect(page.locator(".fig-name").nth(1)).to_contain_text("Ferri")

    tab_to(page, page.get_by_role("link", name="Print", exact=True), "Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".preview img")).to_be_attached()  # then no answer comes while the keys lead on
    download_button = page.get_by_role("button", name="Download the PDF")
    tab_to(page, download_button)
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "New-list-94.pdf"
    words = " ".join(PdfReader(download.value.path()).pages[0].extract_text().split())
    assert [name for name in ("Ferri", "LMG gunner", "94") if name not in words] == []
