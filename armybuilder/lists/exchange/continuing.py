"""Join lines that belong together: words broken at the end of a line, prices of their own, gear below a priced row."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from armybuilder.lists.recognition.headings import OF_ROWS, undecorated
from armybuilder.lists.recognition.pieces import Piece, count_at, number_in, pieces_of
from armybuilder.lists.recognition.tokens import points, tokens_of
from armybuilder.lists.recognition.vocabulary import Vocabulary
from armybuilder.lists.recognition.words import ADDING, FOR, UNITS, WITH
from rules.core.catalogue.catalogue import Catalogue

BULLETS = "-–—•·*▪►‣○◦>+."
CELLS = ("\t", "|", ";")  # in tables, whose rows are joined by column
OPEN_ENDS = (" +", " &", "(", "[", " /")
PRICE = re.compile(r"[ .…:=–—(\[-]{1,40}(\d{1,4}) ?(?:p|pt|pts|pti|points|punti)?\.?[)\]]?\Z")
OF_HEADINGS = ("squad", "class", "section", "reserve", "ruleset", "format")
CARRIED = ("weapon", "kit", "leadership", "arms")
LONGEST = 300  # letters of lines that are one
LEAST_PRICE = 5  # a lower number may be a count


@dataclass(slots=True)
class Written:
    """A line: its number, its text, its content, and how far it is indented, with its bullet and without.

    `is_part`: it continues a line above. `is_under`: it may be part of the row above.
    """

    number: int
    text: str
    said: str
    depth: int = 0
    indent: int = 0
    is_part: bool = False
    is_under: bool = False


def depth_of(raw: str) -> int:
    """Return the indent of a line in letters, with its bullet."""
    line = raw.expandtabs(4)
    said = line.lstrip()
    is_calibre = said[:1] == "." and said[1:2].isdecimal()  # .50
    return len(line) - len(said if is_calibre else said.lstrip(BULLETS).lstrip())


def indent_of(raw: str) -> int:
    """Return the indent of a line in letters, without its bullet."""
    line = raw.expandtabs(4)
    return len(line) - len(line.lstrip())


def join_lines(lines: Sequence[Written], vocabulary: Vocabulary) -> None:
    """Give each line the content of the lines that continue it."""
    above: Written | None = None
    last = 0
    for line in lines:
        is_next = (
            line.number == last + 1
            and len(line.said) + len(above.said if above else "") < LONGEST
            and not any(mark in line.said for mark in CELLS)
        )
        last = line.number
        said = _joined(above, line, vocabulary) if above and is_next else ""
        if above and above.number == line.number - 1 and _is_broken(above.said, line.said, vocabulary):
            said = above.said + line.said
        if above and said:
            above.said, line.said, line.is_part = said, "", True
        elif above and is_next and _is_deeper(above, line, vocabulary):
            line.is_under = not _price_of(line.said)
            above = above if line.is_under else line
        else:
            above = line


def _joined(above: Written, line: Written, vocabulary: Vocabulary) -> str:
    """Return the content of two lines that are one, otherwise nothing."""
    end, start = above.said.rstrip(), line.said.lstrip(" .…")
    if any(mark in end for mark in CELLS) or end.startswith("+"):
        return ""
    if end[-1:] == "-" and end[-2:-1].isalpha() and start[:1].islower():
        return end[:-1] + line.said  # leader-|ship 2
    words = end.casefold().split()
    if words[1:] and (words[-1] in (*ADDING, *FOR) or end.endswith(OPEN_ENDS)):
        return f"{end} {line.said}"
    if line.said.split()[0] in WITH and count_at(pieces_of(undecorated(end), vocabulary), 0):
        return f"{end} {line.said}"  # 3 riflemen|with rifles
    price, is_price = _price_of(end), PRICE.fullmatch(f" {start}") and "=" not in line.said
    if not (is_price if not price else line.depth > above.depth):
        return ""
    pieces = pieces_of(undecorated(end), vocabulary)
    kinds = (*OF_ROWS, "class") if count_at(pieces, 0) else OF_ROWS
    if not any(piece.match and piece.match.exact and piece.kind in kinds for piece in pieces):
        return ""
    if is_price:
        return f"{end} {start}"
    gear = pieces_of(undecorated(line.said), vocabulary)
    if not _is_gear(gear, pieces, vocabulary.catalogue):
        return ""
    is_counted = count_at(gear, 0) and number_in(gear[0]) == (number_in(pieces[0]) or 1)
    carried = undecorated(line.said)[gear[1].first.start :] if is_counted else line.said
    row = end[: PRICE.search(end).start()]  # type: ignore[union-attr]
    return f"{row}{',' if ':' in row else ':'} {carried} [{price} pt]"


def _is_broken(above: str, line: str, vocabulary: Vocabulary) -> bool:
    """Whether a line is the start of the first word of the next: FUCI|LIERE 4."""
    start, *others = above.split()
    end = line.split()[0]
    if others or not (start + end).isalpha() or end[:1].isupper() > start.isupper():
        return False
    whole = vocabulary.find(tokens_of(start + end))
    return whole is not None and vocabulary.find(tokens_of(start)) is None


def _price_of(line: str) -> int:
    """Return the number at the end of a line that may be a price, otherwise 0."""
    found = PRICE.search(line)
    price = int(found[1]) if found and any(map(str.isalpha, line[: -len(found[0])])) else 0
    return price if price >= LEAST_PRICE else 0


def _is_deeper(above: Written, line: Written, vocabulary: Vocabulary) -> bool:
    """Whether a line is below a row and not below a heading. Without a price, a bullet alone does not say so."""
    if line.depth <= above.depth or (line.indent <= above.indent and not _price_of(above.said)):
        return False
    pieces = pieces_of(undecorated(above.said), vocabulary)
    is_heading = above.said.rstrip().endswith(":") or any(piece.kind in OF_HEADINGS for piece in pieces)
    return not is_heading and any(piece.kind in OF_ROWS for piece in pieces)


def _is_gear(pieces: Sequence[Piece], row: Sequence[Piece], catalogue: Catalogue) -> bool:
    """Whether a line only has the gear or the level of the men of a row: not men, no price."""
    named = [piece.match for piece in pieces if piece.match]
    counts = [number for piece in pieces if (number := number_in(piece)) is not None and not points(piece.first)]
    known = catalogue.weapon_by_id
    meant = [meaning for match in named for meaning in match.meanings]
    is_small = all(one.id in known and known[one.id].kind != "main" for one in meant)
    is_counted = count_at(pieces, 0) and not is_small
    return (
        any(match.exact for match in named)
        and all(one.kind in CARRIED for one in meant)
        and not any(points(piece.first) is not None or piece.word in UNITS for piece in pieces)
        and (not is_counted or (len(pieces) > 1 and counts[0] in (1, number_in(row[0]) or 1)))
    )
