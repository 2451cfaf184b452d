"""The small ruleset, whole and broken, and the files of the shipped ones: each is read once."""

from functools import cache
from pathlib import Path

from rules.core.catalogue.catalogue import Catalogue
from rules.encoding import YAML_FOLDER
from rules.loading.reading import FilesError, parse_ruleset, read_ruleset

SMALL = Path(__file__).with_name("small.yaml")


@cache
def shipped(ruleset: str) -> Catalogue:
    """A shipped ruleset, as in its file."""
    return read_ruleset(YAML_FOLDER / f"{ruleset}.yaml")


@cache
def small(old: str = "", new: str = "") -> Catalogue:
    """The small ruleset with `old`, which occurs once, replaced by `new`."""
    return parse_ruleset(edited(old, new), SMALL.name)


def problems(old: str, new: str) -> list[str]:
    """The errors in the small ruleset when `old` is replaced by `new`."""
    try:
        small(old, new)
    except FilesError as error:
        return [str(problem) for problem in error.problems]
    return []


def edited(old: str, new: str) -> str:
    text = SMALL.read_text(encoding="utf-8")
    if old:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {SMALL.name}"
    return text.replace(old, new) if old else text


def line(start: str) -> int:
    """The number of the line in the small ruleset that begins with this text, ignoring indentation."""
    lines = SMALL.read_text(encoding="utf-8").splitlines()
    numbers = [number for number, text in enumerate(lines, 1) if text.strip().startswith(start)]
    assert len(numbers) == 1, f"{start!r} begins lines {numbers} of {SMALL.name}"
    return numbers[0]
