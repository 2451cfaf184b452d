"""Fit text into a room, in smaller steps down to 6.5 points."""

import re
from collections.abc import Sequence

from armybuilder.printing.formats.cards.card import FLOOR, Note, Text
from armybuilder.printing.layout.measure import MM_PER_POINT, Face, fitted, width, wrapped
from armybuilder.printing.layout.words import Fact

LEADING = 1.15  # style.css's line height
PLAIN: Face = "barlow-400-normal"
BOLD: Face = "barlow-600-normal"
MEDIUM: Face = "barlow-condensed-500-normal"
HEAD: Face = "barlow-condensed-600-normal"
TITLE: Face = "barlow-condensed-700-normal"
LABEL_MOST = 0.6  # of the width: a wider label has its lines to itself
LABEL_LINES = 6  # a label of more is set as text, which can be divided


def height(lines: int, size: float) -> float:
    """Return the height of lines of text, mm."""
    return lines * size * LEADING * MM_PER_POINT


def clean(text: str) -> str:
    """Return the text on one line, without tabs."""
    return re.sub(r"[\t\n\r\f\v\x1c-\x1f\x85\u2028\u2029]+", " ", text).strip()


def on_a_line(text: str, face: Face, sizes: Sequence[float], room: float) -> Text | None:
    """Return the text on one line in the first of the sizes (points) that fits `room` mm; None: none does."""
    sizes = [size for size in sizes if width(text, face, size) <= room]
    return Text((text,), sizes[0]) if sizes else None


def in_lines(text: str, face: Face, sizes: Sequence[float], room: float, most: float) -> Text | None:
    """Return the text in lines, in the first of the sizes in which it is at most `most` mm high; None: none is.

    A word is broken in the smallest size only.
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


def note(fact: Fact, size: float, room: float) -> Note:
    """Return a paragraph in lines of `room` mm; its label stands before the first, a long one above."""
    label, text = clean(fact.label), clean(fact.text)
    if label and not text:
        lines = wrapped(label, BOLD, size, room)
        return Note("\n".join(lines)) if len(lines) <= LABEL_LINES else Note("", tuple(lines))
    taken = width(f"{label} ", BOLD, size) if label else 0.0
    if taken > LABEL_MOST * room:
        lines = wrapped(label, BOLD, size, room)
        if len(lines) > LABEL_LINES:
            return Note("", tuple(wrapped(f"{label} {text}", PLAIN, size, room)))
        return Note("\n".join(lines), ("", *wrapped(text, PLAIN, size, room)))
    first, rest = _first_line(text, size, room - taken)
    return Note(label, (first, *(wrapped(rest, PLAIN, size, room) if rest else ())))


def _first_line(text: str, size: float, room: float) -> tuple[str, str]:
    """Return the words that fit beside the label, and those that do not."""
    words, space = text.split(" "), width(" ", PLAIN, size)
    taken, count = -space, 0
    for word in words:
        taken += space + width(word, PLAIN, size)
        if taken > room:
            break
        count += 1
    return " ".join(words[:count]), " ".join(words[count:])
