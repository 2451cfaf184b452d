"""The handbook as it is printed: the numbers that its cells name stand there."""

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import HandbookRow, HandbookTable, PrintedCell, PrintedRow, PrintedTable
from rules.core.odds.handbook.cells import printed_cell
from rules.core.odds.handbook.named import NamedEntry, named_entry

_KEY = ("printed handbook",)


def printed_handbook(catalogue: Catalogue) -> tuple[PrintedTable, ...]:
    """Return the tables of the handbook as they are printed, made once. Raises UnknownNumberError.

    No ruleset that was loaded has a cell that names a number which is not there.
    """
    made = catalogue.phrases
    if _KEY not in made:
        made[_KEY] = tuple(_table(table, catalogue) for table in catalogue.handbook)
    found: tuple[PrintedTable, ...] = made[_KEY]
    return found


def _table(table: HandbookTable, catalogue: Catalogue) -> PrintedTable:
    return PrintedTable(
        id=table.id,
        name=table.name,
        source=table.source,
        reading=table.reading,
        topic=table.topic,
        rows=tuple(_row(row, catalogue) for row in table.rows),
        columns=table.columns,
        optional=table.optional,
    )


def _row(row: HandbookRow, catalogue: Catalogue) -> PrintedRow:
    paths = [cell for cell in row.cells if isinstance(cell, tuple)]
    entry = named_entry(catalogue, paths[0]) if paths else NamedEntry()
    cells: list[PrintedCell] = [
        printed_cell(catalogue, cell) if isinstance(cell, tuple) else cell for cell in row.cells
    ]
    return PrintedRow(
        name=row.name,
        about=row.about or entry.about,
        cells=tuple(cells),
        text=row.text,
        source=row.source or entry.source,
        counts=row.counts,
        changes=row.changes,
        circles=row.circles,
        areas=row.areas,
        morale=row.morale,
    )
