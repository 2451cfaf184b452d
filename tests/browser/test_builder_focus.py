"""Who has the focus after an act, with the keyboard alone: one test for each line."""

import pytest
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import add, begin, open_front_page, open_row, row

# What would be told after the pause of 700 ms is never told.
NO_PAUSE = (
    "{ const wait = setTimeout; window.setTimeout = (act, pause) => pause === 700 ? 0 : wait(act, pause); }"
)


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(page: Page, live_server: LiveServer) -> Page:
    """A squad of veterans: a leader, a rifleman, a medic."""
    page.set_viewport_size({"width": 1280, "height": 900})
    open_front_page(page, live_server)
    begin(page)
    for preset in ("Leader 1", "Rifleman", "Medic"):
        add(page, preset)
    return page


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


def test_add_leads_to_the_new_row(builder: Page) -> None:
    press(builder.locator(".zone-palette").get_by_role("button", name="Rifleman"))
    expect(name_of(builder, 3)).to_be_focused()


def test_a_new_squad_leads_to_its_heading(builder: Page) -> None:
    press(builder.get_by_role("button", name="New squad"))
    expect(builder.locator(".squad").nth(1).locator("h2 a")).to_be_focused()


def test_remove_leads_to_the_next_row(builder: Page) -> None:
    choose(builder, "Rifleman", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    expect(row(builder, "Medic").locator(".fig-name a")).to_be_focused()


def test_remove_of_the_last_row_leads_to_the_one_before(builder: Page) -> None:
    choose(builder, "Medic", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    expect(row(builder, "Rifleman").locator(".fig-name a")).to_be_focused()


def test_remove_of_the_only_row_leads_to_adding(builder: Page) -> None:
    for left, name in ((2, "Medic"), (1, "Rifleman"), (0, "Leader")):
        choose(builder, name, "Remove")
        expect(builder.locator(".fig")).to_have_count(left)
    expect(builder.get_by_role("link", name="Add to Squad 1")).to_be_focused()


def test_split_leads_to_the_new_row(builder: Page) -> None:
    press(row(builder, "Rifleman").get_by_role("button", name="One more"))
    expect(row(builder, "Rifleman").locator(".fig-points")).to_contain_text("2 ×")  # the answer is there
    choose(builder, "Rifleman", "Split one off")
    expect(builder.locator(".fig")).to_have_count(4)
    expect(name_of(builder, 2)).to_be_focused()


def test_opening_a_row_leads_to_its_first_field(builder: Page) -> None:
    press(name_of(builder, 1))
    expect(builder.get_by_label("Name")).to_be_focused()


def test_closing_a_row_leads_to_its_name(builder: Page) -> None:
    open_row(builder, "Rifleman")
    press(builder.locator(".is-editing").get_by_role("button", name="Done"))
    expect(name_of(builder, 1)).to_be_focused()


def test_enter_in_a_field_closes_and_leads_to_the_name(builder: Page) -> None:
    open_row(builder, "Rifleman")
    press(builder.get_by_label("Name"))
    expect(name_of(builder, 1)).to_be_focused()


def test_undo_leads_to_the_row_that_came_back(builder: Page) -> None:
    choose(builder, "Rifleman", "Remove")
    expect(builder.locator(".fig")).to_have_count(2)
    builder.keyboard.press("Control+z")
    expect(builder.locator(".fig")).to_have_count(3)
    expect(name_of(builder, 1)).to_be_focused()


def test_undo_without_a_row_to_come_back_leads_to_the_squad(builder: Page) -> None:
    press(builder.locator("#undo"))
    expect(builder.locator(".fig")).to_have_count(2)
    expect(builder.locator(".squad h2 a")).to_be_focused()


# ── Reordering ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_alt_and_an_arrow_move_the_row_and_keep_it(builder: Page) -> None:
    name = row(builder, "Rifleman").locator(".fig-name a")
    press(name, "Alt+ArrowUp")
    expect(name_of(builder, 0)).to_have_text("Rifleman")
    expect(name).to_be_focused()
    name.press("Alt+ArrowDown")
    expect(name_of(builder, 1)).to_have_text("Rifleman")
    expect(name).to_be_focused()


def test_alt_and_an_arrow_move_a_squad(builder: Page) -> None:
    builder.get_by_role("button", name="New squad").click()
    expect(builder.locator(".squad")).to_have_count(2)
    press(builder.locator(".squad h2 a").nth(1), "Alt+ArrowUp")
    expect(builder.locator(".squad").nth(1).locator(".fig")).to_have_count(3)
    expect(builder.locator(".squad h2 a").first).to_be_focused()


def test_the_menu_moves_a_row(builder: Page) -> None:
    choose(builder, "Rifleman", "Move down")
    expect(name_of(builder, 2)).to_have_text("Rifleman")
    choose(builder, "Rifleman", "Move up")
    expect(name_of(builder, 1)).to_have_text("Rifleman")


# ── What is told ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_total_and_problems_are_told(builder: Page) -> None:
    add(builder, "Rifleman")
    expect(builder.locator("#live")).to_have_text("63 of 150, 87 left. 1 piece of advice.")


def test_going_over_is_told_at_once(builder: Page) -> None:
    builder.evaluate(NO_PAUSE)
    number = row(builder, "Rifleman").get_by_label("Number", exact=True)
    number.fill("20")
    number.press("Enter")
    expect(builder.locator("#live")).to_have_text("279 of 150, 129 over. 1 error, 1 piece of advice.")
