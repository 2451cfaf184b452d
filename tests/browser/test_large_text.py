"""Text twice as large: the list keeps its room, and nothing is wider than the page."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import fits, open_front_page, with_veterans
from tests.lists.factories import MEDIC, NAMELESS_LEADER, RIFLEMAN

TWICE = "document.documentElement.style.fontSize = '200%'"
WIDER = "document.documentElement.scrollWidth - innerWidth"
BARS = """[...document.querySelectorAll('.bar, .dock')].map((bar) => bar.getBoundingClientRect().height)
    .reduce((sum, height) => sum + height) / innerHeight"""

pytestmark = pytest.mark.usefixtures("loaded_rules")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_the_builder_in_text_twice_as_large(
    desk: Page, live_server: LiveServer, width: int, height: int
) -> None:
    desk.set_viewport_size({"width": width, "height": height})
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN, MEDIC)
    desk.evaluate(TWICE)
    assert desk.evaluate(WIDER) <= 0
    assert desk.evaluate(BARS) <= 1 / 3
    desk.locator(".fig-name a").first.click()
    fits(desk, desk.locator(".is-editing"), [width])


@pytest.mark.parametrize("width", [390, 1280])
def test_other_pages_in_text_twice_as_large(desk: Page, live_server: LiveServer, width: int) -> None:
    desk.set_viewport_size({"width": width, "height": 844})
    open_front_page(desk, live_server)
    wider = []
    for address in ("/", "/rules/", "/rules/bn/", "/samples/", "/lists/import/", "/accounts/signup/"):
        desk.goto(live_server.url + address)
        desk.evaluate(TWICE)
        if desk.evaluate(WIDER) > 0:
            wider.append(address)
    assert wider == []
