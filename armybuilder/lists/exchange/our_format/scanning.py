"""Split lines at signs outside quotation marks and parentheses.

The text is hostile, so every function takes linear time: no regular expressions, and no slices or searches inside
loops.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

OF_POINTS = frozenset(["pt", "pts", "not", "legal", "non", "legale"])
BULLETS = ("-", "*", "•", ">")
GOES_ON = "\\"  # marks a continued line: no line that we write starts with it otherwise


@dataclass(frozen=True, slots=True)
class Heading:
    """A line between `+` or `++`: the number of signs, the text between, and the text after."""

    marks: int
    text: str
    rest: str


def joined(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield lines with their numbers, counted from 1, joined with their continuation lines."""
    first, pieces = 1, [""]
    for number, line in enumerate(lines, 1):
        if line.startswith(GOES_ON):
            pieces.append(line[len(GOES_ON) :])
            continue
        yield first, "".join(pieces)
        first, pieces = number, [line]
    yield first, "".join(pieces)


def broken(line: str, longest: int) -> Iterator[str]:
    """Yield a line in pieces of at most `longest` characters, for `joined` to join again."""
    yield line[:longest]
    step = longest - len(GOES_ON)
    for start in range(longest, len(line), step):
        yield GOES_ON + line[start : start + step]


def plain_line(line: str, keep_tabs: bool = False) -> str:
    """Return a line without bullets; without bold, if it is in our format. `keep_tabs`: before the first cell, too."""
    if keep_tabs and "\t" in line.strip():
        return line.strip(" ")
    line = _without_bullet(line.strip())
    if line.startswith("**") and line.endswith("**") and len(line) > 4 and (line[2] == "+" or "·" in line):
        line = line[2:-2]
    return line.strip()


def _without_bullet(line: str) -> str:
    rest = line[1:] if line.startswith(BULLETS) else line.lstrip("#")
    return rest.lstrip() if rest != line and rest[:1].isspace() else line


def without_points(text: str) -> str:
    """Return a text without the points in square brackets at its end, which are calculated and not read."""
    text = text.strip()
    start = text.rfind("[")
    inside = text[start + 1 : -1]
    if start < 0 or not text.endswith("]") or not _is_points(inside):
        return text
    return text[:start].rstrip()


def _is_points(text: str) -> bool:
    """Whether a text is in our brackets: points, the limit, and whether the list is legal."""
    words = "".join(letter if letter.isalnum() else " " for letter in text).split()
    no_others = all(letter.isalnum() or letter.isspace() or letter in "/,-+−" for letter in text)
    return no_others and all(word.isdecimal() or word in OF_POINTS for word in words)


def heading(line: str) -> Heading | None:
    marks = 2 if line.startswith("++") else 1 if line.startswith("+") else 0
    if not marks:
        return None
    mark = "+" * marks
    title, rest = split_once(line[marks:], mark)
    return Heading(marks, title, rest)


def split(text: str, mark: str) -> list[str]:
    """Return the parts of a text between marks outside quotation marks and parentheses, empty ones left out."""
    parts, start = [], 0
    for place in _outside(text):
        if place >= start and text.startswith(mark, place):
            parts.append(text[start:place])
            start = place + len(mark)
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def split_once(text: str, mark: str) -> tuple[str, str]:
    """Split a text at the first mark; "" after it if there is none."""
    for place in _outside(text):
        if text.startswith(mark, place):
            return text[:place].strip(), text[place + len(mark) :].strip()
    return text.strip(), ""


def _outside(text: str) -> Iterator[int]:
    """Yield the places outside quotation marks and parentheses. An unclosed mark hides nothing."""
    last_quotation_mark, last_closing = text.rfind('"'), text.rfind(")")
    quoted, depth, escaped = False, 0, False
    for place, letter in enumerate(text):
        if quoted:
            quoted = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"' and place < last_quotation_mark:
            quoted = True
        elif letter == "(" and place < last_closing:
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
        elif not depth:
            yield place
