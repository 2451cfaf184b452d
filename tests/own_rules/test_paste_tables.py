"""Sixteen price tables as their authors would paste them: every row right, few questions, no line lost.

Beside each table, `NAME.expected` has its rows: table, name, points, by tabs.
"""

from pathlib import Path

import pytest

from armybuilder.own_rules.pasting.reading import read_paste

TABLES = sorted(Path(__file__).with_name("tables").glob("*.txt"))
MOST_QUESTIONS = 3


@pytest.mark.parametrize("file", TABLES, ids=lambda file: file.stem)
def test_a_table_of_its_author(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    reading = read_paste(text, {})
    wanted = file.with_suffix(".expected").read_text(encoding="utf-8").splitlines()
    rows = [f"{row.table}\t{row.name}\t{'' if row.points is None else row.points}" for row in reading.entries]
    assert rows == wanted
    assert len(reading.questions) <= MOST_QUESTIONS
    lines = [number for number, line in enumerate(text.split("\n"), 1) if any(map(str.isalnum, line))]
    assert [line.number for line in reading.lines] == lines
