"""Seeing a target: the number of the spotting table (rth §7.0, bn §7.0), and how far anyone sees (bi)."""

from rules.core.catalogue.odds.effects import Rule
from rules.core.odds.book import Book
from rules.core.odds.modifiers import RollCase, holding
from rules.core.procedures.rolls import band


def table_number(book: Book, case: RollCase) -> int | None:
    """Return the number that the table wants at the case's distance; None: nobody sees so far."""
    table = book.odds.spotting
    if table is None or case.distance is None:
        return None
    rows = {row.id: row for row in table.rows}
    told = [rule.effect.row for rule in holding(book.odds, "spotting", case) if rule.effect.row]
    row = rows[told[-1]] if told else table.rows[0]
    place = band(table.bands, case.distance)
    return row.needs[place] if place is not None and place < len(row.needs) else None


def unseen(rules: list[Rule], distance: int) -> str:
    """Return the paragraph by which nobody sees so far, "" where somebody does: the farthest sight counts."""
    sights = [rule for rule in rules if rule.effect.sees is not None]
    farthest = max(sights, key=lambda rule: rule.effect.sees or 0, default=None)
    return farthest.source if farthest and distance > (farthest.effect.sees or 0) else ""
