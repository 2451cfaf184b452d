"""Dragging by the grip: one request per drop, and the old order comes back after a refusal."""

import pytest
from playwright.sync_api import Page, Request, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import add, with_veterans
from tests.lists.factories import MEDIC, NAMELESS_LEADER, RIFLEMAN


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


# Resolves when the script is loaded and running; the policy would refuse a function that Playwright polls.
SORTABLE = """() => new Promise((done) => {
  const look = () => (window.Sortable?.get(document.querySelector(".figs")) ? done() : setTimeout(look, 20));
  look();
})"""


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """A squad of veterans: a leader, a rifleman, a medic; the script for dragging is there."""
    desk.set_viewport_size({"width": 1280, "height": 900})
    with_veterans(desk, live_server, NAMELESS_LEADER, RIFLEMAN, MEDIC)
    assert desk.evaluate("typeof Sortable") == "undefined"
    desk.locator(".grip").first.hover()
    desk.evaluate(SORTABLE)
    return desk


def drag(page: Page, number: int, onto: int) -> None:
    """Take a row by its grip and hold it over another's."""
    page.locator(".grip").nth(number).hover()
    page.mouse.down()
    box = page.locator(".grip").nth(onto).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y - 4, steps=8)
    page.mouse.move(x, y + (8 if onto > number else -8), steps=8)


def test_a_drop_moves_the_row_with_one_request_and_escape_lets_it_go_back(builder: Page) -> None:
    posts: list[Request] = []
    builder.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    drag(builder, 0, 2)
    expect(builder.locator(".squad .fig .fig-name").first).to_have_text("Rifleman")
    builder.keyboard.press("Escape")
    expect(builder.locator(".squad .fig .fig-name")).to_have_text(["Leader 1", "Rifleman", "Medic"])
    builder.mouse.up()

    drag(builder, 0, 2)
    with builder.expect_response("**/place/"):
        builder.mouse.up()
    expect(builder.locator(".fig .fig-name")).to_have_text(["Rifleman", "Medic", "Leader 1"])
    assert [request.url.rsplit("/", 2)[1] for request in posts] == ["place"]

    # Into another squad.
    builder.get_by_role("button", name="New squad").click()
    expect(builder.locator(".squad")).to_have_count(2)
    add(builder, "Rifleman")
    drag(builder, 2, 3)
    with builder.expect_response("**/place/"):
        builder.mouse.up()
    builder.reload()
    expect(builder.locator(".squad").first.locator(".fig-name")).to_have_text(["Rifleman", "Medic"])
    expect(builder.locator(".squad").nth(1).locator(".fig-name", has_text="Leader")).to_be_visible()


def test_a_drop_that_the_site_does_not_take_is_put_back(builder: Page) -> None:
    def fail(route: Route) -> None:
        route.fulfill(status=500, body="<h1>Broken</h1>", content_type="text/html")

    builder.route("**/place/", fail)
    drag(builder, 0, 2)
    builder.mouse.up()
    expect(builder.get_by_text("Not saved: the site could not accept what you sent.")).to_be_visible()
    expect(builder.locator(".fig .fig-name")).to_have_text(["Leader 1", "Rifleman", "Medic"])

    # The grip is for the pointer alone.
    grip = builder.locator(".grip").first
    expect(grip).to_have_attribute("aria-hidden", "true")
    expect(grip).to_have_js_property("tabIndex", -1)
