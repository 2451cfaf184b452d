"""The published examples agree with their reports, and each game makes its own checks."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.core.assess import json_line, judge
from tests.core.documents import DATA, LIBRARY, ROOT

EXAMPLES = sorted(path for path in (DATA / "examples").glob("*.json") if not path.name.endswith(".report.json"))
POINTS = {
    "over-limit": "error",
    "empty": "error",
    "no-leader": "error",
    "platoon-commander": "warning",
    "mixed-classes": "info",
    "recommended-size": "info",
    "crew": "info",
    "two-support-weapons": "warning",
    "weapon-not-mountable": "error",
    "vehicle-weapons-included": "error",
    "vehicle-weapon-count": "warning",
    "not-in-ruleset": "error",
    "unpriced": "error",
}
CODES = {
    "rth-it": POINTS,
    "rth-en": POINTS,
    "bn": POINTS
    | {
        "extra-requires-special-forces": "error",
        "extra-requires-irregulars": "error",
        "extra-requires-regulars": "error",
        "extra-requires-trait": "error",
        "extra-excludes": "error",
        "class-shift": "error",
        "extra-limit": "error",
        "extra-scope": "error",
        "motivation-overlap": "error",
        "motivation-cheaper": "info",
        "support-fire-unavailable": "warning",
        "mixed-sides": "warning",
    },
    "bi": {
        "over-limit": "error",
        "empty": "error",
        "no-leader": "error",
        "squad-size": "warning",
        "section-size": "error",
        "section-leader": "error",
        "section-unassigned": "warning",
        "section-leader-not-allowed": "error",
        "sniper-team": "error",
        "scout": "error",
        "observer-section": "warning",
        "crew": "info",
        "weapon-not-mountable": "error",
        "extra-scope": "error",
        "not-in-ruleset": "error",
    },
    "ludonet": {
        "over-limit": "error",
        "empty": "error",
        "combat-value": "warning",
        "extra-limit": "error",
        "extra-scope": "error",
        "not-in-ruleset": "error",
    },
}
# These have no paragraph: they are our advice. In Road to Hell the limit is that of §4.0.
HOUSE = {
    "empty",
    "two-support-weapons",
    "vehicle-weapon-count",
    "mixed-sides",
    "motivation-cheaper",
    "combat-value",
}


def test_there_are_examples_of_every_game() -> None:
    assert {json.loads(path.read_text())["ruleset"] for path in EXAMPLES} == set(CODES)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_agrees_with_its_report(path: Path) -> None:
    """Everything except messages, and sources of our own advice; issues in any order."""
    expected = json.loads(path.with_suffix(".report.json").read_text())
    roster, report = judge(path.read_bytes(), LIBRARY)
    found = json.loads(json_line("a file.json", roster, report, "it"))

    assert found.pop("file") == "a file.json"
    assert all(issue.pop("message") for issue in found["issues"])
    assert Counter(comparable(found["issues"])) == Counter(comparable(expected["issues"]))
    assert found | {"issues": []} == expected | {"issues": []}


def comparable(found: list[dict[str, Any]]) -> Iterator[tuple[tuple[str, str], ...]]:
    """The issues without what is not compared."""
    for issue in found:
        source = issue["source"] if issue["source"] == "house" else "a paragraph"
        yield tuple(sorted({**issue, "source": source}.items()))


def test_the_schema_is_the_published_one() -> None:
    published = (DATA / "list-format.schema.json").read_bytes()

    assert (ROOT / "rules" / "core" / "document" / "armylist-1.schema.json").read_bytes() == published


@pytest.mark.parametrize("ruleset", CODES)
def test_a_game_makes_the_checks_that_are_its_own(ruleset: str) -> None:
    checks = LIBRARY.catalogues[ruleset].checks

    assert Counter({check.code: 1 for check in checks}) == Counter(check.code for check in checks)
    assert {check.code: check.severity for check in checks} == CODES[ruleset]


@pytest.mark.parametrize("ruleset", CODES)
def test_our_own_advice_says_so(ruleset: str) -> None:
    ours = {check.code for check in LIBRARY.catalogues[ruleset].checks if check.source == "house"}
    limit = set() if ruleset.startswith("rth") else {"over-limit"}

    assert ours == HOUSE & CODES[ruleset].keys() | limit


@pytest.mark.parametrize(
    ("ruleset", "paragraphs"),
    [
        (
            "rth-it",
            {
                "over-limit": "§4.0",
                "no-leader": "§14.0",
                "platoon-commander": "§14.0",
                "mixed-classes": "§12.0",
            },
        ),
        (
            "rth-en",
            {
                "over-limit": "§4.0",
                "recommended-size": "§2.0",
                "crew": "§8.0",
                "unpriced": "Calculating points",
            },
        ),
        ("rth-it", {"recommended-size": "§2.0", "crew": "§8.0", "weapon-not-mountable": "Calcolo dei punti"}),
        (
            "bn",
            {"no-leader": "§13.0", "platoon-commander": "§13.0", "recommended-size": "§2.0", "crew": "§8.0"},
        ),
        (
            "bn",
            {
                "class-shift": "Calcolo dei punti",
                "extra-limit": "Calcolo dei punti",
                "mixed-classes": "§12.0",
            },
        ),
    ],
)
def test_the_paragraphs_that_are_named(ruleset: str, paragraphs: dict[str, str]) -> None:
    checks = LIBRARY.catalogues[ruleset].checks

    assert {check.code: check.source for check in checks if check.code in paragraphs} == paragraphs
