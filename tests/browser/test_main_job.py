"""From nothing to a printed squad without JavaScript (more: tests/lists/test_walks.py). With it: test_keyboard.py."""

from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from tests.browser.people import begin, open_front_page, row


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


def words_of(pdf: Path) -> str:
    reader = PdfReader(BytesIO(pdf.read_bytes()))
    assert len(reader.pages) == 1
    return " ".join(reader.pages[0].extract_text().split())


@pytest.fixture
def plain(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """A browser without JavaScript, on a phone, at the front page."""
    context = new_context(
        java_script_enabled=False,
        viewport={"width": 390, "height": 844},
        is_mobile=True,
        has_touch=True,
        accept_downloads=True,
    )
    page = context.new_page()
    open_front_page(page, live_server)
    return page


def tap(page: Page, name: str, count: int = 1) -> list[float]:
    """Add something from the palette, wait for the page that says so, and return where its line was."""
    line = page.locator(".preset-line", has_text=name)
    line.locator(".preset").scroll_into_view_if_needed()  # on a phone the palette turns to its page
    place = corner_of(page, name)
    line.locator(".preset").click()
    expect(line.locator(".preset-count")).to_have_text(str(count))
    page.wait_for_load_state()  # it then stays in place
    return place


def corner_of(page: Page, name: str) -> list[float]:
    """Return how far from the left and the top of the screen a line of the palette is, in pixels."""
    corner: list[float] = page.locator(".preset-line", has_text=name).evaluate(
        "(it) => [it.getBoundingClientRect().left, it.getBoundingClientRect().top].map(Math.round)"
    )
    return corner


def test_the_main_job_without_script(plain: Page) -> None:
    begin(plain)
    for preset in ("Leader 1", "Rifleman", "LMG gunner"):
        plain.locator(".dock-tabs").get_by_role("link", name="Add").click()
        place = tap(plain, preset)
        expect(row(plain, preset)).to_be_visible()
        assert corner_of(plain, preset) == place
    place = tap(plain, "Tank")  # it is on the second page, and stays there
    assert (corner_of(plain, "Tank"), corner_of(plain, "Rifleman")[0] < 0) == (place, True)
    assert tap(plain, "Tank", 2) == place
    for _ in range(2):
        plain.get_by_role("button", name="One fewer: Tank").click()
    plain.locator(".dock-tabs").get_by_role("link", name="Squads").click()
    expect(plain.locator(".grip").first).to_be_hidden()
    row(plain, "Rifleman").get_by_role("link", name="Rifleman", exact=True).click()
    plain.locator(".is-editing").get_by_role("button", name="One more").click()
    expect(plain.locator(".is-editing [name=count]:not(button)")).to_have_value("2")
    plain.get_by_role("button", name="Done").first.click()
    expect(row(plain, "Rifleman").get_by_role("button", name="One more")).to_be_visible()
    expect(plain.locator(".dock .meter-used")).to_have_text("58")
    plain.locator(".stats button").first.click()
    expect(plain.locator("#abbr")).to_contain_text("light machine gun")
    plain.locator("#abbr").get_by_role("button", name="Close").click()
    expect(plain.locator("#abbr")).to_be_hidden()
    row(plain, "LMG").locator(".gear").get_by_role("link", name="LMG").click()
    expect(plain.locator(".row-odds-note").first).to_have_text("LMG: light machine gun")
    plain.go_back()
    plain.get_by_role("link", name="Print").click()
    with plain.expect_download() as download:
        plain.get_by_role("button", name="Download PDF").click()
    assert "58" in words_of(download.value.path())
