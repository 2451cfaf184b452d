"""Stored games in a browser: two tabs share one, and the player is told if storage fails."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import GameEvent
from rules.core.game.events import Active, PhaseIs
from tests.browser.people import on_a_phone
from tests.evenings.evenings import a_bn_list

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

#: A browser with storage switched off, and one with full storage.
OFF = "IDBFactory.prototype.open = () => { throw new DOMException('off', 'SecurityError'); }"
FULL = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }"


@pytest.fixture
def phone(new_context: CreateContextCallback, live_server: LiveServer) -> Page:
    """A phone that has not opened its game yet."""
    return on_a_phone(new_context, live_server)


@pytest.fixture
def address() -> str:
    """Open the first side's game in its first turn."""
    marta = User.objects.create_user("marta")
    link = start_game(a_bn_list(marta), marta, both=False)
    for event in (PhaseIs(phase="playing"), Active(turn=1, active="a")):
        record_events(str(link.token), "a", event)
    return f"/play/{link.token}/"


def said() -> Iterator[tuple[int, str]]:
    """The phone's numbers of later log lines, and their events."""
    for event in GameEvent.objects.filter(sequence__gt=2):
        yield event.number, f"{event.event.piece} {event.event.state}"  # type: ignore[union-attr]


def test_two_tabs_of_one_side_send_what_waits_once(phone: Page, address: str) -> None:
    tabs = [phone, phone.context.new_page()]
    for tab in tabs:
        tab.goto(address)
        expect(tab.locator("[data-net].is-on")).to_be_visible()
    phone.context.set_offline(True)
    for place, tab in enumerate(tabs * 2, 2):
        tab.locator(f"#ta{place} .s-lost").click()
        expect(tab.locator("[data-net] span")).to_have_text(f"{place - 1} waiting")
    phone.context.set_offline(False)
    for tab in tabs:
        expect(tab.locator("#own .s-lost[aria-pressed=true]")).to_have_count(4)
        expect(tab.get_by_text("Morale test, losses: 4")).to_be_visible()
        expect(tab.locator("[data-net].is-on")).to_be_visible()
        expect(tab.locator("#own .is-waiting")).to_have_count(0)
    assert list(said()) == [(1, "2 lost"), (2, "3 lost"), (3, "4 lost"), (4, "5 lost")]


def test_a_browser_that_keeps_nothing_says_so_and_sends_each_tap(phone: Page, address: str) -> None:
    full = phone.context.new_page()
    full.goto(address)
    expect(full.locator("[data-net].is-on")).to_be_visible()
    full.evaluate(f"() => {{ {FULL} }}")
    full.locator("#ta2 .s-lost").click()
    expect(full.locator("#ta2.is-lost:not(.is-waiting)")).to_be_visible()
    phone.add_init_script(OFF)
    phone.goto(address)
    expect(phone.get_by_role("alert")).to_contain_text("anything you tap without a connection is lost")
    phone.locator("#ta3 .s-lost").click()
    expect(phone.get_by_text("Morale test, losses: 2")).to_be_visible()
    phone.context.set_offline(True)
    for page in (phone, full):
        page.locator("#ta4 .s-suppressed").click()
        expect(page.get_by_role("alert")).to_contain_text("Not saved: “4 Rifleman: suppressed”")
    phone.context.set_offline(False)
    for page in (phone, full):
        expect(page.locator("#ta3 .s-lost")).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#ta4 .s-suppressed")).to_have_attribute("aria-pressed", "false")
        expect(page.locator("[data-net].is-on")).to_be_visible()
    assert [what for _number, what in said()] == ["2 lost", "3 lost"]


def test_a_phone_for_both_sides_keeps_the_order_of_its_taps_and_disables_boxes_of_the_dead(
    phone: Page,
) -> None:
    marta = User.objects.create_user("marta")
    link = start_game(a_bn_list(marta), marta, both=True)
    choose_list(str(link.token), a_bn_list(marta), None, "b")
    record_events(str(link.token), "a", PhaseIs(phase="playing"))
    phone.goto(f"/play/{link.token}/")
    expect(phone.locator("[data-net].is-on")).to_be_visible()
    phone.context.set_offline(True)
    for place, row in enumerate(("tb2", "ta2", "tb3", "ta3"), 1):
        phone.locator(f"#{row} .s-lost").click()
        expect(phone.locator("[data-net] span")).to_have_text(f"{place} waiting")
    expect(phone.locator("#ta2 .s-suppressed")).to_be_disabled()
    phone.locator(".due.away [data-turn]").click()
    expect(phone.locator("[data-undo]")).to_have_text("End turn: go to turn 2")
    phone.locator("button.undo").click()
    phone.context.set_offline(False)
    expect(phone.locator("#own .is-lost")).to_have_count(4)
    expect(phone.locator("[data-net].is-on")).to_be_visible()
    ordered = sorted((event.line for event in GameEvent.objects.filter(sequence__gt=2)), key=lambda line: line.order)
    assert [(line.side, line.number) for line in ordered[:4]] == [("b", 1), ("a", 2), ("b", 3), ("a", 4)]
    assert len({line.phone for line in ordered}) == 1
