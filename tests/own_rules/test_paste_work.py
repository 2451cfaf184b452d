"""A price table twice as long takes at most twice the work to read, even if hostile. Work is counted, not timed."""

import pytest

from armybuilder.own_rules.pasting.reading import read_paste
from tests.lists.exchange.test_work import PIECES
from tests.steps import work_on

LAST_WORDS = 500
LINES = {
    "rows": "a;1\n",
    "wide rows": "a;" + ";".join("1" * 30) + "\n",
    "headings": "Truppe\nArmi\n",
    "tables": "Armi;Punti\na;1\n\n",
    "two prices": "Armi;città;campagna\na;1;2\n\n",
    "halves": "a 0,5\n",
    "ready squads": "Alpini 5\n10 alpini = 50\n",
    "alike": "Fanti 5\n",
}


def read(text: str) -> None:
    read_paste(text, {})


@pytest.mark.parametrize("name", PIECES)
def test_a_line_twice_as_long_takes_at_most_twice_the_work(name: str) -> None:
    once, twice = (work_on(PIECES[name](n), read) for n in (300, 600))
    assert twice <= 2 * once + LAST_WORDS


@pytest.mark.parametrize("name", LINES)
def test_a_table_twice_as_long_takes_at_most_twice_the_work(name: str) -> None:
    read(LINES[name])
    once, twice = (work_on(LINES[name] * n, read) for n in (60, 120))
    assert twice <= 2 * once + LAST_WORDS
