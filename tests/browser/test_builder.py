"""The builder in Chromium: the main job, morphing, phone, trouble. Keys, menus and moves: test_builder_focus.py."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import add, fits, open_row, row, used, with_veterans
from tests.lists.factories import NAMELESS_LEADER, RIFLEMAN

WIDTHS = [320, 390, 800, 1280]


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """A squad of veterans with a leader and a rifleman: 29 points."""
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN)
    return desk


# ── The main job ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_points_and_problems_follow_every_tap(builder: Page) -> None:
    """Opened parts stay open, the control in use keeps the focus, and screen readers are told."""
    expect(used(builder)).to_have_text("29")
    builder.get_by_text("Where the points go").click()
    add(builder, "Rifleman")
    expect(builder.locator("#live")).to_have_text("41 of 150, 109 left. 1 tip.")
    expect(builder.locator("#breakdown")).to_have_attribute("open", "")
    more = row(builder, "Rifleman").get_by_role("button", name="One more")
    for count in range(3, 8):
        more.click()
        expect(row(builder, "Rifleman").get_by_label("Number", exact=True)).to_have_value(str(count))
    expect(used(builder)).to_have_text("101")
    expect(more).to_be_focused()
    expect(builder.locator(".zone-report .badge")).to_have_text("Legal")
    expect(builder.locator(".report-sum")).to_have_text("Nothing to fix.")

    # Quick taps all count.
    preset = builder.locator(".zone-palette").locator(".preset", has_text="Rifleman")
    for _ in range(5):
        preset.click(no_wait_after=True)
    number = row(builder, "Rifleman").get_by_label("Number", exact=True)
    expect(number).to_have_value("12")
    expect(builder.locator(".fig")).to_have_count(2)

    # A count can be typed.
    number.fill("6")
    number.press("Enter")
    expect(used(builder)).to_have_text("89")
    number.fill("900")
    number.press("Enter")
    expect(builder.get_by_text("The quantity must be a number from 1 to 200.")).to_be_visible()
    expect(used(builder)).to_have_text("89")


def test_each_change_in_an_open_row_is_saved_at_once_and_undone(builder: Page) -> None:
    open_row(builder, "Rifleman")
    editing = builder.locator(".is-editing")
    lmg = editing.get_by_label("LMG")
    lmg.click()
    expect(used(builder)).to_have_text("34")
    builder.locator("#undo").click()
    expect(used(builder)).to_have_text("29")
    expect(lmg).not_to_be_checked()
    lmg.click()
    expect(used(builder)).to_have_text("34")
    editing.get_by_label("Name").fill("Ferri")
    editing.get_by_label("Class", exact=True).select_option("elite")
    expect(used(builder)).to_have_text("37")
    expect(editing.locator(".fig-name")).to_have_text("Ferri")
    editing.get_by_role("button", name="Done").first.click()
    expect(builder.locator(".is-editing")).to_have_count(0)
    expect(row(builder, "Ferri").locator(".gear")).to_contain_text("LMG")

    # Enter saves and closes, sends a field once, and says which.
    open_row(builder, "Ferri")
    sent: list[str] = []
    builder.on("request", lambda request: sent.append(request.post_data or "") if request.method == "POST" else None)
    builder.get_by_label("Name").fill("Rossi")
    builder.get_by_label("Name").press("Enter")
    expect(builder.locator(".is-editing")).to_have_count(0)
    expect(row(builder, "Rossi")).to_be_visible()
    builder.get_by_role("link", name="Rossi", exact=True).click()
    expect(builder.locator("li.is-editing")).to_be_focused()
    builder.get_by_label("Name").press("Enter")
    expect(builder.locator(".is-editing")).to_have_count(0)
    assert [("touched=name" in form, "done=1" in form) for form in sent] == [(True, True), (False, True)]

    # A field that Enter changes without sending is saved as well.
    open_row(builder, "Rossi")
    name = builder.get_by_label("Name")
    name.fill("Neri")
    name.evaluate(
        """field => {
          field.form.addEventListener("keydown", (event) => event.preventDefault());
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
          field.dispatchEvent(new Event("change", { bubbles: true }));
        }"""
    )
    expect(row(builder, "Neri")).to_be_visible()
    expect(builder.locator(".is-editing")).to_be_visible()


def test_an_extra_a_ruling_and_the_name(builder: Page) -> None:
    builder.locator(".extra", has_text="Intelligence").get_by_role("button").click()
    expect(used(builder)).to_have_text("39")
    builder.locator(".extra", has_text="Intelligence").get_by_label("3").click()
    expect(used(builder)).to_have_text("59")
    add(builder, "Medic")
    expect(used(builder)).to_have_text("81")
    builder.get_by_label("10 in total", exact=True).click()
    expect(used(builder)).to_have_text("69")
    builder.locator("h1 a").click()
    builder.get_by_label("Name", exact=True).fill("Patrol at Surobi")
    builder.get_by_label("Name", exact=True).press("Enter")
    expect(builder.locator("h1")).to_contain_text("Patrol at Surobi")


# ── What is kept ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_typing_survives_the_answer_to_something_else(builder: Page) -> None:
    open_row(builder, "Rifleman")
    name = builder.get_by_label("Name")
    name.type("Fer")
    builder.evaluate("document.querySelectorAll('.zone-palette .preset')[2].click()")
    expect(builder.locator(".fig")).to_have_count(3)
    name.type("ri")
    expect(name).to_have_value("Ferri")
    expect(name).to_be_focused()
    fits(builder, builder.locator(".is-editing"), WIDTHS)


# ── On a phone ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_on_a_phone_adding_keeps_the_palette_open_and_a_problem_leads_to_its_row(builder: Page) -> None:
    builder.set_viewport_size({"width": 390, "height": 844})
    tab = builder.locator(".dock-tabs").get_by_role("link", name="Add")
    tab.click()
    palette = builder.locator(".zone-palette")
    expect(palette).to_be_in_viewport()
    palette.locator(".preset", has_text="Rifleman").click()
    expect(builder.locator(".dock .meter-used")).to_have_text("41")
    expect(palette).to_be_in_viewport()
    expect(tab).to_have_attribute("aria-current", "true")
    builder.keyboard.press("Escape")
    expect(palette).not_to_be_in_viewport()
    expect(tab).to_be_focused()

    # A problem leads to its row.
    add_mmg = builder.locator(".zone-palette").locator(".preset", has_text="MMG")
    builder.locator(".dock-tabs").get_by_role("link", name="Add").click()
    add_mmg.first.click()
    expect(builder.locator(".fig")).to_have_count(3)
    builder.locator(".dock .meter").click()
    builder.locator(".issue-text a").first.click()
    expect(builder.locator(".zone-report")).not_to_be_in_viewport()
    expect(builder.locator(".squad:target")).to_be_in_viewport()


# ── Problems ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_failing_site_does_not_wipe_out_the_sheet(builder: Page) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=500, body="<h1>Broken</h1>", content_type="text/html")

    builder.route("**/count/", fail)
    row(builder, "Rifleman").get_by_role("button", name="One more").click()
    expect(builder.get_by_text("Not saved: the site could not accept what you sent.")).to_be_visible()
    expect(builder.locator(".fig")).to_have_count(2)
