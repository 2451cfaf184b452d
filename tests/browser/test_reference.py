"""The reference in Chromium: every page for everyone, marked paragraphs, pages without scripts."""

import re
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from tests.browser.keeping import wait_until
from tests.browser.people import fits, on_a_phone, violations

PAGES = [
    "/rules/",
    "/rules/rth-it/#paragraphs",  # with a place in it all of a page is laid out
    "/rules/bn/#p-8-0",  # with what cites the paragraph marked
    "/rules/bi/#paragraphs",
    "/rules/ludonet/#paragraphs",
    "/rules/search/?q=lmg",
    "/rules/search/?q=medicc&in=bn",  # with what is unclear, and a slip
    "/rules/rth-it/ranges/",
    "/rules/search/?q=ambrosia",
    "/odds/rth-it/?s=experienced&w=lmg&cm=60&t=veteran&cover=1",
    "/odds/bi/?w=gun-heavy&t=tank&cm=100&coverr=1",  # nine outcomes, and a correction
    "/odds/bn/?s=militia&w=smg&w2=assault-rifle&cm=60&t=elite",  # two weapons, one of which cannot hit
    "/odds/",
    "/rules/search/?q=bren+or+bar+at+60+in+cover+zeppelin&in=rth-it",
    "/odds/rth-en/morale/",
    "/odds/rth-en/storming/?s2=elite&t2=recruit",
    "/odds/bi/bombardment/?by=booby-trap",
    "/odds/bn/save/?t=tank&w=rpg&oc=elite",
    "/odds/bn/weapon/?s=veteran&w=assault-rifle",
    "/rules/compare/rth-it/rth-en/#classes",
]
WIDTHS = [320, 800, 1280]
WIDER = """tables => tables.filter(table => table.offsetWidth > table.parentElement.clientWidth)
  .map(table => table.caption.textContent)"""
MARKED = "tbody.is-cited, .rulelist > .is-cited, .part-head.is-cited"


@pytest.fixture
def reader(desk: Page, live_server: LiveServer, loaded_rules: dict[str, UUID]) -> Page:
    """A reader of the rules in English."""
    desk.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return desk


# The rulesets share their templates: for axe one with every kind of table represents those of the same length.
AS_THE_OTHERS = (PAGES[1], "/rules/bi/#paragraphs", "/rules/compare/rth-it/rth-en/#classes")


def test_no_page_scrolls_sideways_and_axe_finds_nothing(
    reader: Page, live_server: LiveServer, subtests: pytest.Subtests
) -> None:
    for address in PAGES:
        with subtests.test(address):
            reader.goto(live_server.url + address)
            fits(reader, reader.locator("main"), WIDTHS)
            assert address in AS_THE_OTHERS or violations(reader) == []


def test_a_paragraph_leads_to_the_first_that_cites_it_and_marks_all_until_another_takes_the_mark(
    reader: Page, live_server: LiveServer
) -> None:
    reader.goto(f"{live_server.url}/rules/bn/#p-9-2")
    expect(reader.locator("#saves-unprotected-1")).to_be_in_viewport()
    marked = reader.locator(MARKED).evaluate_all("entries => entries.map(entry => entry.id || entry.textContent)")
    citing = reader.locator("a.cite[href='#p-9-2']")
    assert len(marked) == citing.count()
    assert marked[:2] == ["saves-unprotected-1", "saves-protected-1"]
    expect(reader.locator("#saves-tank-1")).to_have_class("is-cited")
    reader.locator("#classes-elite a.cite").click()
    expect(reader.locator("#classes-militia")).to_have_class("is-cited")
    expect(reader.locator("#saves-tank-1")).not_to_have_class("is-cited")

    # Why a text is unclear unfolds beside the row.
    doubt = reader.locator("#roles-medic th .doubt")
    expect(doubt.locator("p")).to_be_hidden()
    doubt.locator("summary").click()
    expect(doubt.locator("p")).to_contain_text("Does a medic cost 10 extra, or 10 in total?")

    skip = reader.get_by_role("link", name="Skip the contents")
    skip.focus()
    expect(skip).to_be_in_viewport()
    reader.keyboard.press("Enter")
    expect(reader).to_have_url(f"{live_server.url}/rules/bn/#classes")


def test_a_chapter_is_laid_out_when_it_is_near_and_all_of_them_where_a_link_leads_into_the_page_or_on_paper(
    reader: Page, live_server: LiveServer
) -> None:
    laid_out = "list => list.filter(one => one.checkVisibility({contentVisibilityAuto: true})).length"
    reader.goto(f"{live_server.url}/rules/bn/")
    heads = reader.locator(".chapter h2")
    assert 0 < heads.evaluate_all(laid_out) < 5 < heads.count()
    assert reader.evaluate("find('Platoon morale')")  # like the browser's own search
    expect(reader.get_by_role("heading", name="Platoon morale")).to_be_in_viewport()
    all_are = f"async () => ({laid_out})([...document.querySelectorAll('.chapter h2')]) === {heads.count()}"
    reader.emulate_media(media="print")
    wait_until(reader, all_are)
    reader.set_viewport_size({"width": 703, "height": 1000})  # the width of A4 with margins of 12 mm
    assert reader.locator(".tbl").evaluate_all(WIDER) == []
    reader.emulate_media(media="screen")
    places = []
    for chapter in ("#classes", "#topic-wounded", "#topic-command"):
        reader.locator(f".toc-links a[href='{chapter}']").click()
        wait_until(reader, all_are)
        places.append(reader.locator(chapter).evaluate("part => Math.round(part.getBoundingClientRect().top)"))
    assert places == [places[0]] * 3


