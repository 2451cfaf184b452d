"""Read numbers in addresses and hidden fields."""

MOST_DIGITS = 18  # any database can look for this number


def whole_number(text: str, digits: int = MOST_DIGITS) -> int | None:
    """Return a number of plain digits; None for anything else that `int` or a database may refuse."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
