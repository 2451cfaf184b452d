"""Checkmarks belong to their rows: the Back button must not put them on other rows in a changed order."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).resolve().parents[1] / "templates"
TICK = re.compile(r'<input\s[^>]*?type="checkbox"[^>]*?value="\{\{[^>]*>')


def ticks() -> list[tuple[str, str]]:
    found = []
    for path in sorted(TEMPLATES.rglob("*.html")):
        tags = TICK.findall(path.read_text(encoding="utf-8"))
        found += [(str(path.relative_to(TEMPLATES)), tag) for tag in tags]
    return found


@pytest.mark.parametrize(("template", "tag"), ticks(), ids=lambda text: text if text.endswith(".html") else "")
def test_no_browser_keeps_the_tick_of_a_row(template: str, tag: str) -> None:
    assert 'autocomplete="off"' in tag


def test_the_ticks_of_bulk_forms_are_found() -> None:
    bulk = {"lists/index.html", "lists/sections.html", "printing/bundle.html", "evenings/paper.html"}
    assert bulk - {template for template, _tag in ticks()} == set()
