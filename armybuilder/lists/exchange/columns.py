"""Turn tables from spreadsheets into rows in our own format.

The column decides whether a number is a count or a price. Each column gets the meaning with the best score: by the word
above it, by the kind of its words, by its numbers, and by products of numbers.
"""

import csv
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, permutations
from typing import NamedTuple

from armybuilder.lists.exchange.continuing import Written
from armybuilder.lists.exchange.our_format.words import KEYS, POINTS, said
from armybuilder.lists.recognition.pieces import HEADS, pieces_of
from armybuilder.lists.recognition.tokens import tokens_of
from armybuilder.lists.recognition.vocabulary import Vocabulary
from armybuilder.lists.recognition.words import COLUMNS, DENYING, MEN, TOTAL_WORDS
from armybuilder.spreadsheets import FORMULA
from rules.core.text import squeezed

TOTALS = frozenset(map(squeezed, TOTAL_WORDS))
CELL = re.compile(r"\S+(?: \S+)*")  # words with single spaces between them
KINDS = ("figure", "figura", "vehicle", "veicolo", "mezzo", "extra")
MARKS = ("\t", "|", ";", ",")

CLEAR_MARKS = ("\t", "|", ";")  # used between columns and rarely elsewhere

TICKS = ("yes", "y", "si", "s", "x", "ok", "n")
SLASH = " / "
BARE_MARKS = (*MARKS, SLASH)  # commas make a table only if no space follows a comma
OF_TEXT = ("name", "kind", "gear", "squad")  # columns with words
LONGEST_CELL, LEAST_SHARE = 60, 0.6  # letters of a cell, and cells of a column with the same kind of thing
MOST_OF_ONE, FEW = 12, 4  # men per row in a table without column names; no price is so low
SURE = 3  # known names of columns, beside any others
NUMBERS_AT_MOST = 5  # columns of numbers that are multiplied


class Typed(NamedTuple):
    """A typed line, its content, and the lines read from it: a table line gives a heading and a row."""

    number: int
    text: str
    said: str
    lines: tuple[str, ...]
    is_row: bool = False
    has_head: bool = False  # the table names its columns
    is_part: bool = False  # it continues a line above
    is_clear: bool = True  # the columns with text in this line have known names, or the table has none


def with_tabs(lines: Sequence[str]) -> list[str]:
    """Return lines with tabs between the columns of tables aligned by spaces."""
    result = [*lines]
    head: list[tuple[int, int]] = []
    for place, line in enumerate(lines):
        cells = [(found.start(), found.end()) for found in CELL.finditer(line)] if "  " in line else []
        if len(cells) < 2 or "\t" in line or "|" in line:
            head = head if _is_rule([line.strip()]) else []
            continue
        texts = [line[start:end] for start, end in cells]
        if _head(texts):
            head = cells
        if head:
            row = [""] * len(head)
            for (start, end), text in zip(cells, texts, strict=True):
                column = min(range(len(head)), key=lambda one: max(head[one][0] - end, start - head[one][1]))
                row[column] = f"{row[column]} {text}".strip()
            result[place] = "\t".join(row)
        elif len(cells) > 2:
            result[place] = "\t".join(texts)
    return result


def without_columns(lines: Sequence[Written], vocabulary: Vocabulary) -> list[Typed]:
    """Return the lines of a text, with rows for the lines of tables."""
    tables: dict[int, _TypedTable] = {}
    for mark in BARE_MARKS:
        for run in _runs([line.said for line in lines], mark, tables):
            tables |= _tables_of(run, mark, vocabulary)
    result: list[Typed] = []
    for place, (number, text, line) in enumerate((line.number, line.text, line.said) for line in lines):
        if lines[place].is_part:
            result.append(Typed(number, text, "", (), is_part=True))
            continue
        table = tables.get(place)
        rows, is_row = table.rows(line) if table else ([line], False)
        said = table.said(line) if table and is_row else line
        is_clear = table.is_clear(line) if table and is_row else not lines[place].is_under
        result.append(Typed(number, text, said, tuple(rows), is_row, bool(table and table.head), is_clear=is_clear))
    return result


def _runs(lines: Sequence[str], mark: str, taken: Container[int]) -> Iterator[dict[int, str]]:
    """Yield the positions of consecutive lines with a mark."""
    run: dict[int, str] = {}
    for place, line in enumerate((*lines, "")):
        if mark in line and place not in taken:
            run[place] = line
        elif run and (_is_rule([line]) or (mark in CLEAR_MARKS and mark in "".join(lines[place + 1 : place + 2]))):
            continue  # between rows, a line without columns is a heading
        elif run:
            yield run
            run = {}


