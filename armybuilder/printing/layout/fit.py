"""Fit text into a space, in smaller steps down to 6.5 points."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.printing.layout.measure import MM_PER_POINT, Face, fitted, width, wrapped

LEADING = 1.15  # style.css's line height
PLAIN: Face = "barlow-400-normal"
BOLD: Face = "barlow-600-normal"
MEDIUM: Face = "barlow-condensed-500-normal"
HEAD: Face = "barlow-condensed-600-normal"
TITLE: Face = "barlow-condensed-700-normal"
FLOOR = 6.5  # points: the smallest size


@dataclass(frozen=True, slots=True)
class Text:
    """Fitted lines, and their size in points."""

    lines: tuple[str, ...]
    size: float

    @property
    def text(self) -> str:
        """The lines as set."""
        return "\n".join(self.lines)


def height(lines: int, size: float) -> float:
    """Return the height of lines of text, mm."""
    return lines * size * LEADING * MM_PER_POINT


def clean(text: str) -> str:
    """Return the text on one line, without tabs."""
    return re.sub(r"[\t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+", " ", text).strip()


def on_a_line(text: str, face: Face, sizes: Sequence[float], room: float) -> Text | None:
    """Return the text on one line in the first size (points) that fits `room` mm; None if no size fits."""
    sizes = [size for size in sizes if width(text, face, size) <= room]
    return Text((text,), sizes[0]) if sizes else None


def in_lines(text: str, face: Face, sizes: Sequence[float], room: float, most: float) -> Text | None:
    """Return the text in lines, in the first size that makes it at most `most` mm high; None if no size fits.

    Only the smallest size breaks words.
    """
    for size in sizes:
        lines = wrapped(text, face, size, room)
        whole = size == sizes[-1] or " ".join(lines) == text
        if whole and height(len(lines), size) <= most:
            return Text(tuple(lines), size)
    return None


def cut(text: str, face: Face, room: float, lines: int = 1) -> Text:
    """Cut a text to the lines at the smallest size, with an ellipsis."""
    whole = wrapped(text, face, FLOOR, room)
    if len(whole) <= lines:
        return Text(tuple(whole), FLOOR)
    last = fitted(" ".join(whole[lines - 1 :]), face, FLOOR, room)
    return Text((*whole[: lines - 1], last), FLOOR)
