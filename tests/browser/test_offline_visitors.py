"""The stored data of one visitor are never shown to another."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.deployed import Site
from tests.browser.keeping import (
    PASSWORD,
    begin_kept,
    kept,
    sign_up,
    wait_until,
    wait_until_kept,
    wait_until_nothing_is_kept,
)
from tests.browser.keeping import browser_context_args as browser_context_args

pytestmark = pytest.mark.xdist_group("site")

# The requested copies have arrived, but the worker gets them only on a signal.
HOLD = """() => {
  const ask = self.fetch;
  const free = new Promise((resolve) => (self.letGo = resolve));
  self.held = new Promise((resolve) => {
    self.fetch = async (request, ...options) => {
      const response = await ask(request, ...options);
      if (String(request).endsWith("/copy/")) {
        resolve();
        await free;
      }
      return response;
    };
  });
}"""


# As in static/js/games/play_store.js.
PLAY = """() => new Promise((resolve) => {
  const request = indexedDB.open("squadra-play", 2);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("lines", { keyPath: ["page", "number"] });
    request.result.createObjectStore("phones", { keyPath: "page" });
  };
  request.onsuccess = () => {
    self.playing = request.result;
    const turn = self.playing.transaction(["lines", "phones"], "readwrite");
    turn.objectStore("lines").put({ page: "/play/secret/", number: 1 });
    turn.objectStore("phones").put({ page: "/play/secret/" });
    turn.oncomplete = resolve;
  };
})"""
PLAYED = """() => new Promise((resolve) => {
  const request = indexedDB.open("squadra-play", 2);
  request.onsuccess = () => {
    const turn = request.result.transaction(["lines", "phones"]);
    const counts = ["lines", "phones"].map((name) => turn.objectStore(name).count());
    turn.oncomplete = () => {
      request.result.close();
      resolve(counts.map(({ result }) => result));
    };
  };
})"""


def sign_out(page: Page) -> None:
    page.locator(".bar-tools .menu summary").click()
    page.locator(".bar-tools").get_by_role("button", name="Sign out").click()
    expect(page.locator(".bar-tools").get_by_role("link", name="Sign in")).to_be_visible()


def sign_in(page: Page, site: Site, name: str) -> None:
    page.goto(f"{site.url}/accounts/login/")
    page.locator("[name=login]").fill(name)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{site.url}/")


def expect_nothing_of(page: Page, site: Site, address: str, name: str) -> None:
    """Check that nothing of a list is available offline, neither at its address nor in its copy."""
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator("h1")).to_have_text("No connection")
    expect(page.locator("[data-kept]")).to_be_hidden()
    assert name not in page.content()
    found = kept(page)
    assert (found["lists"], found["prints"]) == ([], [])
    assert [path for path in found["program"] if not path.startswith("/static/")] == ["/offline/"]
    page.context.set_offline(False)


def test_nothing_stays_of_a_session_that_ended_in_any_way(page: Page, site: Site) -> None:
    sign_up(page, site, "agata")
    address = begin_kept(page, site, name="Agata’s patrol")
    page.context.clear_cookies(name="sessionid")
    page.goto(f"{site.url}/privacy/")
    wait_until_nothing_is_kept(page)
    page.context.service_workers[0].evaluate("() => turn")
    assert page.evaluate("() => indexedDB.databases()") == []
    expect_nothing_of(page, site, address, "Agata’s patrol")

    # The list itself is requested, and is missing without a session.
    sign_up(page, site, "aldo")
    address = begin_kept(page, site, name="Aldo’s patrol")
    page.context.clear_cookies(name="sessionid")
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404
    wait_until_nothing_is_kept(page)
    expect_nothing_of(page, site, address, "Aldo’s patrol")

    # Someone signs out where the site does not hear of it.
    sign_up(page, site, "anna")
    address = begin_kept(page, site, name="Anna’s patrol")
    page.evaluate("sessionStorage.setItem('waiting', 'something')")
    page.context.set_offline(True)
    page.locator(".bar-tools .menu summary").click()
    page.locator(".bar-tools").get_by_role("button", name="Sign out").click()
    page.wait_for_url("chrome-error://**")
    page.goto(f"{site.url}/privacy/")
    expect(page.locator("h1")).to_have_text("No connection")
    wait_until_nothing_is_kept(page)
    assert page.evaluate("sessionStorage.getItem('waiting')") is None
    expect_nothing_of(page, site, address, "Anna’s patrol")


def test_signing_out_empties_it(page: Page, site: Site) -> None:
    sign_up(page, site, "alice")
    address = begin_kept(page, site, name="Alice’s patrol")
    page.goto(f"{address}print/")
    with page.expect_download():
        page.get_by_role("button", name="Download").first.click()
    wait_until(page, "async () => caches.has('prints')")
    another = page.context.new_page()
    another.goto(f"{site.url}/privacy/")
    another.evaluate(PLAY)  # a game is open during sign-out
    assert page.evaluate(PLAYED) == [1, 1]
    sign_out(page)
    wait_until_nothing_is_kept(page)
    wait_until(page, f"async () => (await ({PLAYED})()).join() === '0,0'")
    expect_nothing_of(page, site, address, "Alice’s patrol")


def test_the_next_who_signs_in_finds_only_their_own(page: Page, context: BrowserContext, site: Site) -> None:
    bob = sign_up(page, site, "bob")
    sign_out(page)
    sign_up(page, site, "ada")
    hers = begin_kept(page, site, name="Ada’s patrol")
    context.clear_cookies(name="sessionid")
    sign_in(page, site, bob)
    his = begin_kept(page, site, name="Bob’s patrol")
    assert kept(page)["lists"] == [his.removeprefix(site.url)]
    context.set_offline(True)
    page.goto(hers)
    expect(page.locator(".entry-name")).to_have_text(["Bob’s patrol"])
    context.set_offline(False)


def test_signing_in_keeps_a_draft_that_becomes_the_users_own(page: Page, site: Site) -> None:
    """The token changes: stored data go, and are stored again when opened."""
    address = begin_kept(page, site, name="A draft")
    sign_up(page, site, "ugo")
    wait_until_nothing_is_kept(page)
    page.goto(address)
    wait_until_kept(page, address, "A draft")


def test_a_sample_stays_when_the_first_list_is_made(page: Page, site: Site) -> None:
    page.goto(site.url)
    page.locator(".examples h3 a").first.click()
    page.wait_for_url("**/lists/*/")
    sample = page.url
    wait_until_kept(page, sample)
    mine = begin_kept(page, site)
    assert kept(page)["lists"] == [address.removeprefix(site.url) for address in (sample, mine)]


def test_games_of_visitors_do_not_stay_for_the_next_user(page: Page, site: Site) -> None:
    page.goto(site.url)
    wait_until(page, "async () => navigator.serviceWorker.controller !== null")
    page.goto(f"{site.url}/privacy/")
    wait_until(page, "async () => (await caches.match('/', { cacheName: 'owner' })) !== undefined")
    page.evaluate(PLAY)
    page.evaluate("async () => (await caches.open('plays')).put('/play/secret/', new Response('x'))")
    assert page.evaluate(PLAYED) == [1, 1]
    sign_up(page, site, "nora")
    wait_until(page, "async () => !(await caches.has('plays'))")
    wait_until(page, f"async () => (await ({PLAYED})()).join() === '0,0'")


@pytest.mark.parametrize("leave", ["sign out", "another session"])
def test_an_answer_that_comes_too_late_is_thrown_away(page: Page, site: Site, leave: str) -> None:
    sign_up(page, site, f"late-{leave[:4].strip()}")
    address = begin_kept(page, site, name="A late patrol")
    worker = page.context.service_workers[0]
    worker.evaluate(HOLD)
    page.evaluate(
        "async (list) => (await navigator.serviceWorker.ready).active.postMessage({ list })",
        address.removeprefix(site.url),
    )
    other = page.context.new_page()
    worker.evaluate("() => self.held")
    other.goto(f"{site.url}/privacy/")
    if leave == "sign out":
        sign_out(other)
    else:
        page.context.clear_cookies(name="sessionid")
        other.goto(f"{site.url}/sources/")
    wait_until_nothing_is_kept(other)
    worker.evaluate("() => self.letGo()")
    worker.evaluate("() => copying.then(() => turn)")
    page.close()
    expect_nothing_of(other, site, address, "A late patrol")
