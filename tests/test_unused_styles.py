"""Each selector in the pages' style sheets names something in a template, script or module."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
SHEETS = sorted((ROOT / "static" / "css").rglob("*.css"))
SOURCES = (
    ("templates", "*.html"),
    ("templates", "*.js"),
    ("static/js", "*.js"),
    ("static/vendor", "*.js"),
    ("armybuilder", "*.py"),
    ("rules", "*.py"),
)
WORD = re.compile(r"[\w-]+")
#: What a template or an f-string completes: `sev-{{ finding.severity }}`.
BEGUN = re.compile(r"(?<![\w-])([a-z][\w-]*-)(?=\{|\" ?\+|\"\|add)")
NUMBERED = re.compile(r"(?<=[\"' ])[a-z](?=\{)")
PROPERTY_USED = re.compile(r"var\(--([\w-]+)")
PROPERTY_SET = re.compile(r"--([\w-]+)\s*:")
#: How a script calls an attribute `data-…`.
CAPITAL = re.compile("([A-Z])")
DATASET = re.compile(r"dataset\.(\w+)")


@cache
def sources() -> str:
    """Return all sources that write pages."""
    files = (path for folder, pattern in SOURCES for path in sorted((ROOT / folder).rglob(pattern)))
    return "\n".join(path.read_text() for path in files)


@cache
def words() -> frozenset[str]:
    """Return every word in the sources: any of them may be a class."""
    data = (CAPITAL.sub(r"-\1", name).lower() for name in DATASET.findall(sources()))
    return frozenset([*WORD.findall(sources()), *(f"data-{name}" for name in data)])


@cache
def completed() -> re.Pattern[str]:
    """Return a pattern for names that are completed when the page is written."""
    begun = sorted({f"{start}.+" for start in BEGUN.findall(sources())})
    numbered = sorted({rf"{letter}\d+" for letter in NUMBERED.findall(sources())})
    return re.compile("|".join(begun + numbered))


def is_written(name: str) -> bool:
    return name in words() or completed().fullmatch(name) is not None


def preludes(rules: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield the selectors of each rule, also inside `@media` and nested rules."""
    for rule in rules:
        if rule.type == "qualified-rule":
            yield rule.prelude
        if rule.type in ("qualified-rule", "at-rule") and rule.content:
            if rule.type == "at-rule" and "keyframes" in rule.lower_at_keyword:
                continue
            yield from preludes(tinycss2.parse_blocks_contents(rule.content))


def names(tokens: list[Any]) -> Iterator[str]:
    """Yield the classes, ids and attributes in a selector."""
    for place, token in enumerate(tokens):
        if token.type == "hash":
            yield token.value
        elif token.type == "literal" and token.value == "." and tokens[place + 1].type == "ident":
            yield tokens[place + 1].value
        elif token.type == "[] block":
            yield next(part.value for part in token.content if part.type == "ident")
        elif token.type == "function":
            yield from names(token.arguments)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: str(sheet.relative_to(ROOT / "static" / "css")))
def test_every_selector_is_used(sheet: Path) -> None:
    rules = tinycss2.parse_stylesheet(sheet.read_text(), skip_comments=True, skip_whitespace=True)
    used = {name for prelude in preludes(rules) for name in names(prelude)}
    assert sorted(name for name in used if not is_written(name)) == []


def test_every_custom_property_is_set_and_used() -> None:
    styles = "\n".join(sheet.read_text() for sheet in SHEETS)
    assert {*PROPERTY_USED.findall(styles)} == {*PROPERTY_SET.findall(styles)}


def test_an_unused_selector_is_found() -> None:
    rules = tinycss2.parse_stylesheet("@media print { .btn:not(.written-nowhere), #sheet [data-nowhere] { top: 0 } }")
    found = {name for prelude in preludes(rules) for name in names(prelude)}
    assert found == {"btn", "written-nowhere", "sheet", "data-nowhere"}
    assert [name for name in sorted(found) if not is_written(name)] == ["data-nowhere", "written-nowhere"]
