"""The tables of own rules in a browser: typed on a phone, in two tabs, without a connection, and without JavaScript."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.own_rules.actions.drafts import begin_game, begin_variant, change_cells
from armybuilder.own_rules.models import OwnRules
from rules.catalogue import current_version
from rules.own.patch import rows_of as rows_in
from tests.browser.people import examine, on_a_phone, sign_in

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]
FOCUS = "document.activeElement.tagName"
EDITS = int(os.environ.get("EDITS", "10"))


def a_game(marta: User) -> OwnRules:
    return begin_game(marta, "Briganti", limit=100, has_roles=False, has_leaders=True)


def a_variant(marta: User) -> OwnRules:
    return begin_variant(marta, current_version("rth-it"), "Spagna 1936")


def patch_of(rules: OwnRules) -> dict[str, Any]:
    patch: dict[str, Any] = OwnRules.objects.get(pk=rules.pk).patch
    return patch


def rows_of(rules: OwnRules) -> list[tuple[str, int]]:
    """Return the names and points of the troops, in order."""
    return [(entry.name.it, entry.points or 0) for entry in OwnRules.objects.get(pk=rules.pk).catalogue.classes]


def saved(page: Page) -> None:
    """Wait until nothing is kept in the browser."""
    expect(page.locator("#own")).to_have_attribute("data-kept", "0")


def test_twenty_rows_are_typed_on_a_phone(phone: Page, live_server: LiveServer) -> None:
    """A name, ↵, its points and “And another”: two and a half taps a row, and the keyboard stays."""
    marta = User.objects.create_user("marta")
    page = sign_in(phone, live_server, marta)
    page.goto(f"{live_server.url}/rules/mine/")
    page.get_by_role("link", name="Answer").click()
    page.get_by_label("What is it called?").fill("Briganti")
    page.get_by_role("button", name="Go to the first row").click()
    taps = 3
    page.locator("#classes .new-row input").first.click()
    taps += 1
    for number in range(20):
        page.keyboard.type(f"Truppa {number}")
        page.keyboard.press("Enter")
        assert page.evaluate(FOCUS) == "INPUT"
        page.keyboard.type(str(number + 1))
        taps += 1
        if number < 19:
            page.get_by_role("button", name="And another").click()
            taps += 1
            assert page.evaluate(FOCUS) == "INPUT"
    page.get_by_role("button", name="Done").click()
    saved(page)
    expect(page.locator("#classes h2")).to_contain_text("20")
    assert rows_of(OwnRules.objects.get()) == [(f"Truppa {number}", number + 1) for number in range(20)]
    assert taps <= 60
    examine(page, "twenty rows on a phone")


def test_cells_are_walked_and_taken_back_by_keyboard(desk: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    spain = a_variant(marta)
    page = sign_in(desk, live_server, marta)
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    page.goto(f"{live_server.url}/rules/{spain.pk}/edit/")
    lmg = page.get_by_label("Points, LMG")
    lmg.fill("12")
    lmg.press("ArrowDown")
    expect(page.get_by_label("Points, MMG")).to_be_focused()
    expect(page.locator("#weapons-lmg")).to_have_class("row is-changed")
    page.get_by_label("Points, MMG").fill("99")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Points, MMG")).to_have_value("")
    page.keyboard.press("Control+z")
    expect(page.locator("#weapons-lmg")).to_have_class("row")
    saved(page)
    assert "weapons/lmg/points" not in patch_of(spain)
    lmg.fill("4,5")
    lmg.press("Enter")
    page.get_by_role("button", name="Put 5").click()
    expect(page.get_by_role("button", name="Back to 10")).to_be_visible()
    saved(page)
    assert patch_of(spain)["weapons/lmg/points"] == 5
    examine(page, "a variant")
    page.get_by_label("Only what differs").check()
    expect(page.locator("tbody.row:visible")).to_have_count(1)
    page.get_by_role("button", name="Back to 10").click()
    saved(page)
    assert set(patch_of(spain)) == {"head//name"}


def test_a_line_lost_and_a_tab_closed_lose_no_cell(desk: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    game = a_game(marta)
    page = sign_in(desk, live_server, marta).context.new_page()
    page.goto(f"{live_server.url}/rules/{game.pk}/edit/")
    sent: list[str] = []
    page.context.route("**/edit/cells/", lambda route: route.abort())
    for number in range(5):
        page.locator("#classes .new-row input").first.fill(f"Truppa {number}")
        page.keyboard.press("Tab")
        page.keyboard.type(str(number + 1))
        page.keyboard.press("Tab")
    expect(page.locator("#classes .is-waiting")).to_have_count(10)
    address = page.url
    page.close()
    desk.context.unroute_all()

    def note(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.continue_()

    desk.context.route("**/edit/cells/", note)
    desk.goto(address)
    saved(desk)
    desk.context.unroute_all()
    assert len(sent) == 10
    assert rows_of(game) == [(f"Truppa {number}", number + 1) for number in range(5)]


def test_an_undo_whose_answer_is_lost_is_made_once(desk: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    spain = a_variant(marta)
    for points in (11, 12):
        change_cells(spain.pk, marta, [("weapons/lmg/points", points)], key=str(points))
    page = sign_in(desk, live_server, marta)
    page.goto(f"{live_server.url}/rules/{spain.pk}/edit/")

    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page.context.route("**/edit/undo/", lose)
    page.locator("#undo button").click()
    expect(page.locator("#kept")).to_have_class("kept-at is-waiting")
    page.context.unroute_all()
    page.reload()
    saved(page)
    assert patch_of(spain)["weapons/lmg/points"] == 11


def test_another_writers_value_is_named_and_taken(desk: Page, live_server: LiveServer) -> None:
    marta, davide = User.objects.create_user("marta"), User.objects.create_user("davide")
    spain = a_variant(marta)
    spain.writers.add(davide)
    page = sign_in(desk, live_server, marta)
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    page.goto(f"{live_server.url}/rules/{spain.pk}/edit/")
    change_cells(spain.pk, davide, [("weapons/lmg/points", 11), ("weapons/mmg/points", 9)], key="d")
    page.get_by_label("Points, LMG").fill("12")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Points, MMG")).to_have_value("9")
    page.get_by_role("button", name="Take 11").click()
    expect(page.get_by_label("Points, LMG")).to_have_value("11")
    vehicle = spain.catalogue.vehicles[0].id
    place = f"vehicles/{vehicle}/includes"
    page.goto(f"{live_server.url}/rules/{spain.pk}/edit/?pick={place}")
    change_cells(spain.pk, davide, [(place, ["lmg", "mmg"])], key="e")
    page.locator(f"[name='{place}'][value=hmg]").click()  # the answer may take the tick away again
    page.get_by_role("button", name="Take LMG, MMG").click()
    saved(page)
    assert patch_of(spain)[place] == ["lmg", "mmg"]


def test_two_writers_in_two_browsers_lose_nothing(
    desk: Page, new_context: CreateContextCallback, live_server: LiveServer
) -> None:
    """Edits in turn, each writer in other cells; both pages end with the same ones. `make soak` makes 200 edits."""
    marta, davide = User.objects.create_user("marta"), User.objects.create_user("davide")
    spain = a_variant(marta)
    spain.writers.add(davide)
    pages = [sign_in(desk, live_server, marta), sign_in(new_context().new_page(), live_server, davide)]
    places = [f"{table}/{row}/points" for table in ("classes", "weapons") for row in rows_in(spain.base, {}, table)]
    wanted: dict[str, int] = {}
    for page in pages:
        page.goto(f"{live_server.url}/rules/{spain.pk}/edit/")
    for turn in range(EDITS):
        place = places[turn % len(places)]
        wanted[place] = 100 + turn
        box = pages[turn % 2].locator(f"input[name='{place}']")
        box.fill(str(wanted[place]))
        box.press("Tab")
    for page in pages:
        saved(page)
    assert {place: points for place, points in patch_of(spain).items() if place in places} == wanted
    for page in pages:
        page.reload()
        for place, points in wanted.items():
            expect(page.locator(f"input[name='{place}']")).to_have_value(str(points))


def test_cells_of_a_sheet_fill_from_here(desk: Page, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    game = a_game(marta)
    page = sign_in(desk, live_server, marta)
    page.goto(f"{live_server.url}/rules/{game.pk}/edit/")
    box = page.locator("#classes .new-row input").first
    box.focus()
    box.evaluate(
        """(box) => {
          const data = new DataTransfer();
          data.setData("text/plain", "Fucilieri\\t10\\nGuardie\\t7\\n");
          box.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
        }"""
    )
    saved(page)
    assert rows_of(game) == [("Fucilieri", 10), ("Guardie", 7)]
    assert game.edits.count() == 1


def test_without_javascript_a_table_is_a_form(new_context: CreateContextCallback, live_server: LiveServer) -> None:
    marta = User.objects.create_user("marta")
    game = a_game(marta)
    page = sign_in(on_a_phone(new_context, live_server, java_script_enabled=False), live_server, marta)
    page.goto(f"{live_server.url}/rules/{game.pk}/edit/")
    page.locator("#classes .new-row input").nth(0).fill("Fucilieri")
    page.locator("#classes .new-row input").nth(1).fill("10")
    page.locator("#classes").get_by_role("button", name="Save, and 5 more rows").click()
    for number in range(5):
        page.locator("#classes .new-row [name$='/name']").nth(number).fill(f"Truppa {number}")
        page.locator("#classes .new-row [name$='/points']").nth(number).fill("4")
    page.locator("#classes").get_by_role("button", name="Save the table").click()
    assert rows_of(game) == [("Fucilieri", 10)] + [(f"Truppa {number}", 4) for number in range(5)]
    row = page.locator("#classes tbody.row").nth(1)
    row.locator("summary").click()
    row.get_by_role("button", name="Move up").click()
    assert [name for name, _points in rows_of(game)][:2] == ["Truppa 0", "Fucilieri"]
    page.locator("#undo button").click()
    assert [name for name, _points in rows_of(game)][:2] == ["Fucilieri", "Truppa 0"]


def test_two_tabs_and_back(desk: Page, live_server: LiveServer) -> None:
    """An answer brings what another tab has changed, and Back shows what is stored."""
    marta = User.objects.create_user("marta")
    spain = a_variant(marta)
    page = sign_in(desk, live_server, marta)
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    page.goto(f"{live_server.url}/rules/{spain.pk}/edit/")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_label("Points, MMG").fill("9")
    other.keyboard.press("Tab")
    saved(other)
    page.get_by_label("Points, LMG").fill("12")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Points, MMG")).to_have_value("9")
    page.locator("#own-tabs").get_by_role("link", name="Limits").click()
    expect(page.locator("#own-tabs [aria-current]")).to_have_text("Limits")
    page.go_back()
    expect(page.get_by_label("Points, LMG")).to_have_value("12")
    expect(page.get_by_role("button", name="Back to 10")).to_be_visible()
