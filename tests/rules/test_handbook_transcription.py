"""Every number and every cell of the handbook, against a second transcription that was typed from the sources.

`tests/transcription/<ruleset>-handbook.csv` has a line for each row with a number or a cell: its cells, the numbers
in its name and sentence, and its lines in the source, with the source's own words and numbers. Rows are counted from
1; line 0 of a table has its columns and the numbers in its name. Whole files are compared, so a number that is on one
side only also fails. Another test checks that both languages have the same figures.
"""

import re

import pytest

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import PrintedCell, PrintedRow, PrintedTable
from rules.core.odds import printed_handbook
from rules.core.text import Language, Text
from tests.rules.test_transcription import BOOKS, TYPED, rows_of

Line = tuple[str, str]  # cells, numbers


def language(book: Catalogue) -> Language:
    return "en" if book.id == "rth-en" else "it"


def printed(cell: PrintedCell, of: Language) -> str:
    if cell is None:
        return "-"
    return (cell.to(of) if isinstance(cell, Text) else str(cell)).replace("−", "-")


def cells(values: tuple[PrintedCell, ...], of: Language) -> str:
    return " | ".join(printed(value, of) for value in values)


def numbers(*texts: Text | None, of: Language) -> str:
    words = " ".join(printed(text, of) for text in texts if text)
    return " ".join(re.findall(r"[+-]?\d+(?:d\d+)?|½", words))


def head(table: PrintedTable, of: Language) -> Line:
    columns = cells(table.columns, of)
    return (columns if re.search(r"\d", columns) else "", numbers(table.name, of=of))


def line(row: PrintedRow, of: Language) -> Line:
    return (cells(row.cells, of), numbers(row.name, row.text, of=of))


def held(book: Catalogue) -> dict[tuple[str, str], Line]:
    of = language(book)
    procedures = ((name, getattr(book.procedures, name)) for name in book.procedures.__struct_fields__)
    lines = {("procedures", name): (str(value), "") for name, value in procedures if value is not None}
    for table in printed_handbook(book):
        lines[table.id, "0"] = head(table, of)
        lines |= {(table.id, str(place)): line(row, of) for place, row in enumerate(table.rows, start=1)}
    return {key: value for key, value in lines.items() if any(value)}


@pytest.mark.parametrize("ruleset", BOOKS)
def test_the_handbook_holds_what_the_source_prints(ruleset: str) -> None:
    path = TYPED / f"{ruleset}-handbook.csv"
    rows = rows_of(path) if path.exists() else []
    typed = {(table, row): (cells, figures) for table, row, cells, figures, _ in rows}

    assert len(typed) == len(rows)
    assert held(BOOKS[ruleset]) == typed