def _tables_of(lines: Mapping[int, str], mark: str, vocabulary: Vocabulary) -> "dict[int, _TypedTable]":
    """Return the tables in lines, by position: below each header, otherwise a table recognised by its numbers."""
    found: dict[int, _TypedTable] = {}
    run = {place: _cells(line, mark) for place, line in lines.items()}
    heads = {
        place: columns
        for (place, cells), (_below, rule) in pairwise((*run.items(), (0, [""])))
        if (columns := _head(cells, mark == "|" and _is_rule(rule)))
    }
    for (place, columns), (stop, _columns) in pairwise((*heads.items(), (max(run, default=0) + 1, []))):
        below = [row for row in run if place < row < stop]
        columns = _meanings(columns, [run[row] for row in below], vocabulary)
        found |= dict.fromkeys((place, *below), _TypedTable(mark, columns, vocabulary, head=lines[place]))
    if found:
        return found
    bare = {place: cells for place, cells in run.items() if mark != "," or ", " not in lines[place]}
    columns = _meanings([], [*bare.values()], vocabulary)
    number = "count" if "count" in columns else "points"
    if not {"name", number} <= {*columns} or "unclear" in columns:
        return {}
    table = _TypedTable(mark, [column or "weapons" for column in columns], vocabulary)
    rows = {place: table.by_column(cells) for place, cells in bare.items()}
    rows = {place: row for place, row in rows.items() if row.get("name") and row.get(number, "").isdecimal()}
    counts = [int(row[number]) for row in rows.values()]
    is_clear = "points" in columns or min(counts, default=0) == 1 or max(counts, default=0) <= FEW
    return dict.fromkeys(rows, table) if is_clear and len(rows) > (mark not in CLEAR_MARKS) else {}


def _meanings(head: Sequence[str], rows: Sequence[list[str]], vocabulary: Vocabulary) -> list[str]:
    """Return the meaning of each column: the one with the best score. Only weapons can have several columns."""
    every = [row for row in rows if sum(map(bool, row)) > 1 and not _is_total(next(filter(None, row)))]
    width = max(map(len, (head, *every)), default=0)
    columns = [[row[place] if place < len(row) else "" for row in every] for place in range(width)]
    heads = [*head, *[""] * (width - len(head))]
    scores = [] if head else [*_of_products(columns)]
    scores += [(3.0, -place, meaning) for place, meaning in enumerate(heads) if meaning]
    texts = sum(meaning in ("", *OF_TEXT) for meaning in heads)
    most = max((len(_numbers(cells)) for cells in columns), default=0)
    kinds = [
        _kind_of(cells, vocabulary) if meaning in ("", *OF_TEXT) else ""
        for meaning, cells in zip(heads, columns, strict=True)
    ]
    for place, (meaning, cells, kind) in enumerate(zip(heads, columns, kinds, strict=True)):
        is_other = meaning != "name" or any(one in HEADS for one in kinds)  # the men are in another column
        if kind == "class" and "class" not in head and texts > 1 and is_other:
            scores.append((4.0, -place, "class"))
        if kind == "weapon":
            scores.append((2.5, -place, "weapons"))
        if cells and not head:
            filled = sum(map(_has_letter, cells)) / len(cells)
            scores.append((filled * (2.0 if kind in HEADS else 0.6), -place, "name"))
        if not meaning:
            scores += [(score, -place, said) for said, score in _of_numbers(_numbers(cells), most)]
    chosen, taken = [""] * width, {""}
    for _score, place, meaning in sorted(scores, reverse=True):
        if not chosen[-place] and meaning not in taken:
            chosen[-place] = meaning
            taken.add("" if meaning in ("weapons", "number") else meaning)
    if "name" not in taken:
        until = chosen.index("weapons") if "weapons" in chosen else width
        named = [place for place, cells in enumerate(columns[: until + 1]) if any(map(_has_letter, cells))]
        fitting = [place for said in ("kind", "gear", "", "squad") for place in named if chosen[place] == said]
        for place in fitting[:1]:
            chosen[place] = "name"
    return chosen


