"""Shared parts of the service worker tests: browsers with one, and their caches."""

import secrets
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.deployed import Site

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
    """Allow service workers."""
    return {**browser_context_args, "service_workers": "allow"}


def kept(page: Page) -> dict[str, list[str]]:
    """Return the cached paths by kind: "program", "lists", "prints", "owner"."""
    found: dict[str, list[str]] = page.evaluate(LOOK)
    return found


def wait_until(page: Page, holds: str, arg: object = None) -> None:
    """Wait until an asynchronous function of the page returns true, at most 30 s. Playwright's own takes promises."""
    page.evaluate(UNTIL.replace("HOLDS", holds), arg)


def wait_until_kept(page: Page, address: str, words: str = "") -> None:
    """Wait until the copy of a list is stored, with these words."""
    wait_until(page, KNOWS, [address, words])


def wait_until_nothing_is_kept(page: Page) -> None:
    """Wait until no copy is left."""
    wait_until(page, NOTHING)


def speak(page: Page, site: Site, language: str) -> None:
    """Set the language."""
    page.context.add_cookies([{"name": "django_language", "value": language, "url": site.url}])


def open_front(page: Page, site: Site) -> None:
    """Go to the front page in English."""
    speak(page, site, "en")
    page.goto(site.url)


def send(page: Page, site: Site, path: str, **fields: str) -> str:
    """Post a form of the site from this browser, without a page, and return the redirect."""
    ask = page.context.request
    if not any(cookie["name"] == "csrftoken" for cookie in page.context.cookies(site.url)):
        ask.get(site.url)
    token = next(cookie["value"] for cookie in page.context.cookies(site.url) if cookie["name"] == "csrftoken")
    answer = ask.post(site.url + path, form={**fields, "csrfmiddlewaretoken": token})
    assert answer.ok, (path, answer.status)
    return answer.url


def begin_kept(page: Page, site: Site, language: str = "en", name: str = "") -> str:
    """Start a list with a squad of veterans, open it, and return its address once it is stored."""
    speak(page, site, language)
    address = send(page, site, "/lists/new/", ruleset="bn", role="attacker")
    path = address.removeprefix(site.url)
    send(page, site, f"{path}squads/", **{"class": "veteran"})
    if name:
        rename(page, site, address, name)
    page.goto(address)
    wait_until_kept(page, address, escape(name) or '<article class="squad">')
    return address


def rename(page: Page, site: Site, address: str, name: str) -> None:
    """Give a list another name."""
    path = address.removeprefix(site.url)
    send(page, site, f"{path}settings/", name=name, role="attacker", limit="150", done="1")


def sign_up(page: Page, site: Site, name: str) -> str:
    """Create an account, in English, signed in, and return its name: each has a different one."""
    name = f"{name}-{secrets.token_hex(4)}"
    speak(page, site, "en")
    send(page, site, "/accounts/signup/", username=name, password1=PASSWORD, password2=PASSWORD)
    page.goto(site.url)
    return name
