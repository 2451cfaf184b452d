"""Signing in again after being signed out while the builder was open: the user can continue."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from tests.browser.people import open_row, signed_in
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]
PASSWORD = "tre-fucili-e-un-bren"


@pytest.fixture
def builder(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """The builder with Alice's list of a leader and a group of five."""
    alice = User.objects.create_user("alice", password=PASSWORD)
    army_list = a_list(Visitor(alice), a_roster(a_squad(LEADER, a_group(5))))
    page = signed_in(new_context, live_server, alice)
    page.goto(f"/lists/{army_list.pk}/")
    return page


def sign_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")
    page.context.clear_cookies(name="csrftoken")


def fill_in(page: Page) -> None:
    page.locator("[name=login]").fill("alice")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")


def name_of_group() -> str:
    return ArmyList.objects.get().roster.squads[0].figures[1].name


def type_a_name(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Name").press("Tab")


def test_in_another_tab_the_builder_goes_on_saving(builder: Page) -> None:
    open_row(builder, "Rifleman")
    sign_out(builder)
    other = builder.context.new_page()
    other.goto("/accounts/login/")
    fill_in(other)
    other.wait_for_url(lambda url: "login" not in url)
    type_a_name(builder, "Ferri")
    expect(builder.locator(".is-editing .fig-name")).to_have_text("Ferri")
    assert name_of_group() == "Ferri"
    expect(builder.locator(".trouble > :visible")).to_have_count(0)
    type_a_name(builder, "Rossi")
    expect(builder.locator(".is-editing .fig-name")).to_have_text("Rossi")


def test_changes_made_while_signed_out_are_sent_after_signing_in(builder: Page) -> None:
    open_row(builder, "Rifleman")
    sign_out(builder)
    type_a_name(builder, "Ferri")
    expect(builder.get_by_text("Not saved: you no longer have access to this list.")).to_be_visible()
    assert name_of_group() == ""
    builder.get_by_role("link", name="Sign in again").click()
    fill_in(builder)
    expect(builder.locator(".fig-name", has_text="Ferri")).to_be_visible()
    assert name_of_group() == "Ferri"


def test_kept_changes_are_sent_before_new_ones_after_signing_in_elsewhere(builder: Page) -> None:
    open_row(builder, "Rifleman")
    sign_out(builder)
    type_a_name(builder, "Ferri")
    expect(builder.get_by_text("Not saved: you no longer have access to this list.")).to_be_visible()
    other = builder.context.new_page()
    other.goto("/accounts/login/")
    fill_in(other)
    other.wait_for_url(lambda url: "login" not in url)
    builder.locator(".is-editing").get_by_label("LMG").check()
    expect(builder.locator(".fig-name", has_text="Ferri")).to_be_visible()
    expect(builder.locator(".trouble > :visible")).to_have_count(0)
    group = ArmyList.objects.get().roster.squads[0].figures[1]
    assert (group.name, group.weapons) == ("Ferri", ("lmg",))
