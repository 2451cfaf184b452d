"""A lost connection: it is said, what was typed is kept, and it is sent in order when the line is back."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.people import open_row, row, used, with_veterans
from tests.lists.factories import NAMELESS_LEADER, RIFLEMAN

SAID = "No connection. What you changed is kept here and sent as soon as the line is back."
STORED = "The site can store nothing just now. What you changed is kept here and sent as soon as it can."


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(page: Page, live_server: LiveServer) -> Page:
    """A squad of veterans with a leader and a rifleman: 29 points."""
    page.set_viewport_size({"width": 390, "height": 844})
    with_veterans(page, live_server, NAMELESS_LEADER, RIFLEMAN)
    return page


def test_what_was_typed_is_kept_and_sent_when_the_line_is_back(builder: Page) -> None:
    open_row(builder, "Rifleman")
    builder.context.set_offline(True)
    builder.get_by_label("Name").fill("Ferri")
    builder.locator(".is-editing").get_by_label("LMG").click()
    expect(builder.get_by_text(SAID)).to_be_visible()
    expect(builder.get_by_label("Name")).to_have_value("Ferri")
    builder.context.set_offline(False)
    expect(builder.locator(".is-editing .fig-name")).to_have_text("Ferri")
    expect(builder.locator(".dock .meter-used")).to_have_text("34")
    expect(builder.get_by_text(SAID)).to_be_hidden()
    builder.reload()
    expect(builder.locator(".dock .meter-used")).to_have_text("34")


def test_what_waits_is_sent_in_order(builder: Page) -> None:
    builder.context.set_offline(True)
    number = row(builder, "Leader").locator("input[name=count]")
    builder.set_viewport_size({"width": 1280, "height": 900})
    for count in ("2", "4", "3"):
        number.fill(count)
        number.press("Enter")
    builder.locator(".zone-palette").locator(".preset", has_text="Medic").click()
    expect(builder.get_by_text(SAID)).to_be_visible()
    expect(builder.locator(".fig")).to_have_count(2)
    builder.context.set_offline(False)
    expect(builder.locator(".fig")).to_have_count(3)
    expect(number).to_have_value("3")


def test_two_taps_without_a_line_count_twice(builder: Page) -> None:
    builder.set_viewport_size({"width": 1280, "height": 900})
    more = row(builder, "Rifleman").get_by_role("button", name="One more")
    builder.context.set_offline(True)
    more.click()
    more.click()
    expect(builder.get_by_text(SAID)).to_be_visible()
    builder.context.set_offline(False)
    expect(used(builder)).to_have_text("53")


def test_what_arrived_unheard_is_not_done_twice(builder: Page) -> None:
    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    builder.set_viewport_size({"width": 1280, "height": 900})
    builder.route("**/figures/", lose_the_answer, times=1)
    builder.locator(".zone-palette").locator(".preset", has_text="SMG").click()
    expect(builder.get_by_text(SAID)).to_be_visible()
    builder.evaluate("dispatchEvent(new Event('online'))")
    expect(builder.locator(".fig")).to_have_count(3)
    expect(builder.get_by_text(SAID)).to_be_hidden()
    expect(used(builder)).to_have_text("41")


def test_what_waits_outlives_a_reload(builder: Page) -> None:
    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.abort("internetdisconnected")
        else:
            route.continue_()

    builder.set_viewport_size({"width": 1280, "height": 900})
    builder.on("dialog", lambda dialog: dialog.accept())  # the browser asks whether to leave
    builder.route("**/lists/**", lose)
    more = row(builder, "Rifleman").get_by_role("button", name="One more")
    more.click()
    more.click()
    builder.locator(".zone-palette").locator(".preset", has_text="Medic").click()
    expect(builder.get_by_text(SAID)).to_be_visible()
    builder.reload()
    expect(builder.get_by_text(SAID)).to_be_visible()
    expect(used(builder)).to_have_text("29")
    builder.unroute("**/lists/**")
    builder.evaluate("dispatchEvent(new Event('online'))")
    expect(used(builder)).to_have_text("75")
    expect(builder.locator(".fig")).to_have_count(3)
    assert builder.evaluate("sessionStorage.waiting") == "[]"
    builder.reload()
    expect(used(builder)).to_have_text("75")


def test_what_waited_and_is_refused_after_a_reload_is_said(builder: Page) -> None:
    builder.evaluate(
        "sessionStorage.waiting = JSON.stringify([{ action: location.pathname + 'x/', key: 'k', body: 'key=k' }])"
    )
    builder.reload()
    expect(builder.get_by_text("Not saved: the site could not take what was sent.")).to_be_visible()


def test_what_the_site_cannot_store_is_kept_and_sent_again(builder: Page) -> None:
    """Another program holds the database (503), the site is being started behind a proxy (502)."""
    statuses = [503, 502]

    def refuse(route: Route) -> None:
        route.fulfill(status=statuses.pop(0), body="<h1>not now</h1>")

    builder.set_viewport_size({"width": 1280, "height": 900})
    builder.route("**/figures/", refuse, times=2)
    builder.locator(".zone-palette").locator(".preset", has_text="SMG").click()
    for left in (1, 0):
        expect(builder.get_by_text(STORED)).to_be_visible()
        assert len(statuses) == left
        builder.evaluate("dispatchEvent(new Event('online'))")
    expect(builder.locator(".fig")).to_have_count(3)
    expect(builder.get_by_text(STORED)).to_be_hidden()
    expect(used(builder)).to_have_text("41")
