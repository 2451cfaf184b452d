"""Copying or moving a squad or a row out of sight: the page says so and scrolls there."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import at_the_builder, hold_clock
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture
def long_list(page: Page, live_server: LiveServer) -> Page:
    """The builder on a phone, with three squads, each as high as the screen."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(reduced_motion="reduce")
    squads = [a_squad(LEADER, *[a_group(2)] * 12, name=name) for name in ("Alpha", "Bravo", "Charlie")]
    at_the_builder(page, live_server, a_roster(*squads))
    hold_clock(page)  # without animation: at once or not at all
    return page


def act(page: Page, squad: str, name: str) -> None:
    head = page.locator(".squad-head", has_text=squad).first
    head.locator(".menu summary").click()
    head.get_by_role("button", name=name).click()


def test_the_page_scrolls_to_a_duplicated_and_to_a_moved_squad(long_list: Page) -> None:
    act(long_list, "Alpha", "Duplicate")
    expect(long_list.locator("#toasts p")).to_have_text("Alpha duplicated")
    expect(long_list.locator(".squad")).to_have_count(4)
    expect(long_list.locator(".squad").nth(1).locator("h2")).to_be_in_viewport()

    act(long_list, "Alpha", "Move down")
    expect(long_list.locator("#toasts p")).to_have_text("Alpha moved")
    expect(long_list.locator(".squad").nth(1).locator("h2")).to_contain_text("Alpha")
    expect(long_list.locator(".squad").nth(1).locator("h2")).to_be_in_viewport()
