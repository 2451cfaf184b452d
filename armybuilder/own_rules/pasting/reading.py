"""Read a pasted price table: what each line is, and the few questions that only its author can answer.

Every line that is not blank becomes a heading, a row, or a note of the game. An answer is asked for only where the text
leaves something open, and every question has an answer already.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext, ngettext
from django_stubs_ext import StrOrPromise

from armybuilder.lists.exchange.preview import Asked, Choice
from armybuilder.own_rules.pasting.cells import (
    LONGEST_BARE,
    Item,
    Number,
    Typed,
    item_of,
    items_of,
    lines_in,
    number_in,
    rounded,
)
from armybuilder.own_rules.pasting.columns import MOST_COLUMNS, Column, columns_of, keep_one, role_by_head
from armybuilder.own_rules.pasting.words import KINDS, NAMES, POINTS, is_note, limit_in, table_of, words_of
from rules.cells import LONGEST_NAME, LONGEST_TEXT
from rules.core.catalogue.catalogue import StatFormat, written
from rules.core.text import shown
from rules.own.columns import MOST_MEN, TABLES

Sort = Literal["name", "heading", "row", "note"]
NOTE_FIELDS = {"classes": "reading", "weapons": "note", "vehicles": "note", "extras": "text"}
WITHOUT_POINTS = ("kit", "sides")
SHOWN_IN_A_QUESTION = 40


class ReadStat(NamedTuple):
    """A number of troops: the name of its column, and how that writes numbers."""

    name: str
    value: int
    format: StatFormat = "number"

    @property
    def written(self) -> str:
        return written(self.value, self.format)


class Entry(NamedTuple):
    """A row of the game: its table, its name, and its cells. `times`: 2 if all prices are doubled."""

    table: str
    name: str
    price: Number | None = None
    stats: tuple[ReadStat, ...] = ()
    note: str = ""
    times: int = 1
    troops: str = ""  # of a ready-made squad: the beginning of their name
    men: int = 0

    @property
    def points(self) -> int | None:
        """Return the price as a whole number."""
        return None if self.price is None else rounded(self.times * self.price.value)

    @property
    def typed(self) -> str:
        """Return a price that is no whole number, as it was typed."""
        return "" if self.price is None or self.price.is_whole else self.price.typed

    @property
    def label(self) -> StrOrPromise:
        return TABLES[self.table].label


class Line(NamedTuple):
    """A line of the text and its result, as the preview of imports shows it (`lists/_import_line.html`)."""

    number: int
    text: str
    sort: Sort
    entry: Entry | None = None
    heading: StrOrPromise = ""
    asked: tuple[Asked, ...] = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Return its result in words: its name, with its price, its table, numbers and note."""
        row: dict[str, Any] = {"asked": self.asked}
        if self.entry:
            stats = (f"{stat.name} {stat.written}" for stat in self.entry.stats)
            gear = filter(None, [str(self.entry.label), *stats, self.entry.note])
            row |= {"name": self.entry.name, "gear": list(gear), "points": self.entry.points}
            row["typed"] = self.entry.typed or None
        elif self.sort == "heading":
            row |= {"name": str(self.heading), "gear": [gettext("heading")], "is_squad": True}
        elif self.sort == "name":
            row |= {"name": self.text, "gear": [gettext("Name of the game")]}
        return [row]

    @property
    def notes(self) -> list[str]:
        return [self.text] if self.sort == "note" else []

    @property
    def kind(self) -> str:
        """Return its mark."""
        is_guess = self.asked or (self.entry and self.entry.typed)
        return "is-guess" if is_guess else "is-note" if self.sort == "note" else ""


