"""Printing tests use the shipped rules and the users from the list tests."""

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
    """Empty the cache, so that tests do not share pages."""
    settings.PRINT_CACHE, settings.MEDIA_ROOT = tmp_path / "cache", tmp_path / "jobs"


@pytest.fixture
def rendered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that would be rendered. Nothing is really rendered."""
    pages: list[str] = []

    def render(html: str, css: str) -> bytes:
        pages.append(html)
        return MADE

    monkeypatch.setattr(pool, "render", render)
    return pages


@pytest.fixture
def blank_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace each printout with a blank page, made in this process, for tests that do not read its text."""
    monkeypatch.setattr(pool, "render", blank_page)
    monkeypatch.setattr(pool, "run", lambda work, *arguments: work(*arguments))
