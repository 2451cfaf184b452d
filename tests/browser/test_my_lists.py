"""My lists on a phone: several archived and unarchived, tagged and found. Without JavaScript: tests/lists."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from tests.browser.people import hold_clock, signed_in
from tests.lists.factories import a_list, a_roster

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]
NAMES = ["Alpini", "Bersaglieri", "Folgore", "Lagunari", "Rangers", "San Marco"]


def six(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """My lists of a user with six."""
    alice = User.objects.create_user("alice")
    for name in reversed(NAMES):
        a_list(Visitor(alice), a_roster(name=name))
    page = signed_in(new_context, live_server, alice)
    page.goto("/lists/")
    hold_clock(page)
    return page


def expect_names(page: Page, *names: str) -> None:
    expect(page.locator(".entry-name")).to_have_text(names)


def mark(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_label(f"Select {name}").check()


def test_several_are_archived_and_brought_back(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    page = six(new_context, live_server)
    mark(page, "Alpini", "Folgore")
    acts = page.locator("#several")
    expect(acts).to_be_in_viewport(ratio=1)  # however far the lists continue below
    acts.get_by_role("button", name="Archive").click()
    expect(page.locator(".toast p")).to_have_text("2 lists archived")
    expect_names(page, "Bersaglieri", "Lagunari", "Rangers", "San Marco")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect_names(page, *NAMES)
    expect(page.locator(".toast")).to_have_count(0)


def test_all_are_marked_by_one_box(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    page = six(new_context, live_server)
    everything = page.get_by_label("Select all")
    everything.check()
    expect(page.locator(".entry-mark input:checked")).to_have_count(6)
    page.get_by_label("Select Folgore").uncheck()
    expect(everything).to_be_checked(indeterminate=True)
    page.get_by_role("button", name="Archive").last.click()
    expect(page.locator(".toast p")).to_have_text("5 lists archived")
    expect_names(page, "Folgore")
    expect(page.get_by_label("Select all")).to_have_count(0)


def test_tagging_searching_and_the_bin(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    page = six(new_context, live_server)
    mark(page, "Rangers", "Lagunari")
    page.get_by_role("button", name="Add tag").click()
    expect(page.locator(".messages")).to_have_text("Enter the tag first.")
    mark(page, "Rangers", "Lagunari")
    page.get_by_placeholder("tag").fill("Saturday")
    page.get_by_role("button", name="Add tag").click()
    page.get_by_role("link", name="Saturday").first.click()
    expect_names(page, "Lagunari", "Rangers")
    page.get_by_label("Search").fill("ran")
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 list", exact=True)).to_be_visible()
    expect_names(page, "Rangers")
    page.locator(".entry-menu summary").click()
    page.locator(".entry-menu").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="No matches")).to_be_visible()
    page.goto("/lists/?shelf=bin")
    page.get_by_role("button", name="Restore Rangers").click()
    expect(page.get_by_role("heading", name="The bin is empty")).to_be_visible()
