"""A lost connection: it is shown, edits are kept, and sent in order when online again."""

import re

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.keeping import wait_until
from tests.browser.people import choose, hold_clock, open_row, row, used, with_veterans
from tests.lists.factories import NAMELESS_LEADER, RIFLEMAN

SAID = "No connection. Your changes are kept here and sent as soon as you are back online."
STORED = "The site cannot save anything right now. Your changes are kept here and sent as soon as it can."


@pytest.fixture(autouse=True)
def _rules(loaded_rules: object) -> None:
    """The shipped rules."""


@pytest.fixture
def builder(desk: Page, live_server: LiveServer) -> Page:
    """A squad of veterans with a leader and a rifleman: 29 points."""
    return begun(desk, live_server)


@pytest.fixture
def own(page: Page, live_server: LiveServer) -> Page:
    """The same, for a stopped clock or a browser dialog."""
    return begun(page, live_server)


def begun(page: Page, live_server: LiveServer) -> Page:
    page.set_viewport_size({"width": 390, "height": 844})
    with_veterans(page, live_server, NAMELESS_LEADER, RIFLEMAN)
    return page


def test_typed_text_is_kept_and_sent_when_online_again(builder: Page) -> None:
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


def test_waiting_edits_are_sent_in_order(builder: Page) -> None:
    builder.context.set_offline(True)
    number = row(builder, "Leader").locator("input[name=count]")
    builder.set_viewport_size({"width": 1280, "height": 900})
    for count in ("2", "4", "3"):
        number.fill(count)
        number.press("Enter")
    builder.locator(".zone-palette").locator(".preset", has_text="Medic").click()
    expect(builder.get_by_text(SAID)).to_be_visible()
    expect(builder.locator(".fig[id]")).to_have_count(2)
    builder.context.set_offline(False)
    expect(builder.locator(".fig[id]")).to_have_count(3)
    expect(number).to_have_value("3")


def test_each_tap_without_a_line_shows_what_it_will_do(builder: Page) -> None:
    rifleman, medic = (builder.locator(".zone-palette .preset-line", has_text=name) for name in ("Rifleman", "Medic"))
    waiting, rows = builder.locator("#waiting"), builder.locator(".squad .fig")
    builder.set_viewport_size({"width": 1280, "height": 900})
    expect(waiting).to_be_hidden()
    builder.context.set_offline(True)
    rifleman.locator(".preset").click()
    expect(waiting).to_have_text("1 change waiting")
    expect(row(builder, "Rifleman").get_by_label("Number", exact=True)).to_have_value("2")
    expect(row(builder, "Rifleman").locator(".waiting-word")).to_have_text("waiting")
    medic.locator(".preset").dblclick()
    row(builder, "Leader").get_by_role("button", name="One fewer").click()
    builder.get_by_role("button", name="New squad").click()
    expect(waiting).to_have_text("5 changes waiting")
    expect(rifleman.locator(".preset-count")).to_have_text("2")
    expect(medic.locator(".preset-count")).to_have_text("2")
    expect(rows).to_have_text(
        [
            re.compile("Leader.*waiting", re.S),
            re.compile("Rifleman.*waiting", re.S),
            "+2 Medic waiting",
            "+1 New squad waiting",
        ]
    )
    expect(rows.first).to_have_class(re.compile("is-going"))
    builder.context.set_offline(False)
    expect(waiting).to_be_hidden()
    expect(builder.locator(".squad")).to_have_count(2)
    expect(builder.locator(".is-waiting, .waiting-word, .is-ghost")).to_have_count(0)
    expect(builder.locator(".fig[id] .fig-name")).to_have_text(["Rifleman", "Medic"])