class Reading(NamedTuple):
    """A pasted text as it is understood. `doubled`: all prices were doubled, because some had halves."""

    name: str
    lines: list[Line]
    blocks: "list[Block]"
    doubled: bool

    @property
    def entries(self) -> list[Entry]:
        return [line.entry for line in self.lines if line.entry]

    @property
    def questions(self) -> list[Asked]:
        return [asked for line in self.lines for asked in line.asked]

    @property
    def notes(self) -> list[str]:
        return [line.text for line in self.lines if line.sort == "note"]

    @property
    def limit(self) -> int | None:
        """Return the limit of points that a note says."""
        return next((limit for note in self.notes if (limit := limit_in(note))), None)

    @property
    def has_points(self) -> bool:
        return any(entry.price for entry in self.entries)

    @property
    def counts(self) -> list[tuple[StrOrPromise, int]]:
        """Return how many rows each table gets, with its name."""
        tables = [entry.table for entry in self.entries]
        return [(table.label, tables.count(name)) for name, table in TABLES.items() if name in tables]


@dataclass
class Block:
    """Rows below a heading, which can have two lines. `is_titled`: the heading says which table they belong to."""

    number: int
    table: str
    is_titled: bool = False
    headings: list[Typed] = field(default_factory=list)
    head: Sequence[str] = ()
    rows: list[Typed] = field(default_factory=list)
    columns: list[Column] = field(default_factory=list)

    @property
    def samples(self) -> Sequence[Sequence[str]]:
        """Return the cells of its first rows."""
        return [line.cells[: len(self.columns)] for line in self.rows if len(line.cells) > 1][:3]


def read_paste(text: str, answers: Mapping[str, str]) -> Reading:
    """Return what a pasted text says, with the answers so far: to questions, and the menus of columns."""
    reader = _Reader(answers)
    lines = lines_in(text)
    for place, line in enumerate(lines):
        begins = place == 0 and len(line.cells) == 1 and _begins(lines[1:2], _heading(line))
        reader.sort(line, is_name=begins)
    doubled = reader.read_blocks()
    made = [
        reader.lines.get(line.number, Line(line.number, line.text, "note"))._replace(
            asked=tuple(reader.asked.get(line.number, ()))
        )
        for line in lines
    ]
    return Reading(reader.title, made, reader.blocks, doubled)


