"""Turn tables from spreadsheets into rows in our own format.

The column decides whether a number is a count or a price. The first line can name the columns; otherwise the numbers
distinguish them.
"""

import csv
import re
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from armybuilder.lists.exchange.table import FORMULA
from armybuilder.lists.exchange.words import KEYS, POINTS, said
from armybuilder.lists.recognition.pieces import pieces_of
from armybuilder.lists.recognition.tokens import tokens_of
from armybuilder.lists.recognition.vocabulary import Vocabulary
from armybuilder.lists.recognition.words import COLUMNS, DENYING, MEN, TOTAL_WORDS
from rules.core.text import squeezed

TOTALS = frozenset(map(squeezed, TOTAL_WORDS))
CELL = re.compile(r"\S+(?: \S+)*")  # words with single spaces between them
KINDS = ("figure", "figura", "vehicle", "veicolo", "mezzo", "extra")
MARKS = ("\t", "|", ";", ",")

CLEAR_MARKS = ("\t", "|", ";")  # used between columns and rarely elsewhere

SLASH = " / "
BARE_MARKS = (*MARKS, SLASH)  # commas make a table only if no space follows a comma
OF_TEXT = ("name", "kind", "gear", "squad")  # columns with words
LONGEST_CELL, LEAST_SHARE = 60, 0.6  # letters of a cell, and cells of a column with the same kind of thing
MOST_OF_ONE, FEW = 12, 4  # men per row in a table without column names; no price is so low

Numbered = tuple[int, str, str]  # the number of a line, its text, and its content


class Typed(NamedTuple):
    """A typed line, its content, and the lines read from it: a table line gives a heading and a row."""

    number: int
    text: str
    said: str
    lines: tuple[str, ...]
    is_row: bool = False
    has_head: bool = False  # the table names its columns


def with_tabs(lines: Sequence[str]) -> list[str]:
    """Return lines with tabs between the columns of tables aligned by spaces."""
    result = [*lines]
    head: list[tuple[int, int]] = []
    for place, line in enumerate(lines):
        cells = [(found.start(), found.end()) for found in CELL.finditer(line)] if "  " in line else []
        if len(cells) < 2 or "\t" in line or "|" in line:
            head = []
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


def without_columns(lines: Sequence[Numbered], vocabulary: Vocabulary) -> list[Typed]:
    """Return the lines of a text, with rows for the lines of tables."""
    tables: dict[int, _TypedTable] = {}
    for mark in BARE_MARKS:
        for run in _runs([line for _number, _text, line in lines], mark, tables):
            tables |= _tables_of(run, mark, vocabulary)
    result: list[Typed] = []
    for place, (number, text, line) in enumerate(lines):
        table = tables.get(place)
        rows, is_row = table.rows(line) if table else ([line], False)
        said = table.said(line) if table and is_row else line
        result.append(Typed(number, text, said, tuple(rows), is_row, bool(table and table.head)))
    return result


def _runs(lines: Sequence[str], mark: str, taken: Container[int]) -> Iterator[dict[int, str]]:
    """Yield the positions of consecutive lines with a mark."""
    run: dict[int, str] = {}
    for place, line in enumerate((*lines, "")):
        if mark in line and place not in taken:
            run[place] = line
        elif run and (
            _is_rule([line]) or (mark in CLEAR_MARKS and mark in "".join(lines[place + 1 : place + 2]))
        ):
            continue  # between rows, a line without columns is a heading
        elif run:
            yield run
            run = {}


