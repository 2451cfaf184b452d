"""Taking lines of text apart where a mark stands outside quotation marks and parentheses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

BRACKET = re.compile(r'\s*\[[^\[\]"]*\]\s*$')  # the points at the end of a line: worked out anew, so not read
BULLET = re.compile(r"^(?:[-*•>]\s+|#+\s+)")


@dataclass(frozen=True, slots=True)
class Heading:
    """A line between `+` or `++`: how many there are, what stands between, what follows on the same line."""

    marks: int
    text: str
    rest: str


def plain_line(line: str) -> str:
    """Return a line without bullets and bold."""
    line = BULLET.sub("", line.strip())
    if line.startswith("**") and line.endswith("**") and len(line) > 4:
        line = line[2:-2]
    return line.strip()


def without_points(text: str) -> str:
    """Return a text without the points in square brackets at its end."""
    return BRACKET.sub("", text).strip()


def heading(line: str) -> Heading | None:
    """Return the heading that a line is, None where it is none."""
    marks = 2 if line.startswith("++") else 1 if line.startswith("+") else 0
    if not marks:
        return None
    mark = "+" * marks
    ends = [place for place in _outside(line[marks:]) if line[marks + place :].startswith(mark)]
    if not ends:
        return Heading(marks, line[marks:].strip(), "")
    end = marks + ends[0]
    return Heading(marks, line[marks:end].strip(), line[end + marks :].strip())


def split(text: str, mark: str) -> list[str]:
    """Return the parts of a text between marks outside quotation marks and parentheses, empty ones left out."""
    parts, start = [], 0
    for place in _outside(text):
        if place >= start and text.startswith(mark, place):
            parts.append(text[start:place])
            start = place + len(mark)
    return [part.strip() for part in [*parts, text[start:]] if part.strip()]


def split_once(text: str, mark: str) -> tuple[str, str]:
    """Return what stands before and after the first such mark; "" after where there is none."""
    for place in _outside(text):
        if text.startswith(mark, place):
            return text[:place].strip(), text[place + len(mark) :].strip()
    return text.strip(), ""


def _outside(text: str) -> Iterator[int]:
    """The places outside quotation marks and parentheses. A parenthesis that never closes hides nothing."""
    quoted, depth, escaped = False, 0, False
    for place, letter in enumerate(text):
        if quoted:
            quoted = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
            continue
        if letter == '"' and '"' in text[place + 1 :]:
            quoted = True
        elif letter == "(" and ")" in text[place:]:
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
        elif not depth:
            yield place
