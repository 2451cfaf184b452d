"""The cost of opening a builder with 15 entries in Chromium: bytes, fonts, layout shifts, long tasks."""

import json
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.make_lists import army_list
from bench.server import served
from bench.table import Measured
from bench.users import new_user, session_of, store
from rules.core.document.roster import decode
from scripts.chromium import EXECUTABLE, SWITCHES

NOTES = Path(__file__).with_name("visits.js")
WIDTHS = {390: 844, 1280: 900}  # and heights, px
SLOW_LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 90_000}
EDITS = 15
MORE = "#squads .stepper button:last-child"


def measure() -> Iterator[Measured]:
    if EXECUTABLE is None:
        print("Chromium is not installed: visits to the builder are left out", file=sys.stderr)
        return
    path, session = _a_list()  # before Playwright: the ORM does not work beside its event loop
    with served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=EXECUTABLE, args=SWITCHES)
        visitor = Visitors(browser, address, path, session)
        yield from _bytes(visitor)
        yield _largest_shift(visitor)
        yield _longest_task(visitor)
        browser.close()


def _a_list() -> tuple[str, str]:
    owner, client = new_user("visitor")
    document: Any = army_list(15, 2)
    document["squads"][0]["figures"][0]["count"] = 2  # on a phone only a group shows its stepper
    stored = store(owner, decode(json.dumps(document).encode()))
    return reverse("lists:builder", args=[stored.pk]), session_of(client)


@dataclass(frozen=True)
class Visitors:
    """Signed-in browsers that have never seen the site."""

    browser: Browser
    address: str
    path: str
    session: str

    def context(self, width: int = 1280) -> BrowserContext:
        """Return a new browser, without a service worker: its requests would not pass through the page."""
        viewport: Any = {"width": width, "height": WIDTHS[width]}
        context = self.browser.new_context(viewport=viewport, service_workers="block")
        cookie: Any = {"name": settings.SESSION_COOKIE_NAME, "value": self.session, "url": self.address}
        context.add_cookies([cookie])
        context.add_init_script(path=NOTES)
        return context

    def visit(self, page: Page) -> None:
        page.goto(self.address + self.path, wait_until="networkidle")
        page.evaluate("document.fonts.ready")


# ── Bytes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Traffic:
    """The network traffic of a page: bytes with headers, and the number of files of each type."""

    bytes: float = 0
    types: Counter[str] = field(default_factory=Counter)

    def response(self, event: dict[str, Any]) -> None:
        """Count a file whose transfer starts."""
        self.types[event["type"]] += 1

    def finished(self, event: dict[str, Any]) -> None:
        """Note the size of a file that has arrived; 0 if it came from the cache."""
        self.bytes += event["encodedDataLength"]


def _bytes(visitor: Visitors) -> Iterator[Measured]:
    context = visitor.context()
    first, second = _traffic(visitor, context), _traffic(visitor, context)
    context.close()
    yield Measured("first visit of the builder", first.bytes / 1000, "kB", 150)
    yield Measured("faces of its fonts", first.types["Font"], "faces", 4)
    yield Measured("second visit", second.bytes / 1000, "kB", 25)


def _traffic(visitor: Visitors, context: BrowserContext) -> Traffic:
    """Return the traffic when a new page opens the builder."""
    traffic, page = Traffic(), context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.on("Network.responseReceived", traffic.response)
    wire.on("Network.loadingFinished", traffic.finished)
    visitor.visit(page)
    page.close()
    return traffic


# ── Perceived speed ──────────────────────────────────────────────────────────────────────────────────────────────


def _largest_shift(visitor: Visitors) -> Measured:
    """Return the largest shift of the layout while the page loads or follows an edit, at any width."""
    shifts = []
    for width in WIDTHS:
        context = visitor.context(width)
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.send("Network.enable")
        wire.send("Network.emulateNetworkConditions", SLOW_LINE)
        visitor.visit(page)
        shifts.append(_felt(page, "shifts"))
        _one_more(page)
        shifts.append(_felt(page, "shifts"))
        context.close()
    return Measured("shift of the layout, loading or after an edit", max(shifts), "", 0)


def _longest_task(visitor: Visitors) -> Measured:
    """Return the median longest task of several edits: another program may delay one of them."""
    context = visitor.context()
    page = context.new_page()
    visitor.visit(page)
    _felt(page, "tasks")
    longest = []
    for _ in range(EDITS):
        _one_more(page)
        longest.append(_felt(page, "tasks", of="Math.max(0, ...{})"))
    context.close()
    return Measured("longest task of an edit", statistics.median(longest), "ms", 50)


def _one_more(page: Page) -> None:
    """Tap the first row's stepper, and wait until the answer is drawn."""
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.locator(MORE).first.click()
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 100)))")


def _felt(page: Page, what: str, of: str = "{}.reduce((sum, value) => sum + value, 0)") -> float:
    """Return the sum of everything noted since the last call."""
    value: float = page.evaluate(of.format(f"felt.{what}.splice(0)"))
    return value
