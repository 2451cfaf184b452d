"""Measure text with the advance widths of the embedded fonts, and fit it into a space, down to 6.5 points."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

FONTS = Path(__file__).resolve().parents[3] / "static" / "fonts" / "print"
MM_PER_POINT = 25.4 / 72
# A letter missing from the face comes from an unknown font and counts as a full em. Pictures (emoji, from U+1F000)
# count as wide as in the widest of their fonts.
UNKNOWN, PICTURE, FIRST_PICTURE = 1.0, 1.3, "\U0001f000"

Face = Literal[
    "barlow-400-normal",
    "barlow-600-normal",
    "barlow-condensed-500-normal",
    "barlow-condensed-600-normal",
    "barlow-condensed-700-normal",
]


class Widths(dict[str, float]):
    """The advance widths of letters, in ems, computed on demand."""

    def __missing__(self, letter: str) -> float:
        return PICTURE if letter >= FIRST_PICTURE else UNKNOWN


@cache
def advance_widths(face: Face) -> Widths:
    """Return the advance width of each letter of a face, in ems."""
    from fontTools.ttLib import TTFont  # slow to import and needed only for printing

    with TTFont(FONTS / f"{face}.ttf", lazy=True) as font:
        em, widths = font["head"].unitsPerEm, font["hmtx"].metrics
        return Widths((chr(code), widths[glyph][0] / em) for code, glyph in font.getBestCmap().items())


@lru_cache(maxsize=50_000)
def width(text: str, face: Face, size: float) -> float:
    """Return the width in mm of a text on one line, set in `size` points."""
    return sum(map(advance_widths(face).__getitem__, text)) * size * MM_PER_POINT


def fitted(text: str, face: Face, size: float, room: float) -> str:
    """Return the text, or as much of its start as fits `room` mm with an ellipsis."""
    if width(text, face, size) <= room:
        return text
    while text and width(f"{text}…", face, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def wrapped(text: str, face: Face, size: float, room: float) -> list[str]:
    """Return the text in lines of at most `room` mm, broken at spaces. Longer words are broken with a hyphen."""
    return list(_lines(text, face, size, room))


@lru_cache(maxsize=20_000)
def _lines(text: str, face: Face, size: float, room: float) -> tuple[str, ...]:
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if width(joined, face, size) <= room:
            lines[-1] = joined
            continue
        if lines[-1]:
            lines.append("")
            if width(word, face, size) <= room:
                lines[-1] = word
                continue
        for at, letter in enumerate(word):
            is_inside = word[at - 1 : at].isalpha() and letter.isalpha()
            hyphen = "-" if is_inside and at + 1 < len(word) else ""
            if lines[-1] and width(lines[-1] + letter + hyphen, face, size) > room:
                lines[-1] += "-" * is_inside
                lines.append("")
            lines[-1] += letter
    return tuple(lines)


LEADING = 1.15  # style.css's line height
PLAIN: Face = "barlow-400-normal"
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
