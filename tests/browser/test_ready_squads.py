"""Ready-made squads in the palette: loaded on demand, kept during edits, again after one is saved."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.lists.actions.creating import load_samples
from tests.browser.people import add, examine, with_veterans
from tests.lists.factories import NAMELESS_LEADER, RIFLEMAN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def test_a_squad_is_kept_added_and_renamed(desk: Page, live_server: LiveServer) -> None:
    load_samples()
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN)
    section = desk.locator("#ready")
    section.get_by_role("link", name="Ready-made squads").click()
    expect(section.get_by_role("button", name="Squad of nine with a vehicle")).to_be_visible()
    desk.locator(".squad-head .menu summary").click()
    desk.get_by_role("button", name="Save as a ready-made squad").click()
    own = section.get_by_role("button", name="Veterans, 2 figures")
    expect(own).to_be_visible()
    expect(desk.locator(".toast")).to_have_text(
        "“Veterans, 2 figures” is now one of your ready-made squads, for all lists of this game."
    )
    examine(desk, "the ready squads", ".zone-palette")
    desk.get_by_role("button", name="R3", exact=True).click()
    expect(desk.locator("#abbr .is-asked")).to_be_in_viewport()
    expect(desk.locator("#abbr .is-asked")).to_have_text("R3 Veterans")
    desk.locator("#abbr").get_by_role("button", name="Close").click()
    add(desk, "Medic")
    own.click()
    expect(desk.locator(".squad")).to_have_count(2)
    expect(desk.locator(".squad .fig")).to_have_count(5)
    expect(own).to_be_visible()
    section.get_by_role("link", name="Rename or delete your own").click()
    expect(desk.locator("h1")).to_have_text("Ready-made squads")
    desk.get_by_text("Rename or delete", exact=False).first.click()
    desk.get_by_label("Name").fill("Two of them")
    desk.get_by_role("button", name="Rename").click()
    desk.get_by_role("button", name="Two of them").click()
    expect(desk.locator(".squad")).to_have_count(3)