def test_without_script_the_first_is_marked_and_the_search_works(
    new_context: CreateContextCallback, live_server: LiveServer, loaded_rules: dict[str, UUID]
) -> None:
    page = new_context(java_script_enabled=False, locale="en-GB").new_page()
    page.goto(f"{live_server.url}/rules/bn/#p-9-2")
    name = page.locator("#saves-unprotected-1 th")
    expect(name).to_be_in_viewport()
    expect(name).not_to_have_css("box-shadow", "none")
    expect(page.locator("#saves-protected-1 th")).to_have_css("box-shadow", "none")
    page.get_by_role("searchbox", name="Search the rules").fill("bren")
    page.keyboard.press("Enter")
    expect(page.get_by_role("searchbox", name="Ask for a price, a rule or the odds")).to_have_value("bren")
    page.get_by_role("link", name="Automatic rifle (BAR, Bren)").first.click()
    expect(page).to_have_url(f"{live_server.url}/rules/rth-it/#weapons-automatic-rifle")
    expect(page.locator("#weapons-automatic-rifle")).to_be_in_viewport()


def test_the_way_to_a_rule_and_back(reader: Page, live_server: LiveServer) -> None:
    reader.goto(f"{live_server.url}/rules/rth-it/")
    reader.get_by_role("link", name="Side by side with: English edition, draft 0.1.1").click()
    reader.get_by_role("button", name="Differences only").click()
    expect(reader.get_by_role("rowheader", name="Semi-automatic rifle")).to_be_visible()
    expect(reader.get_by_role("rowheader", name="LMG", exact=True)).to_have_count(0)


def ask_anew(page: Page, width: int, height: int) -> None:
    """Go to the row in the address again, on a screen of another size."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("(row) => { location.hash = ''; location.hash = row; }", urlsplit(page.url).fragment)


def test_the_heads_of_a_table_stay_in_sight_over_the_row_asked_for_which_has_them_beside_it_on_a_small_screen(
    reader: Page, live_server: LiveServer
) -> None:
    reader.goto(f"{live_server.url}/rules/bn/#weapons-light-mortar")
    row, head = reader.locator("#weapons-light-mortar"), reader.locator("#weapons thead")
    for width in (1200, 1280, 1500):
        ask_anew(reader, width, 600)
        expect(row).to_be_in_viewport(ratio=1)
        expect(head).to_be_in_viewport(ratio=1)
        above, below = head.bounding_box(), row.bounding_box()
        assert above
        assert below
        assert above["y"] + above["height"] <= below["y"]
        expect(row.locator(".asked")).to_be_hidden()

    # Where heads would scroll away, the row stands above its line in short.
    reader.evaluate("location.hash = 'weapons-lmg'")
    in_short = reader.locator("#weapons-lmg .asked .answer-facts")
    for width in (320, 390, 800, 1199):
        ask_anew(reader, width, 844)
        expect(in_short.locator("li")).to_have_text(
            ["25/50/100/150 cm: 4 5 6 6", "4 dice", "covering 5 4", "+5\N{NO-BREAK SPACE}pts"]
        )
        for fact in in_short.locator("li").all():
            expect(fact).to_be_in_viewport(ratio=1)  # without a swipe
        expect(reader.locator("tr.asked:visible")).to_have_count(1)

    # A wide table scrolls by keyboard, with its names in sight.
    reader.set_viewport_size({"width": 390, "height": 844})
    table = reader.get_by_role("region", name="Weapons", exact=True).last
    table.focus()
    expect(table).to_be_focused()
    left = table.locator("tbody th").first.bounding_box()
    table.evaluate("region => region.scrollTo(200, 0)")
    assert table.locator("tbody th").first.bounding_box() == left


def test_each_touch_of_the_odds_answers_at_once(
    new_context: CreateContextCallback, live_server: LiveServer, loaded_rules: dict[str, UUID]
) -> None:
    page = on_a_phone(new_context, live_server, has_touch=True)
    start = "/odds/rth-it/?s=experienced&w=lmg&cm=60&t=veteran"
    page.goto(start + "&cover=1")
    kills = page.locator(".answer-main dd")
    expect(kills).to_have_text("11%")
    page.locator(".odds-hand .pick", has_text="In cover").tap()
    expect(kills).to_have_text("25%")
    expect(page).to_have_url(live_server.url + start)
    nearer = page.get_by_role("button", name="5 cm less")
    for _ in range(3):  # faster than answers arrive
        nearer.tap()
    expect(page).to_have_url(live_server.url + start.replace("60", "45"))
    expect(page.locator(".cm")).to_have_text("45 cm")
    from_a_list = page.get_by_role("link", name="Or from a list…")
    expect(from_a_list).to_have_attribute("href", re.compile("cm%3D45"))  # he is added to the present situation
    page.get_by_label("Weapon", exact=True).select_option("hmg")
    page.locator(".odds-hand .pick", has_text="Moved").tap()
    expect(page.locator(".said")).to_contain_text("the rules forbid this fire.")
    page.get_by_label("Moved up to 5 cm").tap()  # its rival is unticked
    expect(page).to_have_url(live_server.url + start.replace("60", "45").replace("lmg", "hmg") + "&moved-little=1")
    expect(page.locator("[name=moved]")).not_to_be_checked()
    answer, hand = page.locator(".odds-answer").bounding_box(), page.locator(".odds-hand").bounding_box()
    assert answer
    assert hand
    assert 0 <= answer["y"] < hand["y"]
    assert hand["y"] + hand["height"] == 844  # the thumb's part is docked at the foot
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy address").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.goto(live_server.url + "/odds/rth-it/roll/")
    expect(page.locator(".odds-tabs [aria-current]")).to_be_in_viewport(ratio=1)  # the last of eleven
