"""Columns of text at tab stops: WeasyPrint sets a few long texts much faster than many cells."""

from collections.abc import Iterable

from armybuilder.printing.layout.measure import Face, width

NUMBERS: Face = "barlow-condensed-600-normal"
# Of a tab stop: Pango skips a stop less than a space ahead.
AFTER, BEFORE = 0.08, 0.36


def at_stops(cells: Iterable[tuple[int, str]], size: float, pitch: float) -> str:
    """Return a line of texts in `size` points, each at its tab stop; stops are `pitch` mm apart."""
    line, reached = "", 0
    for stop, text in cells:
        if text:
            line += "\t" * (stop - reached)
            while not AFTER < width(text, NUMBERS, size) / pitch % 1 < 1 - BEFORE:
                text += " "
            line += text
            reached = stop + int(width(text, NUMBERS, size) / pitch)
    return line.rstrip()
