"""Text twice as large: the list keeps its space, and nothing is wider than the page."""

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import fits, with_veterans
from tests.lists.factories import MEDIC, NAMELESS_LEADER, RIFLEMAN

TWICE = "document.documentElement.style.fontSize = '200%'"
WIDTHS = (390, 1280)
BARS = """[...document.querySelectorAll('.bar, .dock')].map((bar) => bar.getBoundingClientRect().height)
    .reduce((sum, height) => sum + height) / innerHeight"""

pytestmark = pytest.mark.usefixtures("loaded_rules")


def test_the_builder_in_text_twice_as_large(desk: Page, live_server: LiveServer) -> None:
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN, MEDIC)
    desk.evaluate(TWICE)
    for width in WIDTHS:
        fits(desk, desk.locator(".fig-name").first, [width])
        assert desk.evaluate(BARS) <= 1 / 3
    desk.locator(".fig-name a").first.click()
    fits(desk, desk.locator(".is-editing"), WIDTHS)


def test_other_pages_in_text_twice_as_large(desk: Page, live_server: LiveServer, subtests: pytest.Subtests) -> None:
    desk.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    rules = ("/odds/bn/?lang=it", "/rules/bn/#paragraphs")
    for address in ("/", *rules, "/samples/", "/lists/import/", "/accounts/signup/"):
        with subtests.test(address):
            desk.goto(live_server.url + address)
            desk.evaluate(TWICE)
            fits(desk, desk.locator("main"), WIDTHS)
