"""Properties of every list."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.assess import assess, json_line, text_for_people
from rules.core.document.reader import read
from rules.core.document.roster import Roster, decode, encode
from rules.core.document.rows import places
from rules.core.judging.report import Report
from rules.core.text import LANGUAGES
from tests.core.documents import GAMES, LIBRARY, POINT_GAMES, Document
from tests.core.strategies import MODEST, MORE, lists, lists_of


def roster_of(document: Document) -> Roster:
    return read(json.dumps(document).encode(), LIBRARY)


def report_of(document: Document) -> Report:
    return assess(roster_of(document), LIBRARY.catalogues[document["ruleset"]])


def shuffled(document: Document, order: random.Random) -> Document:
    """The list with its squads, and the rows of each, in another order."""

    def mixed(entries: list[Any]) -> list[Any]:
        return order.sample(entries, len(entries))

    squads = [
        {name: mixed(value) if name in ("figures", "vehicles", "extras") else value for name, value in squad.items()}
        for squad in document["squads"]
    ]
    return document | {"squads": mixed(squads), "extras": mixed(document.get("extras", []))}


def singles(document: Document) -> Document:
    """The list with every entry of n written as n entries of one."""

    def apart(entries: list[Document]) -> list[Document]:
        return [{**entry, "count": 1} for entry in entries for _ in range(entry.get("count", 1))]

    squads = [
        {name: apart(value) if name in ("figures", "vehicles", "extras") else value for name, value in squad.items()}
        for squad in document["squads"]
    ]
    return document | {"squads": squads, "extras": apart(document.get("extras", []))}


@pytest.mark.parametrize("game", GAMES)
def test_every_list_can_be_judged_and_told_of(game: str) -> None:
    """In both languages, for people and for programs, each report of a program on one line."""

    @MODEST
    @given(lists_of(game))
    def holds(document: Document) -> None:
        roster, report = roster_of(document), report_of(document)
        for language in LANGUAGES:
            line = json_line("a file", roster, report, language).decode()
            text = text_for_people("a file", roster, report, language)

            assert line.splitlines() == [line[:-1]]
            assert json.loads(line)["name"] == document["name"]
            assert len(text.splitlines()) == 2 + len(report.findings)

    holds()


@pytest.mark.parametrize("game", POINT_GAMES)
def test_the_order_of_rows_changes_no_total(game: str) -> None:
    @MODEST
    @given(lists_of(game), st.integers(0, 2**32).map(random.Random))
    def holds(document: Document, order: random.Random) -> None:
        before, after = report_of(document), report_of(shuffled(document, order))

        assert before.points is not None
        assert after.points is not None
        assert after.points.breakdown == before.points.breakdown

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_rows_changes_no_issue(game: str) -> None:
    def codes(document: Document) -> Counter[tuple[str, str]]:
        return Counter((found.code, found.severity) for found in report_of(document).findings)

    @MODEST
    @given(lists_of(game), st.integers(0, 2**32).map(random.Random))
    def holds(document: Document, order: random.Random) -> None:
        assert codes(shuffled(document, order)) == codes(document)

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_a_group_of_n_is_n_singles(game: str) -> None:
    @MODEST
    @given(lists_of(game))
    def holds(document: Document) -> None:
        together, apart = report_of(document), report_of(singles(document))

        assert apart.total == together.total
        assert {(found.code, found.severity) for found in apart.findings} == {
            (found.code, found.severity) for found in together.findings
        }

    holds()


@MORE
@given(lists())
def test_the_parts_sum_to_the_total(document: Document) -> None:
    points = report_of(document).points
    if points is None:
        assert document["ruleset"] in ("bi", "ludonet")
        return
    parts = points.breakdown

    assert points.total == (
        parts.soldiers + parts.leadership + parts.roles + parts.weapons + parts.vehicles + parts.extras
    )
    assert points.total == sum(squad.total for squad in points.squads) + sum(points.extras)
    for squad in points.squads:
        assert squad.total == sum(squad.figures) + sum(squad.vehicles) + sum(squad.extras)


@MORE
@given(lists())
def test_every_path_names_a_row_that_is_there(document: Document) -> None:
    roster = roster_of(document)
    paths = {"", *(place.path for place in places(roster))}

    assert {found.path for found in report_of(document).findings} <= paths


@MORE
@given(lists())
def test_a_list_is_legal_when_no_issue_is_an_error(document: Document) -> None:
    report = report_of(document)

    assert report.legal == ("error" not in {found.severity for found in report.findings})
    assert (report.remaining is None) == (report.total is None or report.limit is None)


@MORE
@given(lists())
def test_an_issue_of_one_code_and_place_stands_once(document: Document) -> None:
    """Except sections: each is named by its squad."""
    found = Counter((found.code, found.path) for found in report_of(document).findings)

    assert {key for key, times in found.items() if times > 1} <= {
        key for key in found if key[0] in ("section-size", "section-leader")
    }


@MORE
@given(lists())
def test_writing_and_reading_is_lossless(document: Document) -> None:
    roster = roster_of(document)

    assert read(encode(roster), LIBRARY) == decode(encode(roster)) == roster
    assert encode(read(encode(roster), LIBRARY)) == encode(roster)
