"""At 320 px, and 1280 px at 200%, nothing is cut or scrolls sideways, and every target fits a finger."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from rules.core.document.roster import ExtraEntry, Vehicle
from tests.browser.people import at_the_builder
from tests.lists.factories import LEADER, a_group, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

LONG = "Paracadutisti-della-Folgore-in-pattuglia a Surobi"
ROSTER = a_roster(
    a_squad(LEADER, a_group(12, "lmg", name=LONG, notes=LONG * 2), name=LONG),
    a_squad(a_group(2, "mmg"), name="Bravo", class_="trained", vehicles=(Vehicle(type="protected"),)),
    name=LONG,
    role="attacker",
    extras=(ExtraEntry(extra="intelligence"), ExtraEntry(extra="civilians")),
)
SCREENS: list[ViewportSize] = [
    {"width": 640, "height": 450},  # 1280 × 900 at 200%
    {"width": 320, "height": 640},
]
TAP = 44

# Visible targets, except links and abbreviations inside sentences: parts pressed with a target count as its own.
TARGETS = """() => {
  const all = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary");
  const boxOf = (it) => (it.closest(".fig-main, .squad-head > div, .stats > div, .pick") ?? it).getBoundingClientRect();
  return Array.from(all)
    .filter((it) => it.checkVisibility({ visibilityProperty: true }))
    .filter((it) => !it.matches("p a, p .plain, .cite a, a.cite, .foot a, .skip"))
    .map((it) => [it.outerHTML.slice(0, 160), boxOf(it)])
    .map(([it, { width, height, left, right }]) => [it, Math.round(width), Math.round(height), left, right]);
}"""

# Words that do not fit their clipping box.
CUT = """() => Array.from(document.querySelectorAll("main *"))
  .filter((it) => it.checkVisibility({ visibilityProperty: true }) && it.scrollWidth > it.clientWidth + 1)
  .filter((it) => getComputedStyle(it).overflowX !== "visible" && !it.matches("svg *, .vh, .scroll, input, select"))
  .map((it) => it.outerHTML.slice(0, 160))"""


def measure(page: Page) -> None:
    """Check that nothing is wider than the screen, cut or too small, on either screen."""
    for screen in SCREENS:
        page.set_viewport_size(screen)
        expect(page.locator("html")).to_have_js_property("scrollWidth", screen["width"])
        look(page, screen["width"])


def look(page: Page, width: int) -> None:
    """Look at a screen that shows this."""
    targets: list[list[Any]] = page.evaluate(TARGETS)
    small = [it for it in targets if it[1] < TAP or it[2] < TAP]
    outside = [it for it in targets if it[3] < 0 or it[4] > width + 1]
    assert page.evaluate(CUT) == []
    assert small == []
    assert outside == []


def test_the_builder(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    context = new_context(viewport=SCREENS[0], device_scale_factor=2, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    army_list = at_the_builder(page, live_server, ROSTER)
    measure(page)
    for menu in (".row-menu", ".squad .menu > summary", ".tools .menu > summary"):
        page.locator(menu).nth(1 if menu == ".row-menu" else 0).click()
        expect(page.locator("#row-menu:visible, .menu[open]")).to_have_count(1)
        measure(page)
        page.keyboard.press("Escape")
    for zone in ("palette", "report"):
        page.locator(f".dock [href='#{zone}']").click()
        expect(page.locator(f".zone-{zone}")).to_be_in_viewport()
        measure(page)
        page.keyboard.press("Escape")
    squad = army_list.roster.squads[1]
    for row in (squad.figures[0].id, squad.vehicles[0].id, squad.id, "list"):
        page.goto(f"{live_server.url}/lists/{army_list.pk}/?edit={row}#{row}")
        page.evaluate("document.querySelectorAll('#sheet details:not(.menu)').forEach((it) => (it.open = true))")
        measure(page)
        narrow = "all => all.filter((it) => it.offsetWidth < it.parentElement.offsetWidth).length"
        assert page.eval_on_selector_all(".fire > div", narrow) == 0
    page.get_by_role("button", name="Remove Intelligence").click()
    expect(page.locator(".toast")).to_be_visible()
    measure(page)
