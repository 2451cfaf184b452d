"""One grid: bar, head, tabs and foot of every page begin at one edge, and nothing is wider than 1,152 px."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from tests.browser.people import DRESSED, sign_in
from tests.clubs.clubs import a_club
from tests.evenings.evenings import an_evening
from tests.lists.factories import LEADER, a_group, a_list, a_roster, a_squad

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]

EDGES = {1280: (64, 1216), 390: (16, 374)}  # px

# The left edges of what begins at the margin, and what is outside the margins. Parts that scroll in their frame, what
# is as wide as a phone, the space of a box to tap beside its line, and frames that nobody sees are meant to be.
MEASURED = """() => {
  const main = document.querySelector("main");
  const { paddingLeft, paddingRight } = getComputedStyle(main);
  const box = main.getBoundingClientRect();
  const left = box.left + parseFloat(paddingLeft);
  const right = box.right - parseFloat(paddingRight);
  const heads = [".mark", "main h1", ".page-head", ".tabs > :first-child", ".foot-in > :first-child"]
    .map((part) => document.querySelector(part))
    .filter((part) => part?.checkVisibility())
    .map((part) => Math.round(part.getBoundingClientRect().left));
  const hides = (part) => getComputedStyle(part).overflowX !== "visible";
  const isFramed = (part) => part !== main && (hides(part) || isFramed(part.parentElement));
  const isOutside = (part) => {
    const { left: from, right: to, width } = part.getBoundingClientRect();
    return width > 0 && width < innerWidth && (from < left - 1 || to > right + 1);
  };
  const outside = [...main.querySelectorAll("*")]
    .filter((part) => part.checkVisibility())
    .filter((part) => !part.closest(".vh, .running, .entry-mark, .skip, .menu-list, #undo, svg"))
    .filter((part) => !part.closest(".squads, .dock, .zone-palette, .zone-report, .odds-answer, .odds-hand"))
    .filter((part) => !part.matches(".btn.quiet, :has(> .btn.quiet:only-child)"))
    .filter((part) => !isFramed(part.parentElement))
    .filter(isOutside)
    .map((part) => part.outerHTML.slice(0, 120));
  return [[Math.round(left), Math.round(right)], [...new Set(heads)], outside];
}"""


def test_every_page_begins_at_one_edge_and_keeps_its_width(desk: Page, live_server: LiveServer) -> None:
    owner, mate = (User.objects.create_user(name) for name in ("alice", "bob"))
    club = a_club(owner, None, mate)
    army_list = a_list(Visitor(owner), a_roster(a_squad(LEADER, a_group(7)), role="attacker"))
    evening = an_evening(club, owner, ruleset="bn", limits={"attacker": 150})
    pages = [
        *("/", "/rules/bn/", "/odds/bn/", "/public/", "/privacy/", "/nowhere/"),
        *(
            "/lists/",
            f"/lists/{army_list.pk}/",
            f"/lists/{army_list.pk}/profile/",
            f"/lists/{army_list.pk}/share/",
        ),
        *("/accounts/settings/", "/notices/settings/", f"/clubs/{club.pk}/", f"/clubs/{club.pk}/prices/bn/"),
        *(f"/evenings/{evening.pk}/", f"/evenings/{evening.pk}/desk/"),
    ]
    sign_in(desk, live_server, owner)
    found: dict[tuple[str, int], Any] = {}
    for address in pages:
        desk.goto(live_server.url + address)
        for width in EDGES:
            desk.set_viewport_size({"width": width, "height": 900})
            expect(desk.locator("html")).to_have_js_property("scrollWidth", width)
            desk.evaluate(DRESSED)
            found[address, width] = desk.evaluate(MEASURED)
    right = {(address, width): [[*EDGES[width]], [EDGES[width][0]], []] for address, width in found}
    assert found == right
