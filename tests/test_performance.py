"""The tests of docs/performance.md, which measurements write."""

from pathlib import Path

import pytest

from bench import PARTS
from bench.commands import of_all, of_each
from bench.cost import Cost
from bench.lighthouse import faults, least, marks, read
from bench.load import measured, memory_table, times, work_table
from bench.performance import DOCUMENT, put, table
from bench.processes import Process
from bench.table import Measured

BEFORE = "By hand.\n<!-- one -->\nold\n\nolder\n<!-- /one -->\n\n<!-- two -->\n<!-- /two -->\nBy hand.\n"


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """A document with places for two measurements."""
    path = tmp_path / "performance.md"
    path.write_text(BEFORE, encoding="utf-8")
    return path


def test_a_measurement_replaces_what_stood_of_it_and_nothing_else(document: Path) -> None:
    put("one", "3 ×", document)
    put("two", "4 ×", document)
    assert document.read_text(encoding="utf-8") == (
        "By hand.\n<!-- one -->\n3 ×\n<!-- /one -->\n\n<!-- two -->\n4 ×\n<!-- /two -->\nBy hand.\n"
    )


def test_a_measurement_without_a_place_is_refused_and_nothing_is_written(document: Path) -> None:
    with pytest.raises(ValueError, match=r"^performance\.md has no place for three: the lines <!-- three -->"):
        put("three", "5 ×", document)
    assert document.read_text(encoding="utf-8") == BEFORE


def test_every_part_has_a_place(tmp_path: Path) -> None:
    copy = tmp_path / "performance.md"
    copy.write_text(DOCUMENT.read_text(encoding="utf-8"), encoding="utf-8")
    for part in (
        *PARTS,
        "lighthouse",
        "load sqlite",
        "load postgresql",
        "growth sqlite",
        "growth postgresql",
        "commands sqlite",
        "commands postgresql",
    ):
        put(part, "x", copy)


def test_a_figure_says_its_bar_and_whether_it_is_met() -> None:
    figures = [
        Measured("an edit over a bare page", 3.21987, "×", 4, "lower"),
        Measured("renders", 0, "renders", 0, "lower"),
        Measured("found", 1234.5, "lists", 2000, "higher"),
    ]
    assert table("What an edit costs.", "Commit 1a2b.", figures).splitlines() == [
        "| **What an edit costs.** Commit 1a2b. | measured | bar | |",
        "|---|---:|---:|---|",
        "| an edit over a bare page | 3.22 × | ≤ 4 |  |",
        "| renders | 0 renders | ≤ 0 |  |",
        "| found | 1,234 lists | ≥ 2000 | **not met** |",
    ]


def row(count: int, median: int, slow: int, failed: int = 0) -> dict[str, str]:
    """A Locust row with the fields that are read."""
    return {"Request Count": str(count), "Failure Count": str(failed), "50%": str(median), "95%": str(slow)}


ROWS = {"edit": row(20, 12, 30), "bare page": row(10, 4, 12), "Aggregated": row(30, 9, 28, failed=2)}


def test_an_error_under_load_is_beyond_its_bar() -> None:
    assert [(figure.name, figure.value, figure.clears) for figure in measured(50, ROWS)] == [
        ("errors with 50 at once", 2, False),
        ("p95 of an edit over that of a bare page, 50 at once", 2.5, True),
    ]


def test_requests_are_shown_beside_each_other_by_number_of_users() -> None:
    printing = {"print a roster": row(1, 300, 300), "Aggregated": row(1, 300, 300)}
    assert times({50: ROWS, 200: printing}).splitlines() == [
        "| what they did | 50 at once | median, ms | p95, ms | 200 at once | median, ms | p95, ms |",
        "|---|---:|---:|---:|---:|---:|---:|",
        "| bare page | 10 | 4 | 12 | 0 | | |",
        "| edit | 20 | 12 | 30 | 0 | | |",
        "| print a roster | 0 | | | 1 | 300 | 300 |",
        "| everything | 30 | 9 | 28 | 1 | 300 | 300 |",
    ]


def test_a_process_that_came_later_or_went_has_an_empty_place() -> None:
    site, worker = Process(10, "site", 100.4, 60, 1.5), Process(11, "background worker", 80, 40, 0.5)
    grown, printing = Process(10, "site", 120.6, 70, 4), Process(12, "printing", 150, 90.2, 7)
    assert memory_table({"before": [site, worker], "after 50": [grown, printing]}).splitlines() == [
        "| memory, MB | before | after 50 |",
        "|---|---:|---:|",
        "| background worker | 80 |  |",
        "| printing |  | 150 |",
        "| site | 100 | 121 |",
        "| all, what they share once | 100 | 160 |",
    ]


def test_work_is_what_was_done_since_the_moment_before() -> None:
    before = [Process(10, "site", 1, 1, 1.5), Process(11, "site", 1, 1, 2)]
    after = [Process(10, "site", 1, 1, 4), Process(11, "site", 1, 1, 2.25), Process(12, "printing", 1, 1, 7)]
    assert work_table({"before": before, "after 50": after}).splitlines() == [
        "| processor, s | after 50 |",
        "|---|---:|",
        "| printing | 7.0 |",
        "| site | 2.8 |",
    ]


def test_lighthouse_reports_are_read_and_the_lowest_marks_have_a_bar() -> None:
    categories = {
        name: {"score": 0.954, "auditRefs": [{"id": name, "weight": 3}, {"id": "hint", "weight": 0}]}
        for name in ("performance", "accessibility", "best-practices", "seo")
    }
    audits = {
        "performance": {"title": "Speed", "score": 0.5, "displayValue": "2 s"},
        "accessibility": {"title": "Names", "score": 0},
        "best-practices": {"title": "Errors", "score": 1},
        "seo": {"title": "Title", "score": None},
        "hint": {"title": "Hint", "score": 0},
    }
    good, bad = ({**categories, "seo": {"score": score, "auditRefs": []}} for score in (1, 0.94))
    told = [
        read("front page", form, {"categories": each, "audits": audits})
        for form, each in (("phone", good), ("desktop", bad))
    ]
    assert list(faults(told)) == [
        "front page, phone: Speed 2 s; Names",
        "front page, desktop: Speed 2 s; Names",
    ]
    assert marks(told).splitlines()[2:] == ["| front page | 95 | 95 | 95 | 100 | 95 | 95 | 95 | 94 |"]
    missed = [figure.name for figure in least(told) if not figure.clears]
    assert missed == ["the other marks, desktop"]


def test_a_command_takes_as_long_for_each_of_many_lists() -> None:
    start, few, more = Cost(2, 90), Cost(82, 100), Cost(902, 160)
    figures = [of_each("verify_lists", start, few, more, 100_000), *of_all("verify_lists", more)]
    assert [(figure.value, figure.clears) for figure in figures] == [
        (1.125, True),
        (160, True),
        (902 / 60, True),
    ]
