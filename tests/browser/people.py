"""Shared steps through the builder, in the words that a player reads."""

from collections.abc import Iterable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from lxml.html import document_fromstring
from playwright.sync_api import Locator, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import BROWSER_KEY, Visitor
from rules.core.document.roster import Figure, Roster
from tests.lists.factories import a_list, a_roster, a_squad

# Resolves when all requested styles, and the fonts in them, have loaded.
DRESSED = """async () => {
  const late = [...document.querySelectorAll("link[rel=stylesheet]")].filter(({ sheet }) => !sheet);
  await Promise.all(late.map((link) => new Promise((come) => (link.onload = link.onerror = come))));
  await document.fonts.ready;
}"""

# Rules whose findings are never serious: they take a third of the time of all.
MILD = ("aria-allowed-role", "heading-order", "region")


def open_front_page(page: Page, live_server: LiveServer, language: str = "en") -> None:
    """Go to the front page in a language."""
    page.context.add_cookies([{"name": "django_language", "value": language, "url": live_server.url}])
    page.goto(live_server.url)


def at_the_builder(page: Page, live_server: LiveServer, roster: Roster, language: str = "en") -> ArmyList:
    """Open the builder on a list with the content of `roster`, and return it: it belongs to this browser."""
    client = Client()
    session = client.session
    session[BROWSER_KEY] = "a browser"
    session.save()
    cookies = {"sessionid": session.session_key or "", "django_language": language}
    page.context.add_cookies(
        [{"name": name, "value": value, "url": live_server.url} for name, value in cookies.items()]
    )
    army_list = a_list(Visitor(None, "a browser"), roster)
    page.goto(f"{live_server.url}/lists/{army_list.pk}/")
    return army_list


def with_veterans(page: Page, live_server: LiveServer, *figures: Figure) -> ArmyList:
    """Open the builder on a new list: a squad of veterans without a name, attackers."""
    squad = a_squad(*figures, name="", class_="veteran")
    return at_the_builder(page, live_server, a_roster(squad, name="New list", role="attacker"))


def signed_in(new_context: CreateContextCallback, live_server: LiveServer, user: User, **options: Any) -> Page:
    """Return a page of a new browser, on a phone and in English, with a signed-in user."""
    return sign_in(on_a_phone(new_context, live_server, **options), live_server, user)


def sign_in(page: Page, live_server: LiveServer, user: User) -> Page:
    """Sign a user in, and return the page."""
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    return page


def on_a_phone(new_context: CreateContextCallback, live_server: LiveServer, **options: Any) -> Page:
    """Return a page of a new browser, on a phone and in English, without a user."""
    context = new_context(
        viewport={"width": 390, "height": 844}, reduced_motion="reduce", base_url=live_server.url, **options
    )
    context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return context.new_page()


def choose(page: Page, name: str, act: str) -> None:
    """Choose an action from the menu of a row."""
    row(page, name).get_by_role("link", name="Actions for").click()
    page.locator("#row-menu").get_by_text(act, exact=True).click()


def begin(page: Page, game: str = "Breaking News", role: str = "Attacker", troops: str = "Veterans") -> None:
    """Start a list, and its first squad."""
    page.locator(".content", has_text=game).get_by_role("button", name=role).click()
    page.locator(".begin").get_by_role("button", name=troops).click()
    expect(page.locator(".squad")).to_have_count(1)


def add(page: Page, preset: str) -> None:
    """Add something from the palette, and wait until it is there."""
    line = page.locator(".zone-palette .preset-line", has_text=preset).first
    before = int(line.locator(".preset-count").inner_text() or 0)
    line.locator(".preset").click()
    expect(line.locator(".preset-count")).to_have_text(str(before + 1))


def row(page: Page, name: str) -> Locator:
    """Return the row with this name."""
    return page.locator(".fig", has=page.locator(".fig-name", has_text=name)).first


def open_row(page: Page, name: str) -> None:
    """Open the edit state of a row."""
    page.locator(".fig-name").get_by_role("link", name=name).click()
    expect(page.locator(".is-editing")).to_be_visible()


def hold_clock(page: Page) -> None:
    """Stop the clock of an open page: no toast disappears before the test is there. axe would wait for good."""
    page.clock.install(time=0)
    page.clock.pause_at(3_600)  # s


def words_on(pages: Iterable[str]) -> str:
    """Return the words of pages that would be printed."""
    words = (word for page in pages for text in document_fromstring(page).itertext() for word in text.split())
    return " ".join(words)


def used(page: Page) -> Locator:
    """Return the points of the meter beside the squads."""
    return page.locator(".zone-report .meter-used")


def fits(page: Page, shown: Locator, widths: Iterable[int] = (320, 1280)) -> None:
    """Check that the page that shows this is nowhere wider than the screen, after each resize.

    `shown`: something new on this page, because a click returns before the next page is there.
    """
    expect(shown).to_be_visible()
    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator("html")).to_have_js_property("scrollWidth", width)


def violations(page: Page, within: str | None = None) -> list[Any]:
    """Return axe's findings except those on colours, with their places; in a part of the page."""
    return [(item["id"], _places(item)) for item in _ask_axe(page, within, colours=False)]


def serious(page: Page, within: str | None = None, *, colours: bool = False) -> list[Any]:
    """Return axe's serious and critical findings, and landmarks of the same name; otherwise like `violations`."""
    found = _ask_axe(page, within, colours, without=MILD)
    return [
        (item["id"], _places(item))
        for item in found
        if item["impact"] in ("serious", "critical") or item["id"] == "landmark-unique"
    ]


def _ask_axe(page: Page, within: str | None, colours: bool, without: Iterable[str] = ()) -> list[Any]:
    _settle(page, within)
    # As slow as all others together, on a long page three times; the rule on links in text half as slow.
    rules = {rule: {"enabled": colours} for rule in ("color-contrast", "link-in-text-block")}
    rules |= {rule: {"enabled": False} for rule in without}
    options = {"reporter": "no-passes", "preload": False, "rules": rules}
    if not page.evaluate("'axe' in window"):
        page.evaluate(Axe().axe_script)
    ask = "async ([part, options]) => (await axe.run(part ?? document, options)).violations"
    found: list[Any] = page.evaluate(ask, [within, options])
    return found


def _places(item: Any) -> list[str]:
    return [node["html"] for node in item["nodes"]]


def _settle(page: Page, within: str | None) -> None:
    """Wait until styles and fonts are loaded, and no button is pale while waiting for its answer."""
    page.emulate_media(reduced_motion="reduce")
    part = page.locator(within or "body")
    expect(part.first).to_be_attached()
    expect(part.locator(".htmx-request .btn")).to_have_count(0)
    page.evaluate(DRESSED)


def examine(page: Page, state: str, within: str | None = None, *, colours: bool = False) -> None:
    """Examine a state once. After a click, the test has waited for something new in this state.

    `within`: the new part. With the substitute fonts a row of values can be too wide.
    `colours`: on a few pages, as they take longer than all else; tests/test_contrast.py checks each pair.
    """
    found = serious(page, within, colours=colours)
    assert found == [], f"{state}: {found}"