def _of_numbers(numbers: Sequence[int], most: int) -> Iterator[tuple[str, float]]:
    """Yield the possible meanings of numbers; the most numbers in a column are `most`."""
    if 3 * len(numbers) < max(1, most):
        return
    mean = sum(numbers) / len(numbers)
    if numbers == [*range(1, len(numbers) + 1)] and len(numbers) > 1:
        yield "number", 2.0  # the numbers of the rows
    if 1 <= min(numbers) <= max(numbers) <= MOST_OF_ONE:
        is_count = 3 * len(numbers) >= 2 * most
        yield ("count" if is_count else "unclear"), 1.9 - mean / 100
    if max(numbers) > MOST_OF_ONE:
        yield "points", 1.0 + mean / 1_000
    yield "number", 0.5


def _of_products(columns: Sequence[Sequence[str]]) -> Iterator[tuple[float, int, str]]:
    """Yield the meanings of three columns of numbers if the first two make the third in every row."""
    numbers = {place: _numbers(cells) for place, cells in enumerate(columns)}
    full = [place for place, found in numbers.items() if len(found) == len(columns[place]) > 1]
    for count, each, points in permutations(full[:NUMBERS_AT_MOST], 3):
        rows = [*zip(numbers[count], numbers[each], numbers[points], strict=True)]
        if all(one * price == total for one, price, total in rows) and max(numbers[count]) <= MOST_OF_ONE:
            yield from ((3.0, -count, "count"), (3.0, -each, "each"), (3.0, -points, "points"))


def _kind_of(cells: Sequence[str], vocabulary: Vocabulary) -> str:
    """Return the kind of thing in most cells of a column."""
    said = [*filter(_has_letter, cells)]
    kinds = Counter(
        piece.kind
        for cell in said
        for piece in pieces_of(cell[:LONGEST_CELL], vocabulary, misspelt=False)[:1]
        if piece.kind
    )
    kind, most = next(iter(kinds.most_common(1)), ("", 0))
    return kind if most and most >= LEAST_SHARE * len(said) else ""


def _has_letter(cell: str) -> bool:
    return any(map(str.isalpha, cell))


def _is_total(cell: str) -> bool:
    """Whether a cell marks its row as a total: total, total men."""
    first, _, rest = cell.strip("*_ ").partition(" ")
    return squeezed(cell) in TOTALS or (squeezed(first) in TOTALS and rest.casefold() in MEN)


def _numbers(cells: Iterable[str]) -> list[int]:
    return [int(cell) for cell in cells if cell.isascii() and cell.isdecimal() and len(cell) <= 4]


def _is_rule(cells: Sequence[str]) -> bool:
    """Whether cells are the line under a table header: |---|:-:|."""
    return bool(cells) and all(cell and not cell.strip(":-–+|= ") for cell in cells)


def _head(cells: Sequence[str], is_ruled: bool = False) -> list[str]:
    """Return the meaning of columns named in cells. At least two must be known; otherwise return nothing.

    `is_ruled`: a line under the cells marks them as column names.
    """
    columns = [COLUMNS.get(squeezed(cell), "") for cell in cells]
    known = {column for column in columns if column}
    if is_ruled and len(cells) > 1 and sum(map(bool, cells)) > 1:
        return columns
    least = min(SURE, sum(map(bool, cells)) / 2)
    is_head = len(known) >= max(2, least) and not any(map(str.isdecimal, cells))
    return columns if is_head and known & {"count", "points", "each", "weapons", "class"} else []


def _cells(line: str, mark: str) -> list[str]:
    text = line.strip("\ufeff")
    text = text.strip(" |") if mark == "|" else text
    if mark == SLASH:
        text, mark = text.replace(SLASH, "\t"), "\t"
    cells = next(csv.reader([text], delimiter=mark), [])
    return [_harmless(cell.strip()) for cell in cells]


def _is_tick(cell: str) -> bool:
    """Whether a cell only says yes or no, or a number."""
    return not any(map(str.isalpha, cell)) or squeezed(cell) in (*TICKS, *DENYING)


