"""Public pages on a phone in Chromium: logs, requests, shifts, small and late parts."""

import pytest
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.lists.visitors import Visitor
from bench.browser import NOTES
from tests.browser.people import on_a_phone
from tests.lists.conftest import alice as alice
from tests.sharing.links import published

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("loaded_rules")]
SMALLEST_TEXT, SMALLEST_TARGET = 12, 24  # px; targets in the builder are larger: test_small_screens.py
MOST_REQUESTS = 21  # fonts and icons with them
MOVED = "felt.shifts.reduce((sum, value) => sum + value, 0)"
NO_WORKER = "blocked by Playwright"  # the service worker, as for all tests (conftest.py)

SMALL_TEXT = """(least) => {
  const small = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const it = texts.currentNode.parentElement;
    const shown = texts.currentNode.data.trim() && it.checkVisibility({ visibilityProperty: true });
    if (shown && !it.closest("svg") && parseFloat(getComputedStyle(it).fontSize) < least) small.add(it.outerHTML);
  }
  return [...small];
}"""
# Except those with a larger box around them (::after), and citations and abbreviations, as in test_small_screens.py.
SMALL_TARGETS = """(least) => {
  const LARGER = ".skip, .cite, .plain, .tight, .running a, .entry-name a, .rulelist dt a, .small-note a";
  const all = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary");
  const boxOf = (it) => (it.closest("label") ?? it).getBoundingClientRect();
  return Array.from(all)
    .filter((it) => it.checkVisibility({ visibilityProperty: true }) && !it.matches(LARGER))
    .filter((it) => getComputedStyle(it).display !== "inline") // those in sentences are as high as their line
    .filter((it) => Math.min(boxOf(it).width, boxOf(it).height) < least)
    .map((it) => `${it.outerHTML} ${Math.round(boxOf(it).width)} x ${Math.round(boxOf(it).height)}`);
}"""
LARGEST = """() => new Promise((done) => {
  const note = (seen) => done(seen.getEntries().at(-1).element?.loading ?? "");
  new PerformanceObserver(note).observe({ type: "largest-contentful-paint", buffered: true });
})"""
CRUMBS = """() => Array.from(document.querySelectorAll(".running > *"))
  .filter((it) => getComputedStyle(it, "::before").content !== '"/"').map((it) => it.outerHTML)"""
GOOD = {
    "small text": [],
    "without a slash": [],
    "small targets": [],
    "moves": False,
    "largest": "",
    "told": [],
}


def test_public_pages_on_a_phone(new_context: CreateContextCallback, live_server: LiveServer, alice: Visitor) -> None:
    shared = f"/s/{published(alice).link.token}/"
    page = on_a_phone(new_context, live_server)
    page.context.add_init_script(path=NOTES)
    told: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: told.append(message.text) if NO_WORKER not in message.text else None)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("requestfailed", lambda request: told.append(request.url))
    page.on("response", lambda response: told.append(response.url) if response.status >= 400 else None)
    page.on("request", lambda request: asked.append(request.url))
    requests = {}
    for address in ("/", "/about/", "/public/", "/rules/bi/", "/games/join/", "/accounts/login/", shared):
        page.goto(address, wait_until="networkidle")
        found = {
            "small text": page.evaluate(SMALL_TEXT, SMALLEST_TEXT),
            "without a slash": page.evaluate(CRUMBS),
            "small targets": page.evaluate(SMALL_TARGETS, SMALLEST_TARGET),
            "moves": page.evaluate(MOVED) > 0.02,
            "largest": page.evaluate(LARGEST),
            "told": told,
        }
        assert (address, found) == (address, GOOD)
        requests[address] = len(asked)
        asked.clear()
    assert {address: number for address, number in requests.items() if number > MOST_REQUESTS} == {}
