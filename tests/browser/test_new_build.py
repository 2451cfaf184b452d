"""An answer from another build reloads the page, but never to a state before the last change."""

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from rules.core.document.roster import Figure
from tests.browser.people import at_the_builder, open_row, row
from tests.lists.factories import a_roster, a_squad


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """A list whose answers all come from another build than its page."""
    at_the_builder(desk, live_server, a_roster(a_squad(Figure(name="Serra", weapons=("assault-rifle",)))))
    desk.route("**/rows/**", of_another_build)
    desk.evaluate("window.isOld = true")
    return desk


def of_another_build(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "x-build": "another"})


def test_an_answer_reloads_the_page(builder: Page) -> None:
    with builder.expect_event("load"):
        row(builder, "Serra").get_by_role("button", name="One more").click()
    expect(row(builder, "Serra").locator("input[name=count]")).to_have_value("2")
    assert builder.evaluate("window.isOld") is None


def test_the_page_waits_for_the_change_that_is_on_its_way(builder: Page) -> None:
    open_row(builder, "Serra")
    builder.evaluate("window.isOld = true")
    name = builder.get_by_label("Name", exact=True)
    name.fill("Ferri")
    with builder.expect_response("**/count/"):
        builder.locator(".stepper button").last.evaluate("(button) => button.click()")
    expect(name).to_have_value("Ferri")
    held: list[Route] = []
    builder.route("**/rows/*/", lambda route: held.append(route))
    with builder.expect_request("**/rows/*/"):
        name.press("Tab")
    assert builder.evaluate("new Promise((heard) => setTimeout(() => heard(window.isOld)))") is True
    with builder.expect_event("load"):
        of_another_build(held[0])
    expect(builder.locator(".fig-name")).to_have_text(["Ferri"])
    assert builder.evaluate("window.isOld") is None


def test_undone_typing_reloads_when_the_field_is_left(builder: Page) -> None:
    open_row(builder, "Serra")
    builder.evaluate("window.isOld = true")
    name = builder.get_by_label("Name", exact=True)
    name.fill("Serra F")
    with builder.expect_response("**/count/"):
        builder.locator(".stepper button").last.evaluate("(button) => button.click()")
    name.fill("Serra")
    with builder.expect_event("load"):
        name.press("Tab")
    assert builder.evaluate("window.isOld") is None
