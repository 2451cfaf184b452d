"""The focus after each action, with the keyboard only."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import at_the_builder, open_row, row, with_veterans
from tests.lists.factories import MEDIC, NAMELESS_LEADER, RIFLEMAN, a_group, a_roster, a_squad

# A message due after the pause of 700 ms never comes.
NO_PAUSE = (
    "() => { const wait = setTimeout; window.setTimeout = (act, ms) => ms === 700 ? 0 : wait(act, ms); }"
)


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


def test_adding_keeps_the_focus_in_the_palette_and_undo_and_redo_lead_to_squad_and_row(builder: Page) -> None:
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


def test_escape_closes_what_is_edited_and_keeps_what_was_typed(builder: Page) -> None:
    press(name_of(builder, 2))
    builder.get_by_label("Name").focus()
    builder.keyboard.type("Ferri")
    builder.keyboard.press("Escape")
    expect(builder.locator(".is-editing")).to_have_count(0)
    expect(name_of(builder, 2)).to_have_text("Ferri")
    expect(name_of(builder, 2)).to_be_focused()


def test_tab_past_the_end_closes_the_menu_of_a_row_and_goes_on_from_its_button(builder: Page) -> None:
    actions = row(builder, "Medic").get_by_role("link", name="Actions for")
    press(actions)
    builder.locator("#row-menu").get_by_text("Remove").press("Tab")
    expect(builder.locator("#row-menu")).to_be_hidden()
    expect(builder.get_by_role("link", name="Add to Squad 1")).to_be_focused()
    press(actions)
    builder.locator("#row-menu").get_by_text("Edit").press("Shift+Tab")
    expect(actions).to_be_focused()


def test_tab_out_of_a_menu_closes_it(builder: Page) -> None:
    menu = builder.locator(".squad-head details.menu")
    press(menu.locator("summary"))
    expect(menu).to_have_attribute("open", "")
    menu.get_by_role("button", name="Remove").press("Tab")
    expect(menu).not_to_have_attribute("open", "")


def test_remove_leads_to_the_next_row_and_undo_to_the_one_that_came_back(builder: Page) -> None:
    choose(builder, "Rifleman", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    expect(row(builder, "Medic").locator(".fig-name a")).to_be_focused()
    builder.keyboard.press("Control+z")
    expect(builder.locator(".fig")).to_have_count(3)
    expect(name_of(builder, 1)).to_be_focused()


def test_remove_of_the_last_row_leads_to_the_one_before_and_of_the_only_one_to_adding(builder: Page) -> None:
    choose(builder, "Medic", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    expect(row(builder, "Rifleman").locator(".fig-name a")).to_be_focused()
    for left, name in ((1, "Rifleman"), (0, "Leader")):
        choose(builder, name, "Remove")
        expect(builder.locator(".fig")).to_have_count(left)
    expect(builder.get_by_role("link", name="Add to Squad 1")).to_be_focused()


def test_split_leads_to_the_new_row(builder: Page) -> None:
    press(row(builder, "Rifleman").get_by_role("button", name="One more"))
    expect(row(builder, "Rifleman").locator(".fig-points")).to_contain_text("2 ×")  # the answer is there
    choose(builder, "Rifleman", "Split one off")
    expect(builder.locator(".fig")).to_have_count(4)
    expect(name_of(builder, 2)).to_be_focused()


def test_opening_a_row_leads_to_it_and_one_tab_to_its_first_control(builder: Page) -> None:
    """Closing it leads to its name, by its button and by Enter in a field."""
    press(name_of(builder, 1))
    expect(builder.locator("li.is-editing")).to_be_focused()
    builder.keyboard.press("Tab")
    expect(builder.locator(".is-editing").get_by_role("button", name="One fewer")).to_be_focused()
    press(builder.locator(".is-editing").get_by_role("button", name="Done").first)
    expect(name_of(builder, 1)).to_be_focused()
    open_row(builder, "Rifleman")
    press(builder.get_by_label("Name"))
    expect(name_of(builder, 1)).to_be_focused()


def test_a_new_squad_leads_to_its_heading_and_moving_to_it_goes_along(builder: Page) -> None:
    press(builder.get_by_role("button", name="New squad"))
    expect(builder.locator(".squad")).to_have_count(2)
    expect(builder.locator(".squad").nth(1).locator("h2 a")).to_be_focused()
    choose(builder, "Rifleman", "Move to Squad 2")
    expect(builder.locator(".squad").nth(1).locator(".fig-name a")).to_be_focused()


def test_duplicate_leads_to_the_copy_and_merging_keeps_the_squad(builder: Page) -> None:
    choose(builder, "Rifleman", "Duplicate")
    expect(builder.locator(".fig")).to_have_count(4)
    expect(name_of(builder, 2)).to_be_focused()
    squad_menu = builder.locator(".squad-head summary")
    press(squad_menu)
    press(builder.get_by_role("button", name="Merge identical rows"))
    expect(builder.locator(".fig")).to_have_count(3)
    expect(squad_menu).to_be_focused()


def test_a_duplicated_squad_and_a_removed_one(builder: Page) -> None:
    squads = builder.locator(".squad")
    for act, count, next_one in (("Duplicate", 2, 1), ("Remove", 1, 0)):
        press(squads.first.locator("summary"))
        press(squads.first.get_by_role("button", name=act, exact=True))
        expect(squads).to_have_count(count)
        expect(squads.nth(next_one).locator("h2 a")).to_be_focused()
    press(squads.first.locator("summary"))
    press(squads.first.get_by_role("button", name="Remove", exact=True))
    expect(squads).to_have_count(0)
    expect(builder.locator("#squads")).to_be_focused()


def test_an_extra_that_is_bought_and_one_that_is_dropped(builder: Page) -> None:
    press(builder.locator("#extras-offered .extra").first.get_by_role("button"))
    expect(builder.locator("#extras > .extras > .extra")).to_be_focused()
    press(builder.locator("#extras > .extras > .extra").get_by_role("button", name="Remove"))
    expect(builder.locator("#extras > .extras > .extra")).to_have_count(0)
    expect(builder.locator("#extras-offered summary")).to_be_focused()


def test_the_edit_state_of_a_squad_and_of_the_list(builder: Page) -> None:
    opened = (builder.locator("form.is-editing"), builder.get_by_label("Name", exact=True))
    for name, focused in zip((builder.locator(".squad h2 a"), builder.locator("h1 a")), opened, strict=True):
        press(name)
        expect(focused).to_be_focused()
        press(builder.get_by_role("button", name="Done").first)
        expect(name).to_be_focused()


# ── Sheets on a phone ──────────────────────────────────────────────────────────────────────────────────────────────


def test_a_sheet_keeps_the_focus_until_it_closes(builder: Page) -> None:
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


def test_opening_a_row_on_a_phone_leaves_the_keyboard_away(builder: Page) -> None:
    builder.set_viewport_size({"width": 390, "height": 844})
    press(name_of(builder, 1))
    expect(builder.locator("li.is-editing")).to_be_focused()
    builder.locator(".is-editing .btns").get_by_role("button", name="Done").click()
    expect(builder.locator(".is-editing")).to_have_count(0)


def test_the_name_of_the_list_is_selected_to_be_written_over(builder: Page) -> None:
    press(builder.locator("h1 a"))
    expect(builder.locator("#list-name")).to_be_focused()
    builder.keyboard.type("Patrol")
    expect(builder.locator("#list-name")).to_have_value("Patrol")


def test_adding_on_a_phone_stays_at_the_preset(builder: Page) -> None:
    builder.set_viewport_size({"width": 390, "height": 844})
    press(builder.locator(".dock-tabs [href='#palette']"))
    preset = builder.locator(".zone-palette").locator(".preset", has_text="SMG")
    press(preset)
    expect(builder.locator(".fig")).to_have_count(4)
    expect(preset).to_be_focused()


def test_without_motion_nothing_moves(builder: Page) -> None:
    builder.emulate_media(reduced_motion="reduce")
    builder.set_viewport_size({"width": 390, "height": 844})
    moving = "document.getAnimations().filter((it) => it.effect.getComputedTiming().duration > 1).length"
    press(builder.locator(".dock-tabs [href='#palette']"))
    expect(builder.locator(".zone-palette")).to_be_in_viewport(ratio=0.9)
    assert builder.evaluate(moving) == 0


# ── Reordering ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_alt_and_an_arrow_move_the_row_and_keep_it_and_so_does_its_menu(builder: Page) -> None:
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


def test_alt_and_an_arrow_move_a_squad(builder: Page) -> None:
    builder.get_by_role("button", name="New squad").click()
    expect(builder.locator(".squad")).to_have_count(2)
    press(builder.locator(".squad h2 a").nth(1), "Alt+ArrowUp")
    expect(builder.locator(".squad").nth(1).locator(".fig")).to_have_count(3)
    expect(builder.locator(".squad h2 a").first).to_be_focused()


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
