"""The spotting table: a number by distance and by what hides the target (rth §7.0, bn §7.0)."""

from rules.core.odds.book import Book
from rules.core.odds.modifiers import Case, holding
from rules.core.procedures.rolls import band


def table_number(book: Book, case: Case) -> int | None:
    """Return the number that the table wants at the case's distance; None: nobody sees so far."""
    table = book.odds.spotting
    if table is None or case.distance is None:
        return None
    rows = {row.id: row for row in table.rows}
    told = [rule.effect.row for rule in holding(book.odds, "spotting", case) if rule.effect.row]
    row = rows[told[-1]] if told else table.rows[0]
    place = band(table.bands, case.distance)
    return row.needs[place] if place is not None and place < len(row.needs) else None
