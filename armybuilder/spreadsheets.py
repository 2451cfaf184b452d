"""Cells of CSV files, which people open in spreadsheets."""

FORMULA = ("=", "+", "-", "@", "\t", "\r")  # characters that start a formula
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel does not read UTF-8


def harmless(cell: object) -> object:
    """Return a cell that is not a formula: an apostrophe comes before one, because names are untrusted."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
