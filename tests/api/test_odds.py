"""Odds over the API: the same answers as everywhere, without an account."""

import json
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from rules.catalogue import library
from rules.core.document.reader import MOST_BYTES
from rules.core.odds import answer
from rules.core.text import Language
from tests.api.programs import COUNTING, Program, said

pytestmark = pytest.mark.usefixtures("loaded_rules")

ANYBODY = Program()
QUESTION: dict[str, Any] = {
    "format": "odds/1",
    "ruleset": "bn",
    "question": "fire",
    "id": "Alfa",
    "shooter": {"class": "elite", "weapon": "rifle"},
    "distance": 151,
    "target": {"class": "militia"},
}


def sent(**changes: Any) -> bytes:
    return json.dumps(QUESTION | changes).encode()


@pytest.mark.parametrize("language", ["it", "en"])
def test_a_question_is_answered_as_everywhere(language: Language) -> None:
    found = ANYBODY.ask("POST", f"odds?language={language}", sent())
    assert (found.status_code, found["Content-Type"]) == (200, "application/json")
    assert json.loads(found.content) == json.loads(json.dumps(answer(sent(), library(), language)))


def test_why_there_is_no_chance_is_said_in_the_language_that_was_asked_for() -> None:
    texts = [
        json.loads(ANYBODY.ask("POST", f"odds{query}", sent()).content)["because"]["text"]
        for query in ("", "?language=it")
    ]
    assert texts == ["it is out of range", "è fuori portata"]


@pytest.mark.parametrize(
    ("body", "path", "detail"),
    [
        (b"?", "", "not JSON at line 1, column 1"),
        (b"[]", "", "this must be {…}"),
        (b"{}", "", '"question" is missing'),
        (
            sent(situations=["dodging", "coverr"]),
            "situations[1]",
            'situations[1]: unknown situation "coverr"; did you mean "cover"?',
        ),
        (
            sent(shooter={"class": "elite", "weapon": "hmg", "count": 9}, distance=30),
            "shooter.count",
            "shooter.count: at most 40 dice, not 45",
        ),
        (
            b" " * (MOST_BYTES + 1),
            "",
            "the question is larger than 400\N{NO-BREAK SPACE}kB: a question is far smaller",
        ),
    ],
)
def test_an_invalid_question_is_refused_with_its_place(body: bytes, path: str, detail: str) -> None:
    assert said(ANYBODY.ask("POST", "odds", body)) == (422, {"path": path, "detail": detail})


def test_answering_reads_nothing_but_the_rules(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    ANYBODY.ask("POST", "odds", sent())
    with django_assert_num_queries(COUNTING + 1):  # which versions are current
        ANYBODY.ask("POST", "odds", sent())
