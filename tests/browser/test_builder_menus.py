"""Menus while answers arrive: an open one stays open, keeps the focus and its meaning."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import at_the_builder, row
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

Release = Callable[[], None]


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """Two squads: a leader and two riflemen, an LMG gunner."""
    at_the_builder(desk, live_server, a_roster(a_squad(LEADER, a_group(2)), a_squad(a_group(1, "lmg"), name="Bravo")))
    return desk


def add_slowly(page: Page) -> Release:
    """Add a medic whose answer waits, and return the function that releases it."""
    held: list[Route] = []
    page.route("**/figures/", lambda route: held.append(route), times=1)
    with page.expect_request("**/figures/"):
        page.locator(".zone-palette").locator(".preset", has_text="Medic").click()

    def release() -> None:
        held[0].continue_()
        expect(page.locator(".fig-name", has_text="Medic")).to_be_visible()

    return release


def open_menu(page: Page, name: str) -> Locator:
    row(page, name).get_by_role("link", name="Actions for").click()
    menu = page.locator("#row-menu")
    expect(menu).to_be_visible()
    return menu


def test_a_row_menu_stays_what_it_was_when_the_sheet_is_drawn_again(builder: Page) -> None:
    release = add_slowly(builder)
    menu = open_menu(builder, "LMG gunner")
    acts = menu.locator("a:visible, button:visible")
    expected = ["Edit", "Duplicate", "Move to Alpha", "Move up", "Move down", "Remove"]
    expect(acts).to_have_text(expected)
    release()
    expect(acts).to_have_text(expected)
    expect(menu.get_by_text("Edit")).to_be_focused()
    menu.get_by_text("Remove").click()
    expect(builder.locator(".fig-name", has_text="LMG gunner")).to_have_count(0)
    expect(builder.locator(".fig")).to_have_count(3)


def test_a_row_menu_closes_when_its_row_is_gone(builder: Page) -> None:
    release = add_slowly(builder)
    menu = open_menu(builder, "LMG gunner")
    other = builder.context.new_page()
    other.goto(builder.url)
    open_menu(other, "LMG gunner").get_by_text("Remove").click()
    expect(other.locator(".toast")).to_be_visible()
    release()
    expect(menu).to_be_hidden()


def test_alt_and_an_arrow_move_their_row_whatever_the_menu_was_open_for(builder: Page) -> None:
    open_menu(builder, "LMG gunner")
    builder.keyboard.press("Escape")
    release = add_slowly(builder)
    row(builder, "Rifleman").locator(".fig-name a").press("Alt+ArrowUp")
    release()
    expect(builder.locator(".squad").first.locator(".fig-name")).to_have_text(["Rifleman", "Sgt. Rossi"])
    expect(builder.locator(".squad").nth(1).locator(".fig-name").first).to_have_text("LMG gunner")


def test_the_menu_of_a_squad_stays_open_and_closes_with_its_act(builder: Page) -> None:
    release = add_slowly(builder)
    menu = builder.locator(".squad").first.locator(".menu")
    menu.locator("summary").click()
    menu.get_by_role("link", name="Edit").focus()
    release()
    expect(menu).to_have_attribute("open", "")
    expect(menu.get_by_role("link", name="Edit")).to_be_focused()
    menu.get_by_role("button", name="Move down").click()
    expect(builder.locator(".squad h2").first).to_have_text("Bravo")
    expect(builder.locator(".menu[open]")).to_have_count(0)
    expect(builder.locator(".squad").nth(1).locator("summary")).to_be_focused()
