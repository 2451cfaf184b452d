"""The tests of printing use the shipped rules and the people of the tests of lists."""

from pathlib import Path
from typing import Any

import pytest

from armybuilder.printing.pdfs import pool
from tests.fixtures import loaded_rules as loaded_rules
from tests.lists.conftest import alice as alice
from tests.lists.conftest import bob as bob
from tests.lists.conftest import carla as carla
from tests.printing.looking import MADE, blank_page


@pytest.fixture(autouse=True)
def _own_folders(settings: Any, tmp_path: Path) -> None:
    """No test finds what another one printed."""
    settings.PRINT_CACHE, settings.MEDIA_ROOT = tmp_path / "cache", tmp_path / "jobs"


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were rendered; nothing is, in truth."""
    pages: list[str] = []

    def render(html: str, css: str) -> bytes:
        pages.append(html)
        return MADE

    monkeypatch.setattr(pool, "render", render)
    return pages


@pytest.fixture
def blank_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every print is a blank page of its paper, made in this process: for tests that do not look at its text."""
    monkeypatch.setattr(pool, "render", blank_page)
    monkeypatch.setattr(pool, "run", lambda work, *arguments: work(*arguments))