def _harmless(cell: str) -> str:
    """Return a cell without the mark that we write before a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


class _TypedTable:
    """A table with known columns. `columns` has the meaning of each, "" if unknown; `head` is its header."""

    def __init__(self, mark: str, columns: Sequence[str], vocabulary: Vocabulary, head: str = "") -> None:
        self.mark, self.columns, self.vocabulary, self.head = mark, columns, vocabulary, head
        self.squad: tuple[str, str] = ("", "")

    def by_column(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the meaningful cells, by column."""
        row: dict[str, str] = {}
        for column, cell in zip(self.columns, cells, strict=False):
            is_none = column in ("weapons", "gear") and (
                squeezed(cell) in DENYING or (cell[:1] == "+" and cell[1:].isdecimal())  # +7, in the price
            )
            if column and any(map(str.isalnum, cell)) and not is_none:
                row[column] = f"{row[column]}, {cell}" if column == "weapons" and column in row else cell
        return row

    def said(self, line: str) -> str:
        """Return the cells of a row, without its squad and those that only say “none”."""
        cells = enumerate(_cells(line, self.mark))
        said = ((self.column(place), cell) for place, cell in cells if cell)
        words = (
            cell for column, cell in said if column != "squad" and (column or not _is_tick(cell) or cell.isdecimal())
        )
        return " | ".join(cell for cell in words if squeezed(cell) not in DENYING)

    def is_clear(self, line: str) -> bool:
        """Whether each cell of a line has a column with a known name."""
        names = [COLUMNS.get(squeezed(cell), "") for cell in _cells(self.head, self.mark)] if self.head else []
        known = [name or said == "number" for name, said in zip(names, self.columns, strict=False)]
        return all(one or not cell for one, cell in zip(known, _cells(line, self.mark), strict=False))

    def rows(self, line: str) -> tuple[list[str], bool]:
        """Return a table line in our own format, with the heading of a new squad; and whether it is a row."""
        cells = _cells(line, self.mark)
        said = [cell for cell in cells if any(map(str.isalnum, cell))]
        if not said or line == self.head:
            return [], False  # |---|---|
        row = self.by_column(cells)
        points = row.get("points", "") or row.get("each", "")
        total = next((cell for cell in said if _is_total(cell)), "")
        if total or (points and not any(letter.isalpha() for cell in said for letter in cell)):
            return [f"{total or TOTAL_WORDS[0]} {points}"], True
        if len(said) == 1 < len(self.columns) - 1:
            return said, False
        if len(said) == 2 and not points and self.is_class(said[1]):
            return [f"+ {said[0]} · {said[1]} +"], False
        others = [cell for place, cell in enumerate(cells) if not self.column(place) and not _is_tick(cell)]
        if row.get("kind") and squeezed(row["kind"]) not in KINDS:
            others.append(row["kind"])
        return [*self.heading(row), " | ".join(filter(None, (self.row(row, points), *others)))], True

    def is_class(self, cell: str) -> bool:
        """Whether a cell only has the name of a class."""
        pieces = pieces_of(cell[:LONGEST_CELL], self.vocabulary, misspelt=False)
        return len(pieces) == 1 and pieces[0].kind == "class"

    def column(self, place: int) -> str:
        return self.columns[place] if place < len(self.columns) else ""

    def heading(self, row: dict[str, str]) -> Iterator[str]:
        squad, class_ = row.get("squad", ""), row.get("class", "")
        if squad and squad != self.squad[0]:
            troops = f" · {said(class_)}" if class_ else ""
            yield f"+ {said(squad)}{troops} +"
            self.squad = (squad, class_)

    def row(self, row: dict[str, str], points: str) -> str:
        """Return the row as text: `4x Rifleman: Rifle [40 pt]`."""
        words = [_all_of_one(row[column]) for column in ("weapons", "gear") if row.get(column)]
        if row.get("class") and row["class"] != self.squad[1] and squeezed(row["class"]) not in KINDS:
            words.append(f"{KEYS['class'].en} {said(row['class'])}")
        if row.get("leadership"):
            words.append(f"{KEYS['leadership'].en} {row['leadership']}")
        if row.get("combat"):
            words.append(f"{KEYS['combat value'].en} {row['combat']}")
        if row.get("notes"):
            words.append(f"{KEYS['notes'].en} {said(row['notes'])}")
        count = f"{row['count']}x " if row.get("count", "").isdecimal() else f"{row.get('count', '')} ".lstrip()
        said_words = f": {', '.join(words)}" if words else ""
        return f"{count}{row.get('name', '')}{said_words}{_price(points)}"


def _all_of_one(weapons: str) -> str:
    """Return weapons in the same cell as those of one man: M4 + M203."""
    for sign in ("+", "&", " e ", " and "):
        weapons = weapons.replace(sign, " with ")
    return weapons


def _price(points: str) -> str:
    """Return the points of a row in our brackets; other cells are unchanged."""
    numbers = [token for token in tokens_of(points) if token.is_number]
    if len(numbers) != 1:
        return f" {points}" if points else ""
    sign = "-" if numbers[0].before.endswith(("-", "−")) else ""
    return f" [{sign}{numbers[0].key} {POINTS.en}]"