def test_moves_merges_and_undo_are_shown_offline(builder: Page) -> None:
    names, waiting = builder.locator(".squad .fig-name"), builder.locator("#waiting")
    medic = builder.locator(".zone-palette .preset-line", has_text="Medic")
    undo, redo = builder.locator("#undo"), builder.locator("#redo")
    builder.set_viewport_size({"width": 1280, "height": 900})
    choose(builder, "Rifleman", "Duplicate")
    expect(names).to_have_text(["Leader 1", "Rifleman", "Rifleman"])
    builder.context.set_offline(True)
    choose(builder, "Leader", "Move down")
    expect(names).to_have_text(["Rifleman", "Leader 1", "Rifleman"])
    expect(row(builder, "Leader").locator(".waiting-word")).to_be_visible()
    builder.locator(".squad-head .menu summary").click()
    builder.get_by_role("button", name="Merge identical rows").click()
    expect(row(builder, "Rifleman").get_by_label("Number", exact=True)).to_have_value("2")
    expect(builder.locator(".fig.is-going .fig-name")).to_have_text("Rifleman")
    medic.locator(".preset").click()
    expect(names).to_have_text(["Rifleman", "Leader 1", "Rifleman", "Medic"])
    for left in (["Rifleman", "Leader 1", "Rifleman"], ["Rifleman", "Leader 1", "Rifleman"]):
        undo.click()
        expect(names).to_have_text(left)
    expect(builder.locator(".fig.is-going")).to_have_count(0)
    undo.click()
    expect(names).to_have_text(["Leader 1", "Rifleman", "Rifleman"])
    redo.click()
    expect(names).to_have_text(["Rifleman", "Leader 1", "Rifleman"])
    undo.click()
    undo.click()
    expect(waiting).to_have_text("9 changes waiting · Undo: rifleman duplicated")
    builder.context.set_offline(False)
    expect(waiting).to_be_hidden()
    expect(names).to_have_text(["Leader 1", "Rifleman"])
    expect(builder.locator(".is-waiting, .waiting-word")).to_have_count(0)
    builder.route("**/move/", lambda route: route.fulfill(status=403, body="<h1>no</h1>"))
    builder.route("**/move/", lambda route: route.abort("internetdisconnected"), times=1)
    choose(builder, "Leader", "Move down")
    expect(names).to_have_text(["Rifleman", "Leader 1"])
    builder.evaluate("dispatchEvent(new Event('online'))")
    expect(builder.get_by_text("Not saved: you no longer have access to this list.")).to_be_visible()
    expect(names).to_have_text(["Leader 1", "Rifleman"])


def test_a_slow_answer_is_waited_for_in_sight(own: Page) -> None:
    held: list[Route] = []
    own.set_viewport_size({"width": 1280, "height": 900})
    hold_clock(own)
    own.route("**/figures/", lambda route: held.append(route), times=1)
    with own.expect_request("**/figures/"):
        own.locator(".zone-palette").locator(".preset", has_text="Medic").click()
    own.clock.run_for(1_900)
    expect(own.locator(".is-ghost")).to_have_count(0)
    own.clock.run_for(200)
    expect(own.locator(".is-ghost")).to_have_text("+1 Medic waiting")
    held[0].continue_()
    expect(row(own, "Medic").locator(".row-menu")).to_be_visible()
    expect(own.locator("#waiting")).to_be_hidden()


def test_a_message_about_a_removed_row_stays_during_later_taps(own: Page) -> None:
    other = own.context.new_page()
    other.goto(own.url)
    own.set_viewport_size({"width": 1280, "height": 900})
    own.context.set_offline(True)
    row(own, "Rifleman").get_by_role("button", name="One more").click()
    row(own, "Leader").get_by_role("button", name="One more").click()
    expect(own.locator("#waiting")).to_have_text("2 changes waiting")
    own.route("**/count/", lambda route: route.abort("internetdisconnected"))
    own.context.set_offline(False)
    choose(other, "Rifleman", "Remove")
    expect(other.locator(".fig")).to_have_count(1)
    own.unroute("**/count/")
    own.evaluate("dispatchEvent(new Event('online'))")
    # The points come with the answer, which swaps the sheet; the number changed with the tap.
    expect(row(own, "Leader")).to_contain_text("2 × 17")
    expect(own.get_by_text("That row no longer exists: it was removed in another tab.")).to_be_visible()


