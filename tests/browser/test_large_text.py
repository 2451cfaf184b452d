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
    page: Page, live_server: LiveServer, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    with_veterans(page, live_server, NAMELESS_LEADER, RIFLEMAN, MEDIC)
    page.evaluate(TWICE)
    assert page.evaluate(WIDER) <= 0
    assert page.evaluate(BARS) <= 1 / 3
    page.locator(".fig-name a").first.click()
    fits(page, page.locator(".is-editing"), [width])


@pytest.mark.parametrize("width", [390, 1280])
def test_other_pages_in_text_twice_as_large(page: Page, live_server: LiveServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    open_front_page(page, live_server)
    wider = []
    for address in ("/", "/rules/", "/rules/bn/", "/samples/", "/lists/import/", "/accounts/signup/"):
        page.goto(live_server.url + address)
        page.evaluate(TWICE)
        if page.evaluate(WIDER) > 0:
            wider.append(address)
    assert wider == []
