"""The focus after each action, with the keyboard only."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import at_the_builder, open_row, row, with_veterans
from tests.lists.factories import MEDIC, NAMELESS_LEADER, RIFLEMAN, a_group, a_roster, a_squad

# A message due after the pause of 700 ms never comes.
NO_PAUSE = "() => { const wait = setTimeout; window.setTimeout = (act, ms) => ms === 700 ? 0 : wait(act, ms); }"


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """A squad of veterans: a leader, a rifleman, a medic."""
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN, MEDIC)
    return desk


def press(control: Locator, key: str = "Enter") -> None:
    """Go to a control and press a key."""
    control.focus()
    control.press(key)


def name_of(page: Page, number: int) -> Locator:
    """Return the link that names a row, counted from 0."""
    return page.locator(".fig").nth(number).locator(".fig-name a")


def choose(page: Page, name: str, act: str) -> None:
    """Choose an act from the menu of a row."""
    press(row(page, name).get_by_role("link", name="Actions for"))
    press(page.locator("#row-menu").get_by_text(act, exact=True))


def test_menus_and_edit_states_lead_back_to_where_they_were_opened(builder: Page) -> None:
    # Tab past either end of the menu of a row closes it, and goes on from its button.
    actions = row(builder, "Medic").get_by_role("link", name="Actions for")
    press(actions)
    builder.locator("#row-menu").get_by_text("Remove").press("Tab")
    expect(builder.locator("#row-menu")).to_be_hidden()
    expect(builder.get_by_role("link", name="Add to Squad 1")).to_be_focused()
    press(actions)
    builder.locator("#row-menu").get_by_text("Edit").press("Shift+Tab")
    expect(actions).to_be_focused()

    menu = builder.locator(".squad-head details.menu")
    press(menu.locator("summary"))
    expect(menu).to_have_attribute("open", "")
    menu.get_by_role("button", name="Remove").press("Tab")
    expect(menu).not_to_have_attribute("open", "")

    # Opening a row leads to it, and one Tab to its first control; its button and Enter in a field lead to its name.
    press(name_of(builder, 1))
    expect(builder.locator("li.is-editing")).to_be_focused()
    builder.keyboard.press("Tab")
    expect(builder.locator(".is-editing").get_by_role("button", name="One fewer")).to_be_focused()
    press(builder.locator(".is-editing").get_by_role("button", name="Done").first)
    expect(name_of(builder, 1)).to_be_focused()
    open_row(builder, "Rifleman")
    press(builder.get_by_label("Name"))
    expect(name_of(builder, 1)).to_be_focused()

    opened = (builder.locator("form.is-editing"), builder.get_by_label("Name", exact=True))
    for name, focused in zip((builder.locator(".squad h2 a"), builder.locator("h1 a")), opened, strict=True):
        press(name)
        expect(focused).to_be_focused()
        press(builder.get_by_role("button", name="Done").first)
        expect(name).to_be_focused()

    # Escape closes what is edited, and keeps what was typed.
    press(name_of(builder, 2))
    builder.get_by_label("Name").focus()
    builder.keyboard.type("Ferri")
    builder.keyboard.press("Escape")
    expect(builder.locator(".is-editing")).to_have_count(0)
    expect(name_of(builder, 2)).to_have_text("Ferri")
    expect(name_of(builder, 2)).to_be_focused()

    # The name of the list is selected, to be written over.
    press(builder.locator("h1 a"))
    expect(builder.locator("#list-name")).to_be_focused()
    builder.keyboard.type("Patrol")
    expect(builder.locator("#list-name")).to_have_value("Patrol")


def test_rows_that_come_move_and_go_lead_the_focus(builder: Page) -> None:
    gunner = builder.locator(".zone-palette").locator(".preset", has_text="SMG")
    press(gunner)
    expect(builder.locator(".fig")).to_have_count(4)
    expect(gunner).to_be_focused()
    expect(builder.locator("#live")).to_have_text("63 of 150, 87 left. 1 tip.")
    press(builder.locator("#undo"))
    expect(builder.locator(".fig")).to_have_count(3)
    expect(builder.locator(".squad h2 a")).to_be_focused()
    builder.keyboard.press("Control+Shift+z")
    expect(builder.locator(".fig")).to_have_count(4)
    expect(name_of(builder, 3)).to_be_focused()
    builder.keyboard.press("Control+z")
    expect(builder.locator(".fig")).to_have_count(3)

    choose(builder, "Rifleman", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    expect(row(builder, "Medic").locator(".fig-name a")).to_be_focused()
    builder.keyboard.press("Control+z")
    expect(builder.locator(".fig")).to_have_count(3)
    expect(name_of(builder, 1)).to_be_focused()

    press(row(builder, "Rifleman").get_by_role("button", name="One more"))
    expect(row(builder, "Rifleman").locator(".fig-points")).to_contain_text("2 ×")  # the answer is there
    choose(builder, "Rifleman", "Split one off")
    expect(builder.locator(".fig")).to_have_count(4)
    expect(name_of(builder, 2)).to_be_focused()

    choose(builder, "Rifleman", "Duplicate")
    expect(builder.locator(".fig")).to_have_count(5)
    expect(name_of(builder, 2)).to_be_focused()
    squad_menu = builder.locator(".squad-head summary")
    press(squad_menu)
    press(builder.get_by_role("button", name="Merge identical rows"))
    expect(builder.locator(".fig")).to_have_count(3)
    expect(squad_menu).to_be_focused()

    name = row(builder, "Rifleman").locator(".fig-name a")
    press(name, "Alt+ArrowUp")
    expect(name_of(builder, 0)).to_have_text("Rifleman")
    expect(name).to_be_focused()
    name.press("Alt+ArrowDown")
    expect(name_of(builder, 1)).to_have_text("Rifleman")
    expect(name).to_be_focused()
    choose(builder, "Rifleman", "Move down")
    expect(name_of(builder, 2)).to_have_text("Rifleman")
    choose(builder, "Rifleman", "Move up")
    expect(name_of(builder, 1)).to_have_text("Rifleman")

    press(builder.locator("#extras-offered .extra").first.get_by_role("button"))
    expect(builder.locator("#extras > .extras > .extra")).to_be_focused()
    press(builder.locator("#extras > .extras > .extra").get_by_role("button", name="Remove"))
    expect(builder.locator("#extras > .extras > .extra")).to_have_count(0)
    expect(builder.locator("#extras-offered summary")).to_be_focused()

    # Removing the last row leads to the one before, and removing the only one to adding.
    choose(builder, "Medic", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    expect(row(builder, "Rifleman").locator(".fig-name a")).to_be_focused()
    for left, row_name in ((1, "Rifleman"), (0, "Leader")):
        choose(builder, row_name, "Remove")
        expect(builder.locator(".fig")).to_have_count(left)
    expect(builder.get_by_role("link", name="Add to Squad 1")).to_be_focused()


def test_squads_that_come_move_and_go_lead_the_focus(builder: Page) -> None:
    squads = builder.locator(".squad")
    press(builder.get_by_role("button", name="New squad"))
    expect(squads).to_have_count(2)
    expect(squads.nth(1).locator("h2 a")).to_be_focused()
    choose(builder, "Rifleman", "Move to Squad 2")
    expect(squads.nth(1).locator(".fig-name a")).to_be_focused()

    press(squads.locator("h2 a").nth(1), "Alt+ArrowUp")
    expect(squads.nth(1).locator(".fig")).to_have_count(2)
    expect(squads.locator("h2 a").first).to_be_focused()

    for act, count, next_one in (("Duplicate", 3, 1), ("Remove", 2, 0), ("Remove", 1, 0)):
        press(squads.first.locator("summary"))
        press(squads.first.get_by_role("button", name=act, exact=True))
        expect(squads).to_have_count(count)
        expect(squads.nth(next_one).locator("h2 a")).to_be_focused()
    press(squads.first.locator("summary"))
    press(squads.first.get_by_role("button", name="Remove", exact=True))
    expect(squads).to_have_count(0)
    expect(builder.locator("#squads")).to_be_focused()


def test_sheets_and_rows_on_a_phone_without_motion(builder: Page) -> None:
    builder.emulate_media(reduced_motion="reduce")
    builder.set_viewport_size({"width": 390, "height": 844})
    for zone in ("palette", "report"):
        tab = builder.locator(f".dock [href='#{zone}']")
        press(tab)
        expect(builder.locator(f".zone-{zone}")).to_be_focused()
        for key in ("Shift+Tab", "Tab", "Shift+Tab", "Tab"):
            builder.keyboard.press(key)
            expect(builder.locator(f".zone-{zone}:focus-within")).to_have_count(1)
        builder.keyboard.press("Escape")
        expect(tab).to_be_focused()

    # Opening a row leaves the keyboard of the phone away.
    press(name_of(builder, 1))
    expect(builder.locator("li.is-editing")).to_be_focused()
    builder.locator(".is-editing .btns").get_by_role("button", name="Done").click()
    expect(builder.locator(".is-editing")).to_have_count(0)

    moving = "document.getAnimations().filter((it) => it.effect.getComputedTiming().duration > 1).length"
    press(builder.locator(".dock-tabs [href='#palette']"))
    expect(builder.locator(".zone-palette")).to_be_in_viewport(ratio=0.9)
    assert builder.evaluate(moving) == 0
    preset = builder.locator(".zone-palette").locator(".preset", has_text="SMG")
    press(preset)
    expect(builder.locator(".fig")).to_have_count(4)
    expect(preset).to_be_focused()


# ── Notifications ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_going_over_is_told_at_once(builder: Page) -> None:
    builder.evaluate(NO_PAUSE)
    number = row(builder, "Rifleman").get_by_label("Number", exact=True)
    number.fill("20")
    number.press("Enter")
    expect(builder.locator("#live")).to_have_text("279 of 150, 129 over. 1 error, 1 tip.")


def test_it_is_told_in_italian_as_well(desk: Page, live_server: LiveServer) -> None:
    at_the_builder(desk, live_server, a_roster(a_squad(a_group(6)), role="attacker"), "it")
    desk.locator(".preset").first.click()
    expect(desk.locator("#live")).to_have_text("105 su 150, 45 ancora liberi. 1 avviso, 1 consiglio.")
