"""What the tests of the service worker share: browsers that may have one, and a look into what they keep."""

import secrets
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.deployed import Site
from tests.browser.people import begin

PASSWORD = "tre-fucili-e-un-bren"
LOOK = """async () => {
  const all = {};
  for (const name of await caches.keys()) {
    const keys = await (await caches.open(name)).keys();
    all[name.split("-")[0]] = keys.map(({ url }) => new URL(url).pathname);
  }
  return all;
}"""
UNTIL = """async (arg) => {
  const holds = HOLDS;
  for (let tries = 0; tries < 600; tries++) {
    if (await holds(arg)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("never");
}"""
NOTHING = """async () => {
  const caught = await Promise.all(["lists", "prints"].map(async (name) => (await caches.open(name)).keys()));
  return caught.flat().length === 0;
}"""
KNOWS = """async ([list, words]) => {
  const copy = await caches.match(list, { cacheName: "lists" });
  return copy !== undefined && (await copy.text()).includes(words);
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Service workers may be registered."""
    return {**browser_context_args, "service_workers": "allow"}


def kept(page: Page) -> dict[str, list[str]]:
    """Return the paths of what is kept, by kind: "program", "lists", "prints", "owner"."""
    found: dict[str, list[str]] = page.evaluate(LOOK)
    return found


def wait_until(page: Page, holds: str, arg: object = None) -> None:
    """Wait until an asynchronous function of the page's says so, at most 30 s. Playwright's own takes the promise."""
    page.evaluate(UNTIL.replace("HOLDS", holds), arg)


def wait_until_kept(page: Page, address: str, words: str = "") -> None:
    """Wait until the copy of a list is kept, and says these words."""
    wait_until(page, KNOWS, [address, words])


def wait_until_nothing_is_kept(page: Page) -> None:
    """Wait until no copy is left."""
    wait_until(page, NOTHING)


def open_front(page: Page, site: Site, language: str = "en") -> None:
    """Go to the front page in a language."""
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])
    page.goto(site.url)


def begin_kept(page: Page, site: Site, language: str = "en", name: str = "") -> str:
    """Begin a list with a squad of veterans, and return its address when it is kept."""
    roles = {"it": ("Attaccante", "Veterani"), "en": ("Attacker", "Veterans")}
    role, troops = roles[language]
    open_front(page, site, language)
    begin(page, role=role, troops=troops)
    address = page.url
    if name:
        rename(page, address, name)
    wait_until_kept(page, address, escape(name) or '<article class="squad">')
    return address


def rename(page: Page, address: str, name: str) -> None:
    """Give a list another name."""
    page.goto(f"{address}?edit=list#list")
    field = page.locator(".list-edit [name=name]")
    field.fill(name)
    field.press("Enter")
    expect(page.locator("h1")).to_contain_text(name)
    page.goto(address)


def sign_up(page: Page, site: Site, name: str) -> str:
    """Make an account, in English, be signed in, and return its name: a test that is run again needs another."""
    name = f"{name}-{secrets.token_hex(4)}"
    page.context.add_cookies([{"name": "django_language", "value": "en", "url": site.url}])
    page.goto(f"{site.url}/accounts/signup/")
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    page.get_by_role("button", name="Make the account").click()
    page.wait_for_url(f"{site.url}/")
    return name
