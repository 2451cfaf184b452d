"""Two builds one after the other: no page is stale or mixed. And the cost of a visit with the worker."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.deployed import Site
from tests.browser.keeping import begin_kept, kept, open_front, wait_until, wait_until_kept
from tests.browser.keeping import browser_context_args as browser_context_args
from tests.browser.people import add, begin, open_row, row

pytestmark = pytest.mark.xdist_group("site")

HASH = re.compile(r"\.[0-9a-f]{12}\.")
HEADERS = 350  # bytes of an answer's head, at most
TAKEN_OVER = """async (old) => {
  const names = (await caches.keys()).filter((name) => name.startsWith("program-"));
  if (names.length !== 1 || names[0] === old) return false; // opening the old one could create it again
  const files = await (await caches.open(names[0])).keys();
  return files.some(({ url }) => url.includes("/css/site/base."));
}"""
PROGRAM = "async () => (await caches.keys()).filter((name) => name.startsWith('program-'))"


@dataclass
class Open:
    """A browser with pages open when the second build came."""

    context: BrowserContext
    tapping: Page
    typing: Page
    unvisited: str  # a stored list that was not opened since
    playing: str  # a game opened only with the first build
    program: list[str]  # the caches of the first build


# ── The cost of a visit ────────────────────────────────────────────────────────────────────────────────────────────


def wire(site: Site) -> tuple[int, list[str]]:
    """Return the bytes since the last call, and the requests."""
    asked = site.asked()
    return sum(size + HEADERS for _, size in asked), [request for request, _ in asked]


def test_a_visit_asks_for_each_file_once_and_stays_small(browser: Browser, site: Site) -> None:
    maker = browser.new_context(service_workers="block")  # storing has ended
    begun = maker.new_page()
    open_front(begun, site)
    begin(begun)
    begun.wait_for_load_state("networkidle")  # later log lines would count as the visitor's
    address, state = begun.url, maker.storage_state()
    maker.close()
    site.asked()
    visitor = browser.new_context(storage_state=state, service_workers="allow").new_page()
    visitor.goto(address)
    wait_until_kept(visitor, address)
    wait_until(visitor, TAKEN_OVER)
    visitor.wait_for_load_state("networkidle")
    first, requests = wire(site)
    assert [request for request, times in Counter(requests).items() if times > 1] == []
    path = address.removeprefix(site.url)
    own = {request for request in requests if not request.startswith("GET /static/")}
    assert own <= {
        f"GET {path}",
        f"GET {path}copy/",
        "GET /worker.js",
        "GET /offline/",
        "GET /manifest.webmanifest",
    }
    assert first <= 150_000
    visitor.goto(address)
    visitor.wait_for_load_state("networkidle")
    second, requests = wire(site)
    assert [request for request in requests if request.startswith("GET /static/")] == []
    assert second <= 25_000
    visitor.context.close()


# ── The second build ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def second(browser: Browser, site: Site) -> Iterator[Open]:
    """The second build: another word in the builder's page, and a visible script and style.

    Its pages stay open until all tests have ended: closing one while the new worker starts takes the debugger with it
    that the worker waits for; it then never starts, and all further pages wait for it.
    """
    context = browser.new_context(service_workers="allow", viewport={"width": 1280, "height": 900})
    tapping = context.new_page()
    unvisited = begin_kept(tapping, site, name="Unvisited")
    begin_kept(tapping, site)
    add(tapping, "Rifleman")
    typing = context.new_page()
    typing.goto(tapping.url)
    open_row(typing, "Rifleman")
    wait_until_kept(typing, tapping.url, "fig-name")
    playing = context.new_page()
    playing.goto(f"{tapping.url}game/")
    playing.get_by_role("button", name="With another phone").click()
    playing.get_by_role("button", name="Start turn 1").click()
    wait_until(playing, "async () => (await (await caches.open('plays')).keys()).length === 1")
    playing.wait_for_load_state("networkidle")
    program = tapping.evaluate(PROGRAM)
    site.change("templates/lists/builder.html", 'id="live"', 'id="live" data-build-two')
    site.change(
        "static/js/site/app.js",
        '"use strict";',
        '"use strict";\n  document.documentElement.dataset.two = "";',
    )
    site.change(
        "static/css/site/base.css",
        ".skip:focus {",
        "main { outline: 1px solid rgb(1, 2, 3); }\n.skip:focus {",
    )
    # Files named by their content are enough now: compressing them takes seconds.
    site.change("armybuilder/settings.py", "whitenoise.storage.Compressed", "django.contrib.staticfiles.storage.")
    site.deploy()
    yield Open(context, tapping, typing, unvisited, playing.url, program)
    context.close()


def expect_second_build(page: Page) -> None:
    expect(page.locator("#live")).to_have_attribute("data-build-two", "")
    expect(page.locator("html")).to_have_attribute("data-two", "")
    expect(page.locator("main")).to_have_css("outline-color", "rgb(1, 2, 3)")


def test_the_builder_comes_new_at_once_though_the_old_worker_is_there(second: Open) -> None:
    """The first visitor after the second build."""
    page = second.context.new_page()
    page.goto(second.tapping.url)
    expect_second_build(page)
    # A page reloaded while the new worker starts takes its debugger with it, like a closed one.
    wait_until(page, TAKEN_OVER, second.program[0])


def test_an_answer_of_the_new_build_reloads_the_old_page(second: Open) -> None:
    page = second.tapping
    page.evaluate("window.isOld = true")
    row(page, "Rifleman").get_by_role("button", name="One more").click()
    expect_second_build(page)
    assert page.evaluate("window.isOld") is None
    expect(row(page, "Rifleman").locator("input[name=count]")).to_have_value("2")


def test_typing_is_finished_first(second: Open) -> None:
    page = second.typing
    page.evaluate("window.isOld = true")
    page.get_by_label("Name", exact=True).press_sequentially("Ferri")
    with page.expect_response("**/count/"):
        page.locator(".stepper button").last.evaluate("(button) => button.click()")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ferri")
    assert page.evaluate("window.isOld") is True
    page.get_by_label("Name", exact=True).press("Tab")
    expect_second_build(page)
    assert page.evaluate("window.isOld") is None
    expect(page.locator(".fig-name")).to_have_text(["Ferri"])


def test_the_old_cache_is_gone(second: Open) -> None:
    page = second.context.new_page()
    page.goto(second.tapping.url)
    wait_until(page, TAKEN_OVER, second.program[0])
    assert (len(second.program), len(page.evaluate(PROGRAM))) == (1, 1)
    names = Counter(HASH.sub(".", path) for path in kept(page)["program"])
    assert [name for name, times in names.items() if times > 1] == []


def test_a_copy_of_the_old_build_is_dressed_in_the_new_files(second: Open) -> None:
    """When the browser has removed the old build's cache."""
    page = second.context.new_page()
    page.goto(second.tapping.url)
    wait_until(page, TAKEN_OVER, second.program[0])
    second.context.new_cdp_session(page).send("Network.clearBrowserCache")
    second.context.set_offline(True)
    page.goto(second.unvisited)
    expect(page.locator("h1")).to_have_text("Unvisited")
    expect(page.locator("main")).to_have_css("outline-color", "rgb(1, 2, 3)")
    expect(page.locator("html")).to_have_attribute("data-two", "")


def test_a_game_that_was_begun_before_goes_on_where_there_is_no_line(second: Open) -> None:
    """No page of the new build loads the files of the play screen."""
    page = second.context.new_page()
    page.goto(second.tapping.url)
    wait_until(page, TAKEN_OVER, second.program[0])
    second.context.new_cdp_session(page).send("Network.clearBrowserCache")
    second.context.set_offline(True)
    page.goto(second.playing)
    page.locator("button.undo").click()
    expect(page.get_by_text("1 waiting")).to_be_visible()
    expect(page.locator(".play-hand")).to_have_css("display", "block")