def _tables_of(lines: Mapping[int, str], mark: str, vocabulary: Vocabulary) -> "dict[int, _TypedTable]":
    """Return the tables in lines, by position: tables with a header, otherwise a table recognised by its numbers."""
    found: dict[int, _TypedTable] = {}
    run = {place: _cells(line, mark) for place, line in lines.items()}
    heads = {
        place: columns
        for (place, cells), (_below, rule) in pairwise((*run.items(), (0, [""])))
        if (columns := _head(cells, mark == "|" and _is_rule(rule)))
    }
    for (place, columns), (stop, _columns) in pairwise((*heads.items(), (max(run, default=0) + 1, []))):
        below = [row for row in run if place < row < stop]
        table = _TypedTable(
            mark, _by_content(columns, [run[row] for row in below], vocabulary), head=lines[place]
        )
        found |= dict.fromkeys((place, *below), table)
    if found:
        return found
    bare = {place: cells for place, cells in run.items() if mark != "," or ", " not in lines[place]}
    numbered = _bare_table(bare, mark, vocabulary)
    return {place: numbered for place, cells in bare.items() if numbered and numbered.fits(cells)}


def _by_content(columns: Sequence[str], rows: Sequence[list[str]], vocabulary: Vocabulary) -> list[str]:
    """Return the meaning of columns, from their cells if the header is missing or wrong."""
    meant = [*columns]
    for place, column in enumerate(_number_columns(columns, rows)):
        meant[place] = column
    texts = [place for place, column in enumerate(columns) if column in ("", *OF_TEXT)]
    kinds = {place: _kind_of([row[place] for row in rows if place < len(row)], vocabulary) for place in texts}
    for place in texts:
        if kinds[place] == "class" and "class" not in meant and len(texts) > 1:
            meant[place] = "class"
        elif kinds[place] == "weapon" and "weapons" not in meant and len(texts) > 1:
            is_other = meant[place] == "" or meant.count("name") > 1
            meant[place] = "weapons" if is_other else meant[place]
    for place in texts:
        if meant[place] in ("name", "kind") and meant[place] in meant[:place]:
            meant[place] = ""
    if "name" not in meant:
        until = meant.index("weapons") if "weapons" in meant else len(meant)
        fitting = [
            place
            for column in ("kind", "gear", "", "squad")
            for place in texts
            if meant[place] == column and place <= until
        ]
        if fitting:
            meant[fitting[0]] = "name"
    return meant


def _number_columns(columns: Sequence[str], rows: Sequence[list[str]]) -> list[str]:
    """Return columns with a meaning for unknown numbers: smaller numbers are counts, larger numbers are prices."""
    meant = [*columns]
    numbers = {place: _numbers(rows, place) for place, column in enumerate(columns) if not column}
    unknown = sorted((sum(found) / len(found), place) for place, found in numbers.items() if found)
    if unknown and "count" not in meant and max(numbers[unknown[0][1]]) <= MOST_OF_ONE:
        meant[unknown.pop(0)[1]] = "count"
    if unknown and "points" not in meant and "each" not in meant:
        meant[unknown.pop()[1]] = "points"
    return meant


def _kind_of(cells: Sequence[str], vocabulary: Vocabulary) -> str:
    """Return the kind of thing in most cells of a column."""
    said = [cell for cell in cells if any(map(str.isalpha, cell))]
    kinds = Counter(
        piece.kind
        for cell in said
        for piece in pieces_of(cell[:LONGEST_CELL], vocabulary, misspelt=False)[:1]
        if piece.kind
    )
    kind, most = next(iter(kinds.most_common(1)), ("", 0))
    return kind if most and most >= LEAST_SHARE * len(said) else ""


