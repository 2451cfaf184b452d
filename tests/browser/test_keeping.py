"""History, named versions, comparison, pair and new rules of a list, in Chromium."""

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import add, fits, row, used, with_veterans
from tests.lists.factories import NAMELESS_LEADER, dearer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """The builder on a list to which a rifleman was added after a leader."""
    with_veterans(desk, live_server, NAMELESS_LEADER)
    add(desk, "Rifleman")
    return desk


def open_from_menu(page: Page, name: str) -> None:
    page.locator(".tools .menu summary").click()
    page.get_by_role("link", name=name).click()


def test_a_version_is_named_compared_and_restored(builder: Page) -> None:
    open_from_menu(builder, "History and versions")
    builder.get_by_label("Name for the current version").fill("For Saturday")
    builder.get_by_role("button", name="Save this version").click()
    expect(builder.locator(".entry-version")).to_contain_text("For Saturday")
    fits(builder, builder.locator(".entry-version"))

    builder.get_by_role("link", name="Back to the list").click()
    add(builder, "Medic")
    open_from_menu(builder, "History and versions")
    builder.get_by_label("Compare: rifleman added").check()
    builder.get_by_role("button", name="Compare").click()
    expect(builder.locator(".difference-sum")).to_contain_text("+1 medic")
    fits(builder, builder.locator(".difference-sum"))

    builder.go_back()
    builder.get_by_role("link", name="For Saturday").first.click()
    fits(builder, builder.get_by_role("button", name="Restore"))
    builder.get_by_role("button", name="Restore").click()
    expect(row(builder, "Rifleman")).to_be_visible()
    expect(builder.locator(".fig")).to_have_count(2)


def test_the_pair_is_made_and_stands_side_by_side(builder: Page) -> None:
    open_from_menu(builder, "Attacker and defender")
    make = builder.get_by_role("button", name="Create the defender list")
    fits(builder, make)
    make.click()
    builder.set_viewport_size({"width": 1280, "height": 800})
    halves = builder.locator(".pair-halves > section")
    expect(halves).to_have_count(2)
    one, other = halves.evaluate_all("all => all.map((half) => half.getBoundingClientRect().top)")
    assert one == other
    fits(builder, halves.first)


def test_new_rules_wait_for_a_word(builder: Page) -> None:
    before = used(builder).inner_text()
    dearer("bn")
    builder.reload()
    expect(used(builder)).to_have_text(before)
    builder.get_by_text("What would change").click()
    take = builder.get_by_role("button", name="Use the new rules")
    fits(builder, take)
    take.click()
    expect(builder.locator("#rules")).to_have_count(0)
    expect(used(builder)).to_have_text(str(int(before) + 2))
