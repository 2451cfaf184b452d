"""The printed handbook: its cells with their numbers, and the paragraph and subjects of each row.

A row that prints a number takes both from the first path's entry in the odds, unless it has its own.
"""

from msgspec.structs import asdict

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import HandbookRow, HandbookTable, PrintedRow, PrintedTable
from rules.core.odds.handbook.cells import Number, number_at

_KEY = ("printed handbook",)


def printed_handbook(catalogue: Catalogue) -> tuple[PrintedTable, ...]:
    """Return the printed tables of the handbook, made once. Raises UnknownNumberError.

    No loaded ruleset has a cell with an unknown number.
    """
    made = catalogue.cache
    if _KEY not in made:
        made[_KEY] = tuple(_table(table, catalogue) for table in catalogue.handbook)
    found: tuple[PrintedTable, ...] = made[_KEY]
    return found


def _table(table: HandbookTable, catalogue: Catalogue) -> PrintedTable:
    return PrintedTable(**asdict(table) | {"rows": tuple(_row(row, catalogue) for row in table.rows)})


def _row(row: HandbookRow, catalogue: Catalogue) -> PrintedRow:
    cells = [number_at(catalogue, cell) if isinstance(cell, tuple) else cell for cell in row.cells]
    first = next((cell for cell in cells if isinstance(cell, Number)), Number(None))
    own = {
        "about": row.about or first.about,
        "cells": tuple(cell.cell if isinstance(cell, Number) else cell for cell in cells),
        "source": row.source or first.source,
    }
    return PrintedRow(**asdict(row) | own)
