"""Split a pasted text into lines and cells, and read names, prices and notes in them."""

import csv
import re
from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from armybuilder.lists.recognition.markup import lines_of, unmarked, without_struck
from armybuilder.own_rules.pasting.words import table_of, words_of

MOST_CHARACTERS = 100_000
MOST_LINES = 1_000
LONGEST_LINE = 400
LONGEST_BARE, LONGEST_LOOSE = 5, 8  # words of a row without a price, and with one that nothing marks
SEPARATORS = ("\t", "|", ";", ",")

FREE = ("gratis", "free")
UNIT = r"(?:punti|points|punto|point|pti|pts|pt|p)\.?"
PRICE = re.compile(rf"(?:costo |cost |prezzo |price )?([+\-−]?\d{{1,6}}(?:[.,]\d{{1,2}})?) ?(?:{UNIT})?", re.I)
AT_END = re.compile(rf"(?:[-–—:=…_]| |\.\.+)\(?([+\-−]?\d{{1,6}}(?:[.,]\d{{1,2}})?) ?(?:{UNIT})?\)?\Z", re.I)
AT_START = re.compile(rf"([+\-−]?\d{{1,6}}(?:[.,]\d{{1,2}})?) ?(?:{UNIT} ?[-–—:=]?|[-–—:=]) ?(?=\D)", re.I)
IN_MIDDLE = re.compile(rf"[ :=–—-]([+\-−]?\d{{1,6}}(?:[.,]\d{{1,2}})?) ?{UNIT} ?[,;:–—-] ?(?=\w)", re.I)
PRICED = re.compile(rf"[^\W\d][^,;/\t|]*? (?:[+\-−]?\d{{1,3}} ?(?:{UNIT})?|{'|'.join(FREE)})", re.I)
BETWEEN_ROWS = re.compile(r"[,;] | / ")
BULLET = re.compile(r"[-–—*•·>#◦▪] ?|\d{1,2}[.)] ")
IN_BRACKETS = re.compile(r"\(([^()]{1,300})\)")
GAP = re.compile(r"\t| {2,}")


class Number(NamedTuple):
    """A number as it was typed, and what it says."""

    typed: str
    value: float

    @property
    def is_whole(self) -> bool:
        return self.value == int(self.value)


class Typed(NamedTuple):
    """A line that is not blank: its number in the text, its words, and its cells if it has several."""

    number: int
    text: str
    cells: tuple[str, ...]

    @property
    def bare(self) -> str:
        """Return its words without markup."""
        return " ".join(self.cells)


class Item(NamedTuple):
    """A line of a list: a name, its price if it has one, and what else it says."""

    name: str
    points: Number | None
    note: str


def lines_in(text: str) -> list[Typed]:
    """Return the lines of a text that are not blank, with their cells. Struck-out lines are empty of cells."""
    lines = [
        (number, line)
        for number, line in enumerate(chain.from_iterable(map(_pieces, lines_of(text[:MOST_CHARACTERS]))), 1)
        if line.strip() and not _is_rule(line)
    ][:MOST_LINES]
    separator = _separator([line for _number, line in lines])
    return [
        Typed(number, line.strip("\r\n ")[:LONGEST_LINE], tuple(_cells(line[:LONGEST_LINE], separator)))
        for number, line in lines
    ]


def _pieces(line: str) -> list[str]:
    """Return the rows of a line that has several, and its heading before them: "Weapons: rifle 0, SMG 2"."""
    heading, colon, rest = line.partition(":")
    if not (colon and table_of(heading)):
        heading, rest = "", line
    pieces = [piece.strip() for piece in BETWEEN_ROWS.split(rest.strip().removesuffix("."))]
    if len(pieces) < 2 or not all(map(PRICED.fullmatch, pieces)):
        return [line]
    return [heading, *pieces] if heading else pieces


def _is_rule(line: str) -> bool:
    """Whether a line only draws a line: "-----", "|---|---|"."""
    return not any(letter.isalnum() for letter in line)


def _separator(lines: Sequence[str]) -> str:
    """Return the sign between the cells of most lines, "" if only wide gaps are."""
    for sign in SEPARATORS:
        counts = Counter(_count(line, sign) for line in lines if _count(line, sign))
        if counts and sum(counts.values()) * 2 >= len(lines) and max(counts.values()) >= min(2, len(lines)):
            return sign
    return ""


