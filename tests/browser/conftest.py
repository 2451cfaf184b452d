"""Fixtures of the browser tests. tests/conftest.py allows the ORM beside the browser."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from armybuilder.printing.pdfs import pool
from tests.blank import BLANK
from tests.browser.answering import await_answers
from tests.browser.deployed import Site
from tests.fixtures import loaded_rules as loaded_rules
from tests.prepared import prepared as prepared

expect.set_options(timeout=45_000)  # ms: a busy machine is slow, and assertions that hold do not wait


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Put the database on disk, like a deployed SQLite: test and answers have separate connections.

    In memory they would share one, and an answer during a transaction of the test would be part of it.
    """
    database = settings.DATABASES["default"]
    database["TEST"]["NAME"] = tmp_path_factory.mktemp("database") / "db.sqlite3"
    database["OPTIONS"]["init_command"] += ";PRAGMA synchronous=OFF"  # nobody needs its data after a crash


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Block service workers: tests could not see their requests, and they outlive the test's database."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer) -> Iterator[LiveServer]:
    """The server, which stops only after its answers to the last test: they use its database."""
    yield live_server
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=20)


@pytest.fixture(scope="session", autouse=True)
def _answers_are_counted() -> Iterator[None]:
    """Let the live server count its answers."""
    before = settings.MIDDLEWARE
    settings.MIDDLEWARE = ["tests.browser.answering.Answering", *before]
    yield
    settings.MIDDLEWARE = before


@pytest.fixture(autouse=True)
def _all_is_answered() -> Iterator[None]:
    """Wait for all answers before the tables are emptied: the next test would find later writes."""
    yield
    await_answers()


def note_refused(context: BrowserContext) -> list[str]:
    """Return a list that collects everything the Content-Security-Policy blocks in a browser."""
    refused: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refused.append(message.text)

    context.on("console", note)
    return refused


@pytest.fixture
def new_context(new_context: CreateContextCallback) -> Iterator[CreateContextCallback]:
    """Make separate browsers, closed after the test; the Content-Security-Policy blocks nothing in them."""
    refused: list[list[str]] = []

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        refused.append(note_refused(context))
        return context

    yield cast(CreateContextCallback, make)
    assert [each for each in refused if each] == []


@pytest.fixture(scope="session")
def _desk(
    browser: Browser, browser_context_args: dict[str, Any], live_server: LiveServer
) -> Iterator[tuple[Page, list[str]]]:
    """Close it before the server stops, which waits for open connections."""
    context = browser.new_context(**browser_context_args, base_url=live_server.url)
    refused = note_refused(context)
    yield context.new_page(), refused
    context.close()


@pytest.fixture
def desk(_desk: tuple[Page, list[str]], live_server: LiveServer) -> Iterator[Page]:
    """A page shared by tests, one after another: loaded files need not be loaded again.

    It is reset after each test, except its clock and its dialog listeners: tests that use these need their own
    `page`.
    """
    page, refused = _desk
    page.set_viewport_size({"width": 1280, "height": 900})
    yield page
    for other in page.context.pages[1:]:
        other.close()
    page.unroute_all(behavior="wait")
    page.context.set_offline(False)
    page.goto(f"{live_server.url}/static/css/site/tokens.css")  # of the same site: another one would start a process
    page.evaluate("sessionStorage.clear(); localStorage.clear()")
    page.mouse.move(0, 0)
    page.emulate_media(media="null", color_scheme="null", reduced_motion="null")
    page.context.clear_cookies()
    page.context.clear_permissions()
    assert refused == []


@pytest.fixture
def phone(desk: Page, live_server: LiveServer) -> Page:
    """The same page in a phone's size, in English, without motion."""
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.emulate_media(reduced_motion="reduce")
    desk.context.add_cookies([{"name": "django_language", "value": "en", "url": live_server.url}])
    return desk


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> list[str]:
    """The pages that would be printed: a blank one takes their place at once. test_main_job.py prints for real."""
    settings.PRINT_CACHE = tmp_path
    pages: list[str] = []

    def render(html: str, css: str) -> bytes:
        pages.append(html)
        return BLANK

    monkeypatch.setattr(pool, "render", render)
    monkeypatch.setattr(pool, "run", lambda work, *arguments: work(*arguments))
    return pages


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """A site as it is deployed, for the tests of the service worker."""
    site = Site(tmp_path_factory.mktemp("site"), prepared)
    site.start()
    yield site
    site.stop()