class _Reader:
    """Sorts lines into blocks, and reads their rows. `lines`: those that are no notes; `asked`: by line."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.title = ""
        self.blocks: list[Block] = []
        self.lines: dict[int, Line] = {}
        self.asked: dict[int, list[Asked]] = {}

    def sort(self, line: Typed, *, is_name: bool) -> None:
        """Take a line as the name of the game, a heading, or a row of the block above."""
        block = self.blocks[-1] if self.blocks else None
        is_named = block is not None and "kind" in map(role_by_head, block.head) and len(line.cells) > 1
        table = "" if is_named else _heading(line)
        if is_name:
            self._name(line)
        elif table or (_is_head(line) and not is_named):
            if table or block is None or block.rows:
                before = block or Block(0, "classes")
                is_titled = bool(table) or before.is_titled
                block = Block(len(self.blocks) + 1, table or before.table, is_titled)
                self.blocks.append(block)
            block.headings.append(line)
            if len(line.cells) > 1 or not table:
                block.head = line.cells
        elif _is_row(line, block):
            if block is None:
                self.blocks.append(block := Block(1, "classes"))
            block.rows.append(line)
        elif block is None and not self.title:
            self._name(line)

    def _name(self, line: Typed) -> None:
        """Take the name of the game from a line, without what follows a dash, a colon or a bracket."""
        first = re.split(r" [–—-] |[:(]", line.text, maxsplit=1)[0]
        self.title = shown(first.strip(" #*_=-"), LONGEST_NAME)
        self.lines[line.number] = Line(line.number, line.text, "name")

    def read_blocks(self) -> bool:
        """Read the rows of all blocks. Return whether their prices are doubled."""
        found: dict[int, tuple[Typed, Entry]] = {}
        for block in self.blocks:
            items = items_of(block.rows, block.table)
            block.rows = [line for line in block.rows if len(line.cells) > 1 or line.number in items]
            cells = [line.cells for line in block.rows if len(line.cells) > 1]
            menus = [self.answers.get(f"column-{block.number}-{at}", "") for at in range(MOST_COLUMNS)]
            block.columns = columns_of(cells, block.head, block.table, menus)
            self._ask_table(block)
            self._ask_price(block)
            found |= {line.number: (line, entry) for line, entry in _entries(block, items)}
            for line in block.headings:
                heading = TABLES[block.table].label
                self.lines[line.number] = Line(line.number, line.text, "heading", heading=heading)
        times = self._ask_times(found)
        troops = {singular(it.name): it.price for _line, it in found.values() if it.table == "classes"}
        for number, (line, entry) in found.items():
            made = self._squad(line, entry, troops)
            if made:
                self.lines[number] = Line(number, line.text, "row", made._replace(times=times))
        return times > 1

    def ask(self, line: int, key: str, sentence: str, options: Sequence[tuple[str, StrOrPromise]]) -> str:
        """Ask a question, and return the answer: the first option unless another was chosen."""
        chosen = self.answers.get(key, "")
        answer = chosen if chosen in dict(options) else options[0][0]
        choices = tuple(Choice(value, str(words), value == answer) for value, words in options)
        self.asked.setdefault(line, []).append(Asked(key, sentence, choices, answered=True))
        return answer

    def _ask_table(self, block: Block) -> None:
        """Ask which table the rows of a block without a heading belong to."""
        if block.is_titled or not block.rows or any(column.role == "kind" for column in block.columns):
            return
        line = block.rows[0]
        first = line.cells[0] if len(line.cells) > 1 else item_of(line.bare).name
        sentence = ngettext(
            "There is no heading above “%(first)s”. What is it?",
            "There is no heading above the %(count)s rows from “%(first)s”. What are they?",
            len(block.rows),
        ) % {"first": shown(first, SHOWN_IN_A_QUESTION), "count": len(block.rows)}
        tables = ("classes", "weapons", "vehicles", "extras", "roles")
        options = [(table, TABLES[table].label) for table in tables]
        block.table = self.ask(line.number, f"table-{block.number}", sentence, options)

    def _ask_price(self, block: Block) -> None:
        """Ask which column is the price, if several could be."""
        columns = [column for column in block.columns if column.may_be_price]
        if len(columns) < 2:
            return
        options: list[tuple[str, StrOrPromise]] = [
            (str(at), column.name or gettext("Column %(number)s") % {"number": at + 1})
            for at, column in enumerate(block.columns)
            if column in columns
        ]
        sentence = ngettext(
            "There is a price in %(count)s column. Which counts?",
            "There are prices in %(count)s columns. Which counts?",
            len(options),
        ) % {"count": len(options)}
        chosen = block.columns[int(self.ask(block.rows[0].number, f"price-{block.number}", sentence, options))]
        chosen.role = "points"
        keep_one(block.columns, "points", chosen)

    def _squad(self, line: Typed, entry: Entry, troops: Mapping[str, Number | None]) -> Entry | None:
        """Return a row, or the ready-made squad or None for a note that a number of men with their price can be."""
        many, _, men = entry.name.partition(" ")
        price = troops.get(singular(men)) if many.isdigit() else None
        if price is None or entry.price is None:
            return entry
        facts = {"line": shown(line.text, SHOWN_IN_A_QUESTION), "count": many, "price": price.typed}
        options: list[tuple[str, StrOrPromise]] = [
            ("squad", gettext("a ready-made squad, %(count)s × %(price)s") % facts),
            ("row", gettext("troops at this price")),
            ("note", gettext("a note")),
        ]
        if int(many) * price.value != entry.price.value or not 0 < int(many) <= MOST_MEN:
            options.pop(0)
        answer = self.ask(line.number, f"squad-{line.number}", gettext("“%(line)s” is:") % facts, options)
        if answer == "squad":
            return Entry("ready_squads", entry.name, troops=singular(men), men=int(many))
        return entry if answer == "row" else None

    def _ask_times(self, found: Mapping[int, tuple[Typed, Entry]]) -> int:
        """Ask what to do with prices that are no whole numbers. Return what all prices are multiplied by."""
        halves = [(line, entry.price) for line, (_typed, entry) in found.items() if entry.typed]
        if not halves:
            return 1
        line, price = halves[0]
        assert price
        options: list[tuple[str, StrOrPromise]] = [
            ("round", gettext("Round it: %(number)s") % {"number": rounded(price.value)}),
            ("double", gettext("Double all prices and the limit")),
        ]
        sentence = gettext("%(typed)s is not a whole number, and prices are.") % {"typed": price.typed}
        return 2 if self.ask(line, "halves", sentence, options) == "double" else 1


def _begins(following: Sequence[Typed], table: str) -> bool:
    """Whether the second line begins a table, another than the first: the first is the name of the game."""
    return any(_heading(line) not in ("", table) or (not table and _is_head(line)) for line in following)


def _heading(line: Typed) -> str:
    """Return the table that a line begins, "" if it is no heading."""
    first = line.cells[0] if line.cells else ""
    if len(words_of(first)) > 4 or any(map(number_in, line.cells)) or item_of(line.bare).points:
        return ""
    return table_of(first)


def _is_head(line: Typed) -> bool:
    """Whether a line names columns."""
    words = {word for cell in line.cells for word in words_of(cell)}
    if any(map(number_in, line.cells)):
        return False
    is_price = len(line.cells) == 1 and words <= POINTS
    return is_price or (len(line.cells) > 1 and not words.isdisjoint(NAMES | POINTS | KINDS))


def _is_row(line: Typed, block: Block | None) -> bool:
    if len(line.cells) > 1:
        return any(map(number_in, line.cells)) or (block is not None and bool(block.head))
    if item_of(line.bare).points:
        return True
    return block is not None and block.table in WITHOUT_POINTS and len(words_of(line.bare)) <= LONGEST_BARE


def _entries(block: Block, items: Mapping[int, Item]) -> Iterator[tuple[Typed, Entry]]:
    """Yield the rows of a block. A row without a table of its own is in that of the row above."""
    table = block.table
    for line in block.rows:
        if len(line.cells) > 1:
            entry = _from_cells(line.cells, block, table)
            table = entry.table
        else:
            item = items[line.number]
            entry = Entry(block.table, item.name, item.points, note=item.note)
        if entry.price and entry.table in WITHOUT_POINTS:
            entry = entry._replace(table="weapons")  # of what a man carries, only weapons have prices
        if entry.name:
            name, note = shown(entry.name, LONGEST_NAME), shown(entry.note, LONGEST_TEXT)
            yield line, entry._replace(name=name, note=note)


def _from_cells(cells: Sequence[str], block: Block, table: str) -> Entry:
    name, price = "", None
    stats: list[ReadStat] = []
    notes: list[str] = []
    for column, cell in zip(block.columns, cells, strict=False):
        number = number_in(cell)
        match column.role:
            case "name":
                name = cell
            case "points" if number:
                price = number
            case "stat" if number and number.is_whole:
                stats.append(ReadStat(column.name, int(number.value), column.format))
            case "kind":
                table = table_of(cell) or table
            case _ if cell not in ("", "-", "–", "—"):
                notes.append(f"{column.name} {cell}" if column.name and not is_note(column.name) else cell)
    return Entry(table, name, price, tuple(stats), "; ".join(filter(None, notes)))


def singular(name: str) -> str:
    """Return what a name and its plural have in common: the beginning of each word."""
    return " ".join(word[:5].rstrip("aeiosh") for word in words_of(name))