def _bare_table(run: Mapping[int, list[str]], mark: str, vocabulary: Vocabulary) -> "_TypedTable | None":
    """Return the table in lines: smaller numbers are counts, the largest are total prices."""
    width = max(map(len, run.values()), default=0)
    rows = [cells for cells in run.values() if not _is_total(next(filter(None, cells), ""))]
    found = {column: _numbers(rows, column) for column in range(width)}
    numbers = {column: men for column, men in found.items() if men and len(men) >= len(rows) / 3}
    if not numbers:
        return None
    count, *prices = sorted(numbers, key=lambda column: sum(numbers[column]) / len(numbers[column]))
    men = numbers[count]
    fewest, most = min(men), max(men)
    says_many = 3 * len(men) >= 2 * len(numbers[prices[-1]]) if prices else fewest == 1 or most <= FEW
    numbers_lines = count == 0 and len(men) > 1 and men == list(range(1, len(men) + 1))
    says_costs = not prices and fewest > FEW and most > MOST_OF_ONE
    is_counted = says_many and not numbers_lines and 1 <= fewest <= most <= MOST_OF_ONE
    if not is_counted and not says_costs:
        return None
    columns = ["number" if column in numbers else "" for column in range(width)]
    columns[count] = "points" if says_costs else "count"
    if prices:
        columns[prices[-1]] = "points"
    columns = _by_content(columns, rows, vocabulary)
    if "name" not in columns:
        return None
    columns = [column or "weapons" for column in columns]
    return _TypedTable(mark, columns, frozenset(prices[:-1]))


def _is_total(cell: str) -> bool:
    """Whether a cell marks its row as a total: total, total men."""
    first, _, rest = cell.strip("*_ ").partition(" ")
    return squeezed(cell) in TOTALS or (squeezed(first) in TOTALS and rest.casefold() in MEN)


def _numbers(rows: Iterable[list[str]], column: int) -> list[int]:
    cells = (row[column] for row in rows if column < len(row))
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
    is_head = (
        len(known) >= 2 and 2 * len(known) >= sum(map(bool, cells)) and not any(map(str.isdecimal, cells))
    )
    return columns if is_head and known & {"count", "points", "each", "weapons", "class"} else []


def _cells(line: str, mark: str) -> list[str]:
    text = line.strip("\ufeff")
    text = text.strip(" |") if mark == "|" else text
    if mark == SLASH:
        text, mark = text.replace(SLASH, "\t"), "\t"
    cells = next(csv.reader([text], delimiter=mark), [])
    return [_harmless(cell.strip()) for cell in cells]


def _harmless(cell: str) -> str:
    """Return a cell without the mark that we write before a formula."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


class _TypedTable:
    """A table with known columns. `columns` has the meaning of each, "" if unknown.

    `skipped` are redundant columns, such as the price of each beside the price of all. `head` is
    the line above the rows.
    """

    def __init__(
        self, mark: str, columns: Sequence[str], skipped: Collection[int] = (), head: str = ""
    ) -> None:
        self.mark, self.columns, self.skipped, self.head = mark, columns, skipped, head
        self.squad: tuple[str, str] = ("", "")

    def fits(self, cells: Sequence[str]) -> bool:
        """Whether a line has a name, and a number in a count or price column."""
        row = self.by_column(cells)
        number = row.get("count" if "count" in self.columns else "points", "")
        return bool(row.get("name")) and number.isdecimal()

    def by_column(self, cells: Sequence[str]) -> dict[str, str]:
        """Return the meaningful cells, by column."""
        row: dict[str, str] = {}
        for column, cell in zip(self.columns, cells, strict=False):
            is_none = column in ("weapons", "gear") and squeezed(cell) in DENYING
            if column and any(map(str.isalnum, cell)) and not is_none:
                row[column] = f"{row[column]}, {cell}" if column == "weapons" and column in row else cell
        return row

    def said(self, line: str) -> str:
        """Return the cells of a line, without those that only say “none”."""
        return " | ".join(cell for cell in _cells(line, self.mark) if cell and squeezed(cell) not in DENYING)

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
        others = [
            cell
            for place, cell in enumerate(cells)
            if cell in said and not self.column(place) and place not in self.skipped
        ]
        if row.get("kind") and squeezed(row["kind"]) not in KINDS:
            others.append(row["kind"])
        return [*self.heading(row), " | ".join([self.row(row, points), *others])], True

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
        count = (
            f"{row['count']}x " if row.get("count", "").isdecimal() else f"{row.get('count', '')} ".lstrip()
        )
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