def _count(line: str, sign: str) -> int:
    """Return how often a sign is in a line; a comma within a number, or before a space in a sentence, is none."""
    if sign != ",":
        return line.count(sign)
    return sum(
        not (line[at - 1 : at].isdigit() and line[at + 1 : at + 2].isdigit())
        for at, letter in enumerate(line)
        if letter == ","
    )


def _cells(line: str, separator: str) -> list[str]:
    is_marked = unmarked(line) != line  # where markup was, gaps are
    line = without_struck(unmarked(line))[0] if separator != "|" else unmarked(line).strip(" |")
    if separator in (";", ",") and _count(line, separator):
        line = line if separator == ";" else re.sub(r"(?<=\d),(?=\d)", "\N{FULL STOP}", line)
        cells = next(csv.reader([line], delimiter=separator), [])
    elif separator and separator in line:
        cells = line.split(separator)
    else:
        cells = GAP.split(line.strip()) if not is_marked else [line]
    cells = [" ".join(cell.replace("**", "").split()) for cell in cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def number_in(cell: str) -> Number | None:
    """Return the number that a cell is, with or without a unit: "12", "4,5 pt", "+3", "5+"; "free" is 0."""
    if cell.strip().lower() in FREE:
        return Number(cell.strip(), 0)
    found = PRICE.fullmatch(cell.strip().removesuffix("+"))
    return _number(found[1]) if found else None


def item_of(text: str) -> Item:
    """Return a line of a list as a name, its price at the end or at the start, and a note."""
    bullet = BULLET.match(text)
    rest = text[bullet.end() :].strip() if bullet else text.strip()
    notes: list[str] = []
    points = None
    for inside in map(str.strip, IN_BRACKETS.findall(rest)):
        price = number_in(inside)
        if price and points is None and inside != rest:
            points = price
        else:
            notes.append(inside)
    rest = IN_BRACKETS.sub(" ", rest)
    rest = " ".join(rest.split())
    name, _, last = rest.rpartition(" ")
    if points is None and name and last.lower() in FREE:
        points, rest = Number(last, 0), name
    elif points is None and (found := AT_END.search(rest)):
        points, rest = _number(found[1]), rest[: found.start()]
    elif points is None and (found := AT_START.match(rest)):
        points, rest = _number(found[1]), rest[found.end() :]
    elif points is None and (found := IN_MIDDLE.search(rest)):
        points = _number(found[1])
        notes.append(rest[found.end() :].strip())
        rest = rest[: found.start()]
    name, colon, more = rest.partition(": ")
    if colon and points is not None and more.strip():
        rest = name
        notes.append(more.strip())
    return Item(rest.strip(" -–—:=._,;…*"), points, "; ".join(notes))


def _number(typed: str) -> Number:
    plain = typed.replace("−", "-").replace(",", ".")
    return Number(typed, float(plain))


def rounded(value: float) -> int:
    return int(value // 1) + (value % 1 >= 0.5)


def items_of(rows: Sequence[Typed], table: str) -> dict[int, Item]:
    """Return the rows of a list by the number of the line, as they are read, without those that are notes.

    A number without a sign before it is no price where others have one.
    """
    items = {line.number: (line, item_of(line.bare)) for line in rows if len(line.cells) < 2}
    sure = {number for number, (line, item) in items.items() if _is_marked(line, item)}
    are_marked = bool(sure) and len(sure) * 2 >= len(items)
    found = {}
    for number, (line, item) in items.items():
        words = len(words_of(line.bare))
        if number not in sure and words > LONGEST_LOOSE:
            continue
        if number not in sure and are_marked and not _is_free(item):
            if table == "classes" or words > LONGEST_BARE:
                continue
            item = Item(line.bare.strip(" -–—•*"), None, "")
        found[number] = item
    return found


def _is_marked(line: Typed, item: Item) -> bool:
    """Whether a line's price is marked: by a sign, a dash, dots, brackets or a unit."""
    price = item.points
    if price is None or _is_free(item):
        return False
    before, _, after = line.bare.rpartition(price.typed)
    return price.typed[0] in "+-−" or before.rstrip()[-1:] in "-–—:=…._(" or bool(after.strip(" )*."))


def _is_free(item: Item) -> bool:
    return item.points is not None and item.points.typed.isalpha()
