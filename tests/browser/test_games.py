"""A game on two phones: immediate taps, a lost connection, undo, and hidden troops."""

import re

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.games.actions.games import choose_list, start_game
from armybuilder.games.actions.recording import record_events
from armybuilder.games.models import GameEvent
from armybuilder.lists.visitors import Visitor
from rules.core.game.events import Mark
from tests.browser.people import examine, fits, on_a_phone
from tests.browser.test_large_text import TWICE
from tests.evenings.evenings import a_bn_list
from tests.games.phones import other
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

#: A phone that can keep its screen awake, and records requests for it; a script that hides its page, or shows it again.
WAKE_LOCK = """window.asked = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => { window.asked.push(what); } } });"""
HIDE = """(hidden) => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
document.dispatchEvent(new Event("visibilitychange")); return window.asked; }"""


def test_rulings_and_a_list_under_others_have_room_at_set_up(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    marta = User.objects.create_user("marta")
    rulings = {"medic": "flat", "unpriced": "as-20", "ied-price": "once"}
    own = start_game(a_bn_list(marta, rulings=rulings), marta, both=False)
    second = other(own)
    choose_list(str(second.token), a_bn_list(marta, name="Lupi" * 20), None)
    page = on_a_phone(new_context, live_server)
    page.goto(f"/play/{own.token}/")
    examine(page, "rulings")
    said = page.get_by_text("uses other rulings")
    fits(page, said)
    page.evaluate(TWICE)
    fits(page, said, (320, 390))


def test_a_game_of_two_phones(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    own = start_game(a_bn_list(marta), marta, both=False)
    enemy = other(own)
    first, second = (on_a_phone(new_context, live_server) for _phone in range(2))
    first.add_init_script(WAKE_LOCK)
    first.goto(f"/play/{own.token}/")
    examine(first, "set-up")
    assert first.evaluate(HIDE, True) == ["screen"]
    assert first.evaluate(HIDE, False) == ["screen", "screen"]
    first.get_by_role("button", name="Start turn 1").click()
    expect(first.get_by_text("Turn 1: initiative")).to_be_visible()
    first.get_by_role("button", name="You", exact=True).click()
    expect(first.get_by_text("You are active")).to_be_visible()
    first.locator("#ta2 .s-lost").click()  # after one loss no morale test can fail, so none is due
    expect(first.locator("#ta2.is-lost:not(.is-waiting)")).to_be_visible()
    expect(first.get_by_text("Nothing is due")).to_be_visible()

    first.context.set_offline(True)
    first.get_by_role("button", name="Rifleman: lost").nth(1).click()
    expect(first.locator("#ta3 .s-lost")).to_have_attribute("aria-pressed", "true")
    expect(first.get_by_text("1 waiting")).to_be_visible()
    first.locator("#ta5 .s-lost").click()  # the same tap undoes, and so does "Undo" for a waiting one
    first.locator("#ta5 .s-lost").click()
    expect(first.locator("#ta5 .s-lost")).to_have_attribute("aria-pressed", "false")
    first.locator("#ta4 .s-suppressed").click()
    expect(first.get_by_text("4 waiting")).to_be_visible()
    assert GameEvent.objects.count() == 3
    first.locator("#ta5 .s-suppressed").click()
    first.locator("button.undo").click()
    expect(first.locator("#ta5 .s-suppressed")).to_have_attribute("aria-pressed", "false")
    expect(first.get_by_text("6 waiting")).to_be_visible()
    first.context.set_offline(False)
    expect(first.get_by_text("Saved")).to_be_visible()
    expect(first.get_by_text("Morale test, losses: 2")).to_be_visible()
    assert list(GameEvent.objects.values_list("number", flat=True)) == list(range(1, 10))
    expect(first.locator("#ta5 [aria-pressed=true]")).to_have_count(0)

    second.goto(f"/play/{enemy.token}/#enemy")
    expect(second.locator("#enemy .is-lost")).to_have_count(2)
    examine(second, "the enemy")
    first.locator("button.undo").click()
    expect(first.locator("#ta4 .s-suppressed")).to_have_attribute("aria-pressed", "false")
    expect(second.locator("#enemy .is-suppressed")).to_have_count(0)
    first.context.set_offline(True)
    first.get_by_role("button", name="Roll here").click()
    expect(first.get_by_role("alert")).to_contain_text("roll them at the table")
    first.context.set_offline(False)
    first.get_by_role("button", name="Close").and_(first.locator("#refused button")).click()
    passed = first.get_by_role("button", name="Passed")
    expect(passed).to_be_visible()
    first.locator("#ta5 .s-wounded").click()
    first.set_viewport_size({"width": 320, "height": 640})
    expect(passed).to_be_hidden()
    first.locator(".due-more").click()
    expect(passed).to_be_visible()
    fits(first, first.locator("#ta5 .note-act"), (320, 390))
    first.evaluate(TWICE)
    fits(first, first.locator("#ta5 .note-act"), (320, 390))
    first.evaluate(TWICE.replace("200%", ""))
    first.goto(f"/play/{own.token}/#markers")
    first.get_by_label("Stands for").select_option("4")
    note = first.get_by_label("Note, only for you")
    note.fill("under the bridge")
    record_events(str(own.token), "a", Mark(piece="5", state="suppressed"))  # which undoes nobody's lines
    expect(first.locator("#ta5 .s-suppressed")).to_have_attribute("aria-pressed", "true")
    expect(note).to_be_focused()
    first.get_by_role("button", name="hidden troops").click()
    expect(first.locator("#ma1")).to_contain_text("under the bridge")
    expect(first.locator("#ma1")).to_contain_text("hidden troops (Rifleman 4)")
    examine(first, "markers", colours=True)
    first.goto(f"/play/{own.token}/#points")
    expect(first.get_by_role("heading", name="Defeat points")).to_be_visible()
    first.get_by_role("button", name=re.compile("Objective lost: one more")).click()
    expect(first.locator("#points .versus-score b").first).to_have_text("80")
    examine(first, "points")

    # A phone dies; another continues by the link of its side, which is withdrawn while it is offline.
    second.context.close()
    third = on_a_phone(new_context, live_server)
    third.goto(f"/play/{enemy.token}/#enemy")
    expect(third.locator("#enemy .is-lost")).to_have_count(2)
    third.goto(f"/play/{enemy.token}/#points")
    third.context.set_offline(True)
    third.get_by_role("button", name=re.compile("Objective lost: one more")).click()
    expect(third.get_by_text("1 waiting")).to_be_attached()
    fourth = on_a_phone(new_context, live_server)
    fourth.goto(f"/play/{enemy.token}/#invite")
    fourth.locator("#invite form button").first.click()
    fourth.wait_for_url(lambda address: str(enemy.token) not in address)
    third.context.set_offline(False)
    lost = re.compile("Not saved: .*Objective lost: one more")
    expect(third.get_by_role("alert")).to_contain_text(lost)
    expect(third.locator("[data-net]")).to_have_count(0)
    third.reload()
    expect(third.get_by_role("link", name="Join a game")).to_be_visible()
    expect(third.get_by_role("alert")).to_contain_text(lost)


def test_no_button_of_the_play_screen_is_narrower_than_a_thumb(
    new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    marta = User.objects.create_user("marta")
    army_list = a_list(Visitor(marta), a_roster(a_squad(LEADER, a_group(3)), ruleset="rth-it"))
    phone = on_a_phone(new_context, live_server)
    phone.goto(f"/play/{start_game(army_list, marta, both=False).token}/")
    expect(phone.get_by_role("button", name="11", exact=True)).to_be_visible()  # the turns of the game
    sizes = phone.locator("#own button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])"
    )
    assert min(filter(None, sizes)) >= 48  # parts in a closed fold have no size
