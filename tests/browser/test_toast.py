"""The toast: 8 s, longer while in use, replaced by the next change; undo restores the row."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from tests.browser.people import at_the_builder, choose, row
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

SQUAD = a_squad(LEADER, a_group(7))


@pytest.fixture
def builder(page: Page, live_server: LiveServer) -> Page:
    """The builder on a squad of a leader and seven riflemen; its clock stops unless it is set forward."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.clock.install(time=0)
    at_the_builder(page, live_server, a_roster(SQUAD))
    page.clock.pause_at(3_600)  # s; until then it runs by itself
    choose(page, "Rifleman", "Remove")
    expect(page.locator(".toast p")).to_have_text("Rifleman removed from Alpha")
    page.clock.run_for(100)  # ms: the sheet settles
    return page


def test_it_stays_eight_seconds_and_while_someone_is_at_it(builder: Page) -> None:
    toast = builder.locator("#toasts[role=status] .toast")
    builder.clock.run_for(7_800)
    expect(toast).to_be_visible()
    builder.clock.run_for(300)
    expect(toast).to_have_count(0)
    ways: list[tuple[Callable[[], None], Callable[[], None]]] = [
        (toast.hover, lambda: builder.mouse.move(5, 5)),
        (toast.locator(".btn").focus, builder.locator("#undo").focus),
    ]
    for come, go in ways:
        builder.locator("#undo").click()
        expect(row(builder, "Rifleman")).to_be_visible()
        choose(builder, "Rifleman", "Remove")
        expect(toast.locator("p")).to_have_text("Rifleman removed from Alpha")
        builder.clock.run_for(100)
        come()
        builder.clock.run_for(60_000)
        expect(toast).to_be_visible()
        go()
        builder.clock.run_for(8_100)
        expect(toast).to_have_count(0)


def test_its_undo_leads_to_the_row_and_the_next_change_takes_it_away(builder: Page) -> None:
    toast = builder.locator("#toasts[role=status] .toast")
    toast.get_by_role("button", name="Undo").press("Enter")
    expect(row(builder, "Rifleman").locator(".fig-name a")).to_be_focused()
    expect(toast).to_have_text("Undone: rifleman removed from Alpha")
    expect(toast.locator("button")).to_have_count(0)

    # Looking leaves it.
    choose(builder, "Rifleman", "Remove")
    expect(toast.locator("p")).to_have_text("Rifleman removed from Alpha")
    builder.locator(".fig-name a").click()
    expect(builder.locator(".is-editing")).to_be_visible()
    expect(toast).to_be_visible()
    builder.locator(".zone-palette").locator(".preset", has_text="Medic").click()
    expect(builder.locator(".fig")).to_have_count(2)
    expect(toast).to_have_count(0)

    # A deleted list comes back by its toast, also after a reload.
    builder.locator(".tools .menu summary").click()
    builder.get_by_role("button", name="Delete list").click()
    expect(toast).to_be_visible()
    builder.clock.run_for(8_100)
    expect(toast).to_have_count(0)
    builder.reload()
    toast.get_by_role("button", name="Undo").click()
    expect(builder.get_by_role("link", name="Rangers", exact=True)).to_be_visible()


def test_without_script_it_is_a_message_with_a_button(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    page = new_context(java_script_enabled=False, viewport={"width": 390, "height": 844}).new_page()
    at_the_builder(page, live_server, a_roster(SQUAD))
    page.get_by_role("link", name="Actions for Rifleman").click()
    page.locator(".is-editing").get_by_role("button", name="Remove").click()
    message = page.get_by_role("status").filter(has_text="Rifleman removed from Alpha")
    expect(message).to_be_in_viewport()
    message.get_by_role("button", name="Undo").click()
    expect(row(page, "Rifleman")).to_be_visible()
    page.locator(".tools .menu summary").click()
    page.get_by_role("button", name="Delete list").click()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Rangers", exact=True)).to_be_visible()
