"""Fit text into a space, in smaller steps down to 6.5 points."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.printing.layout.measure import MM_PER_POINT, Face, fitted, wrapped

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


def fit(text: str, face: Face, sizes: Sequence[float], room: float, high: float = 0.0) -> Text:
    """Return a text in the first size (points) that fits `room` mm in as many lines as are `high` mm, or in one.

    Only the smallest size breaks words. Longer text is cut, with an ellipsis.
    """
    text = clean(text)
    for size in sizes:
        lines, most = wrapped(text, face, size, room), int(high / height(1, size) + 0.01) if high else 1
        if len(lines) <= most and (size == sizes[-1] or " ".join(lines) == text):
            return Text(tuple(lines), size)
    return Text((*lines[: most - 1], fitted(" ".join(lines[most - 1 :]), face, size, room)), size)
