"""A first force of a club without a word of YAML: from a list to a version, by keyboard, and without a script."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.forces.models import Force, ForceDraft
from tests.browser.people import examine, fits, on_a_phone, sign_in
from tests.clubs.clubs import a_club
from tests.evenings.evenings import a_bn_list

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


def test_a_secretary_writes_a_force(phone: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    club = a_club(marta)
    a_bn_list(marta, name="Alpini al passo")
    page = sign_in(phone, live_server, marta)
    page.goto(f"{live_server.url}/clubs/{club.pk}/forces/")
    page.get_by_role("link", name="New force").click()
    page.get_by_role("button", name="Start from this list").click()
    expect(page.get_by_text("Started from the list “Alpini al passo”")).to_be_visible()
    examine(page, "a draft")

    page.get_by_role("link", name="Edit Rifleman").press("Enter")
    expect(page.get_by_label("Type of figure", exact=True)).to_be_focused()
    examine(page, "an open figure")
    page.get_by_label("Type of figure", exact=True).fill("Climber")
    page.keyboard.press("Enter")
    climber = page.get_by_role("link", name="Edit Climber")
    expect(climber).to_be_focused()

    page.get_by_role("button", name="Limit").click()
    weapons = page.get_by_role("group", name="Weapons")
    weapons.get_by_label("Assault rifle").uncheck()
    weapons.get_by_label("LMG", exact=True).check()
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("LMG: 0–1", exact=True)).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("LMG: 0–1", exact=True)).to_have_count(0)
    fits(page, page.locator("#force"))

    page.get_by_role("button", name="Save version 1").click()
    expect(page.locator(".messages")).to_contain_text("Version 1 of the force is saved.")
    assert [kind.name.en for kind in Force.objects.get().force.squads[0].figures] == ["Leader 1", "Climber"]


def test_two_tabs_and_back(phone: Page, live_server: LiveServer) -> None:
    """A change of a part that the other tab has changed is refused in words; Back leads out of the editor."""
    marta = User.objects.create_user("marta")
    club = a_club(marta)
    page = sign_in(phone, live_server, marta)
    page.goto(f"{live_server.url}/clubs/{club.pk}/forces/new/")
    page.get_by_label("Game").select_option("bn")
    page.get_by_role("button", name="Start empty").click()
    expect(page.get_by_role("heading", name="What a list looks like")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    for tab in (page, other):
        tab.get_by_role("link", name="Edit Squad").click()
        tab.get_by_label("Name of the squad").fill("Patrol" if tab is page else "Guard")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Patrol")).to_be_visible()
    other.get_by_role("button", name="Done").click()
    expect(other.get_by_text("this part has changed meanwhile")).to_be_visible()
    expect(other.get_by_label("Name of the squad")).to_have_value("Guard")
    other.close()
    page.go_back()
    expect(page.get_by_role("heading", name="New force")).to_be_visible()
    assert ForceDraft.objects.get().data.squads[0].name.en == "Patrol"


def test_a_change_that_is_not_sent_stays(phone: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    club = a_club(marta)
    page = sign_in(phone, live_server, marta)
    page.goto(f"{live_server.url}/clubs/{club.pk}/forces/new/")
    page.get_by_role("button", name="Start empty").click()
    page.get_by_role("link", name="Edit Squad").click()
    page.get_by_label("Name of the squad").fill("Patrol")
    page.context.set_offline(True)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("alert")).to_contain_text("Not sent")
    expect(page.get_by_label("Name of the squad")).to_have_value("Patrol")
    page.context.set_offline(False)
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_role("heading", name="Patrol")).to_be_visible()
    expect(page.get_by_text("Not sent")).to_be_hidden()


def test_without_a_script(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    club = a_club(marta)
    page = sign_in(on_a_phone(new_context, live_server, java_script_enabled=False), live_server, marta)
    page.goto(f"{live_server.url}/clubs/{club.pk}/forces/new/")
    page.get_by_label("Game").select_option("rth-it")
    page.get_by_role("button", name="Start empty").click()
    page.get_by_role("button", name="Type of figure").click()
    page.get_by_label("Type of figure", exact=True).fill("Gunner")
    page.get_by_label("Starts with").select_option(label="LMG")
    page.get_by_role("button", name="Done").click()
    expect(page.get_by_text("Gunner", exact=True)).to_be_visible()
    page.get_by_role("button", name="Save version 1").click()
    assert [kind.weapons for kind in Force.objects.get().force.squads[0].figures][-1] == ("lmg",)