def test_text_for_a_removed_row_stays_while_the_other_tab_goes_on(own: Page) -> None:
    other = own.context.new_page()
    other.goto(own.url)
    open_row(own, "Rifleman")
    choose(other, "Rifleman", "Remove")
    expect(other.locator(".fig")).to_have_count(1)
    name = own.get_by_label("Name", exact=True)
    name.fill("Ferri")
    name.press("Tab")
    expect(own.get_by_text("You had typed: Ferri")).to_be_visible()
    choose(other, "Leader", "Duplicate")
    expect(other.locator(".fig")).to_have_count(2)
    shown: list[str] = []
    own.on("request", lambda request: shown.append(request.url) if "edit=" in request.url else None)
    with own.expect_response(re.compile("present/$")):
        own.evaluate("dispatchEvent(new Event('focus'))")
    row(own, "Leader").get_by_role("button", name="One more").click()
    expect(own.locator(".fig")).to_have_count(2)
    assert shown == []


def test_a_waiting_edit_of_a_removed_row_is_reported_after_a_reload(builder: Page) -> None:
    man = row(builder, "Rifleman").get_attribute("id")
    choose(builder, "Rifleman", "Remove")
    expect(builder.locator(".fig")).to_have_count(1)
    builder.evaluate(
        """(man) => {
            const body = new URLSearchParams(new FormData(document.getElementById("do")));
            body.set("count", 4);
            const entry = { action: `${location.pathname}rows/${man}/count/`, key: "k", body: body.toString() };
            sessionStorage.waiting = JSON.stringify([entry]);
        }""",
        man,
    )
    builder.reload()
    expect(builder.get_by_text("That row no longer exists: it was removed in another tab.")).to_be_visible()

    # So is one that is refused.
    builder.evaluate(
        "sessionStorage.waiting = JSON.stringify([{ action: location.pathname + 'x/', key: 'k', body: 'key=k' }])"
    )
    builder.reload()
    expect(builder.get_by_text("Not saved: the site could not accept what you sent.")).to_be_visible()


def test_an_edit_with_a_lost_answer_is_not_made_twice(builder: Page) -> None:
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


def test_waiting_edits_survive_a_reload(own: Page) -> None:
    def lose(route: Route) -> None:
        if route.request.method == "POST":
            route.abort("internetdisconnected")
        else:
            route.continue_()

    own.set_viewport_size({"width": 1280, "height": 900})
    own.on("dialog", lambda dialog: dialog.accept())  # the browser asks whether to leave
    own.route("**/lists/**", lose)
    more = row(own, "Rifleman").get_by_role("button", name="One more")
    more.click()
    more.click()
    own.locator(".zone-palette").locator(".preset", has_text="Medic").click()
    expect(own.get_by_text(SAID)).to_be_visible()
    own.reload()
    expect(own.get_by_text(SAID)).to_be_visible()
    expect(used(own)).to_have_text("29")
    own.unroute("**/lists/**")
    own.evaluate("dispatchEvent(new Event('online'))")
    expect(used(own)).to_have_text("75")
    expect(own.locator(".fig")).to_have_count(3)
    wait_until(own, "async () => sessionStorage.waiting === '[]'")
    own.reload()
    expect(used(own)).to_have_text("75")


def test_edits_that_the_site_cannot_store_are_kept_and_sent_again(builder: Page) -> None:
    """Another program locks the database (503), the site is starting behind a proxy (502)."""
    statuses = [503, 502]

    def refuse(route: Route) -> None:
        route.fulfill(status=statuses.pop(0), body="<h1>not now</h1>")

    builder.set_viewport_size({"width": 1280, "height": 900})
    builder.route("**/figures/", refuse, times=2)
    with builder.expect_response("**/figures/"):
        builder.locator(".zone-palette").locator(".preset", has_text="SMG").click()
    expect(builder.get_by_text(STORED)).to_be_visible()
    for left in (1, 0):
        assert len(statuses) == left
        with builder.expect_response("**/figures/"):
            builder.evaluate("dispatchEvent(new Event('online'))")
    expect(builder.locator(".fig")).to_have_count(3)
    expect(builder.get_by_text(STORED)).to_be_hidden()
    expect(used(builder)).to_have_text("41")
