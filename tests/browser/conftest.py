"""What the browser tests share. That the ORM may be used beside the browser is arranged in tests/conftest.py."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, expect
from pytest_django.live_server_helper import LiveServer
from pytest_playwright import CreateContextCallback

from tests.browser.deployed import Site
from tests.fixtures import loaded_rules as loaded_rules
from tests.prepared import prepared as prepared

expect.set_options(timeout=20_000)  # ms: a busy machine is late, and what holds is not waited for


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """No service worker: a test could not see the requests that go through it, and it outlives the test's database."""
    return {**browser_context_args, "service_workers": "block"}


@pytest.fixture(scope="session")
def live_server(live_server: LiveServer) -> Iterator[LiveServer]:
    """The server, which ends when its answers to the last test have ended: they use the connection of this thread."""
    yield live_server
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(timeout=20)


@pytest.fixture
def new_context(new_context: CreateContextCallback) -> Iterator[CreateContextCallback]:
    """Make browsers of their own, closed when the test ends; no page tries what its policy of content forbids."""
    refused: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            refused.append(message.text)

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        context.on("console", note)
        return context

    yield cast(CreateContextCallback, make)
    assert refused == []


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, prepared: Path) -> Iterator[Site]:
    """A site as it is deployed, for the tests of the service worker."""
    site = Site(tmp_path_factory.mktemp("site"), prepared)
    site.start()
    yield site
    site.stop()
