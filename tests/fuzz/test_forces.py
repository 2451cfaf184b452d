"""Forces in a club's text and in a list's copy, as in test_readers.py."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.assess import assess, json_line
from rules.core.document.force import Force, decode, encode
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.document.roster import encode as encode_list
from rules.core.forces.followed import started
from rules.loading.reading import FilesError, parse_force, shipped_forces
from tests.core.documents import LIBRARY
from tests.core.forces import a_force, held
from tests.core.test_reader_differential import CHANCES
from tests.fuzz.test_readers import VALUES, odd, said_of
from tests.hostile import texts

WRITTEN = min((file.read_text(encoding="utf-8") for file in shipped_forces()), key=len)
FEWER = settings(max_examples=settings().max_examples // 4)
EMPTY = Roster(format="armylist/1", ruleset="bn", name="New list", squads=())


def read_force(text: str) -> None:
    """A force is read and allows a list, or is refused in printable lines."""
    try:
        force = parse_force(text, LIBRARY.catalogues)
    except FilesError as error:
        can_be_shown(error)
        return
    assert decode(encode(force)) == force
    begin_with(force)


def can_be_shown(refusal: FilesError) -> None:
    assert refusal.problems
    assert all(problem.text.replace("\u00a0", " ").isprintable() for problem in refusal.problems)


def begin_with(force: Force) -> None:
    """The smallest list of a force is judged; it may lack an id that its game gives only to stored lists."""
    catalogue = LIBRARY.catalogues[force.ruleset]
    roster = started(EMPTY, force, catalogue, "it")
    assert json_line("x", roster, assess(roster, catalogue), "it").count(b"\n") == 1


@FEWER
@given(st.builds(odd, st.builds(a_force), VALUES | st.lists(VALUES, max_size=3), CHANCES))
def test_a_force_in_json(force: Any) -> None:
    read_force(json.dumps(force, ensure_ascii=False))


@FEWER
@given(texts("{}[]:-&*!|>'\"#\n ", surrogates=False), st.integers(0, WRITTEN.count("\n")))
def test_a_force_with_an_odd_line(text: str, number: int) -> None:
    lines = WRITTEN.split("\n")
    key, colon, _ = lines[number].partition(":")
    lines[number] = f"{key}{colon} {text}"
    read_force("\n".join(lines))


@FEWER
@given(texts("{}[]:-&*!|>%@`'\"#\n "))
def test_invalid_forces(text: str) -> None:
    read_force(text)


@FEWER
@given(st.builds(odd, st.builds(held), VALUES | st.lists(VALUES, max_size=3), CHANCES))
def test_a_list_with_a_copy_of_its_force(document: Any) -> None:
    roster = said_of(json.dumps(document).encode())
    if roster:
        report = assess(roster, LIBRARY.catalogues[roster.ruleset])
        assert json_line("x", roster, report, "en").count(b"\n") == 1
        assert read(encode_list(roster), LIBRARY) == roster
