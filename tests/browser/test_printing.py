"""Printing in Chromium: the preview follows every choice, with and without JavaScript; several lists in one file."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.pdfs import pool
from armybuilder.printing.pdfs.pictures import page_picture, page_sizes
from tests.browser.people import at_the_builder, examine, fits, signed_in
from tests.clubs.clubs import a_club, shown
from tests.lists.factories import a_list, a_roster
from tests.printing.looking import a_sample

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture(autouse=True)
def _own_folders(settings: Any, tmp_path: Path) -> None:
    settings.PRINT_CACHE, settings.MEDIA_ROOT = tmp_path / "cache", tmp_path / "jobs"


@pytest.fixture
def address(desk: Page, live_server: LiveServer) -> str:
    """Return the address of an example's print page, in a browser in English."""
    desk.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return f"{live_server.url}/lists/{a_sample().pk}/print/"


def pages(page: Page) -> Locator:
    return page.locator(".preview img")


def is_drawn(image: Locator, width: int) -> None:
    """Check that the image is there, in the size announced by the page."""
    expect(image).to_have_js_property("naturalWidth", width)
    expect(image).to_have_attribute("width", str(width))


def look(page: Page, shown: Locator) -> None:
    """Check that the page that shows this fits every screen, and axe finds nothing."""
    fits(page, shown)
    examine(page, str(shown))


def test_the_preview_comes_by_itself_and_follows_every_choice(desk: Page, address: str) -> None:
    desk.goto(address)
    expect(desk.get_by_role("button", name="Show")).to_be_hidden()
    is_drawn(pages(desk), 1191)
    fits(desk, pages(desk))
    examine(desk, "print", colours=True)
    desk.get_by_label("Letter").check()
    is_drawn(pages(desk), 1224)
    expect(desk).to_have_url(re.compile("paper=letter"))
    desk.get_by_role("checkbox", name=re.compile("^Cards")).check()
    expect(desk.locator("#sheets")).to_contain_text("1 sheet to read, 1 to cut")
    desk.get_by_role("checkbox", name=re.compile("^Roster")).uncheck()
    expect(pages(desk).first).to_have_attribute("alt", "Cards of Rangers, page 1 of 1")
    expect(desk.locator("#sheets")).to_contain_text("1 sheet to cut")
    desk.goto(address)
    expect(desk.get_by_role("checkbox", name=re.compile("^Cards"))).to_be_checked()
    with desk.expect_download() as download:
        desk.get_by_role("button", name="Download PDF").click()
    assert download.value.suggested_filename == "Rangers-125-cards.pdf"


def test_a_missing_preview_is_requested_again(desk: Page, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """First there is no room for the preview, then none for the image of its page."""
    refused = []
    run = pool.run

    def run_later(work: Any, *arguments: Any) -> Any:
        if work not in refused:
            refused.append(work)
            raise pool.BusyError
        return run(work, *arguments)

    monkeypatch.setattr(pool, "run", run_later)
    desk.goto(address)
    expect(desk.get_by_text("The preview will appear by itself in a few seconds.")).to_be_visible()
    is_drawn(pages(desk), 1191)
    assert refused == [page_sizes, page_picture]


def test_without_script_a_button_shows_it(new_context: CreateContextCallback, address: str) -> None:
    page = new_context(java_script_enabled=False, locale="en-GB").new_page()
    page.goto(address)
    page.get_by_label("Letter").check()
    page.get_by_role("button", name="Show").click()
    expect(pages(page)).to_have_attribute("width", "1224")
    expect(page.get_by_label("Letter")).to_be_checked()


def test_several_lists_fit_and_follow_their_job(desk: Page, live_server: LiveServer) -> None:
    at_the_builder(desk, live_server, a_roster())
    for _ in range(4):
        a_list(Visitor(None, "a browser"))
    desk.goto(f"{live_server.url}/lists/print/?all=1")
    send = desk.get_by_role("button", name="Print selected lists")
    look(desk, send)
    send.click()
    expect(desk.get_by_role("status")).to_have_text("Waiting for its turn.")
    cancel = desk.get_by_role("button", name="Cancel")
    look(desk, cancel)
    cancel.click()
    expect(desk.get_by_role("status")).to_have_text("Cancelled. Nothing was saved.")
    look(desk, desk.get_by_role("status"))


def test_a_mate_marks_lists_in_the_library_and_chooses_how_to_print_them(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    marta, davide = User.objects.create_user("marta"), User.objects.create_user("davide")
    club = a_club(marta, None, davide)
    for name in ("Rangers", "Alpini", "Paras"):
        shown(Visitor(marta), club, name)
    page = signed_in(new_context, live_server, davide)
    page.goto(f"/clubs/{club.pk}/lists/")
    for name in ("Rangers", "Alpini"):
        page.get_by_label(f"Select {name}").check()
    page.get_by_role("button", name="Print selected lists").click()
    lists = page.get_by_role("group", name="Selected lists")
    expect(lists.get_by_role("checkbox", checked=True)).to_have_count(2)
    expect(lists).not_to_contain_text("Paras")
    look(page, lists)
    page.get_by_label("Letter").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Print selected lists").click()
    assert download.value.suggested_filename == "Alpini-Rangers.pdf"
