"""Read a pasted price table: what each line is, and the few questions that only its author can answer.

Every line that is not blank becomes a heading, a row, or a note of the game. An answer is asked for only where the text
leaves something open, and every question has an answer already.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from django.utils.translation import gettext, ngettext
from django_stubs_ext import StrOrPromise

from armybuilder.own_rules.pasting.blocks import WITHOUT_POINTS, Block, blocks_of
from armybuilder.own_rules.pasting.cells import Number, Typed, item_of, lines_in, number_in
from armybuilder.own_rules.pasting.words import is_note, limit_in, words_of
from rules.cells import LONGEST_NAME, LONGEST_TEXT
from rules.core.catalogue.catalogue import StatFormat, written
from rules.core.text import shown, with_joined_units
from rules.own.columns import MEN, MOST_MEN, TABLES

Sort = Literal["name", "heading", "row", "note"]
NOTE_FIELDS = {"classes": "reading", "weapons": "note", "vehicles": "note", "extras": "text"}
SHOWN_IN_A_QUESTION = 40


class Question(NamedTuple):
    """A question about a line, with its options (value, words) and the answer as it is now."""

    line: int
    key: str
    sentence: str
    options: list[tuple[str, StrOrPromise]]
    answer: str


class ReadStat(NamedTuple):
    """A number of troops: the name of its column, and how that writes numbers."""

    name: str
    value: int
    format: StatFormat = "number"

    @property
    def written(self) -> str:
        return written(self.value, self.format)


class Entry(NamedTuple):
    """A row of the game: its table, its name, and its cells. `typed`: a price that is no whole number."""

    table: str
    name: str
    points: int | None = None
    typed: str = ""
    stats: tuple[ReadStat, ...] = ()
    note: str = ""
    troops: str = ""  # of a ready-made squad: the beginning of their name
    men: int = 0

    @property
    def label(self) -> StrOrPromise:
        return TABLES[self.table].label


class Line(NamedTuple):
    """A line of the text and what it has become."""

    number: int
    text: str
    sort: Sort
    entry: Entry | None = None
    heading: StrOrPromise = ""


class Reading(NamedTuple):
    """A pasted text as it is understood. `doubled`: all prices were doubled, because some had halves."""

    name: str
    lines: list[Line]
    blocks: list[Block]
    questions: list[Question]
    doubled: bool

    @property
    def entries(self) -> list[Entry]:
        return [line.entry for line in self.lines if line.entry]

    @property
    def notes(self) -> list[str]:
        return [line.text for line in self.lines if line.sort == "note"]

    @property
    def limit(self) -> int | None:
        """Return the limit of points that a note says."""
        return next((limit for note in self.notes if (limit := limit_in(note))), None)

    @property
    def has_points(self) -> bool:
        return any(entry.points is not None or entry.typed for entry in self.entries)

    @property
    def counts(self) -> list[tuple[StrOrPromise, int]]:
        """Return how many rows each table gets, with its name."""
        found = [
            (table.label, sum(entry.table == name for entry in self.entries))
            for name, table in TABLES.items()
        ]
        return [(label, here) for label, here in found if here]


def read_paste(text: str, answers: Mapping[str, str]) -> Reading:
    """Return what a pasted text says, with the answers so far: to questions, and the menus of columns."""
    lines = lines_in(text)
    head, blocks, loose = blocks_of(lines, answers)
    asking = _Asking(answers)
    for block in blocks:
        asking.about(block)
    drafts = {line.number: draft for block in blocks for line, draft in _drafts(block)}
    doubled = asking.about_halves(drafts)
    prices = {_singular(draft.name): draft.points for draft in drafts.values() if draft.table == "classes"}
    made = []
    headings = {number: TABLES[block.table].label for block in blocks for number in block.headings}
    for typed in lines:
        if typed.number in headings:
            made.append(Line(typed.number, typed.text, "heading", heading=headings[typed.number]))
        elif typed is head:
            made.append(Line(typed.number, typed.text, "name"))
        elif typed.number in drafts and typed not in loose:
            made.append(_row(typed, drafts[typed.number], prices, asking, doubled))
        else:
            made.append(Line(typed.number, typed.text, "note"))
    return Reading(_title(head.text) if head else "", made, blocks, asking.questions, doubled)


def _title(line: str) -> str:
    """Return the name of the game from the first line, without what follows a dash, a colon or a bracket."""
    first = re.split(r" [–—-] |[:(]", line, maxsplit=1)[0]
    return shown(first.strip(" #*_=-"), LONGEST_NAME)


class _Draft(NamedTuple):
    table: str
    name: str
    points: Number | None
    stats: tuple[ReadStat, ...]
    note: str


def _drafts(block: Block) -> Iterator[tuple[Typed, _Draft]]:
    """Yield the rows of a block. A row without a table of its own is in that of the row above."""
    table = block.table
    for line in block.rows:
        if len(line.cells) > 1 and block.columns:
            draft = _from_cells(line.cells, block, table)
            table = draft.table
        else:
            item = block.items.get(line.number) or item_of(line.bare)
            draft = _Draft(block.table, item.name, item.points, (), item.note)
        if draft.name:
            yield line, draft


def _from_cells(cells: Sequence[str], block: Block, table: str) -> _Draft:
    name, points = "", None
    stats: list[ReadStat] = []
    notes: list[str] = []
    for column, cell in zip(block.columns, cells, strict=False):
        number = number_in(cell)
        match column.role:
            case "name":
                name = cell
            case "points" if number:
                points = number
            case "stat" if number and number.value == int(number.value):
                stats.append(ReadStat(column.name, int(number.value), column.format))
            case "kind":
                table = column.table_of(cell) or table
            case _ if cell not in ("", "-", "–", "—"):
                notes.append(f"{column.name} {cell}" if column.name and not is_note(column.name) else cell)
    return _Draft(table, name, points, tuple(stats), "; ".join(filter(None, notes)))


class _Asking:
    """The questions of a text, in order, with the answers."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.questions: list[Question] = []

    def ask(self, line: int, key: str, sentence: str, options: list[tuple[str, StrOrPromise]]) -> str:
        """Ask a question, and return the answer: the first option unless another was chosen."""
        chosen = self.answers.get(key, "")
        answer = chosen if chosen in dict(options) else options[0][0]
        self.questions.append(Question(line, key, sentence, options, answer))
        return answer

    def about(self, block: Block) -> None:
        """Ask which table the rows of a block without a heading belong to, and which column is the price."""
        if not block.is_titled and not any(column.role == "kind" for column in block.columns) and block.rows:
            line = block.rows[0]
            first = shown(
                line.cells[0] if len(line.cells) > 1 else item_of(line.bare).name, SHOWN_IN_A_QUESTION
            )
            sentence = ngettext(
                "There is no heading above “%(first)s”. What is it?",
                "There is no heading above the %(count)s rows from “%(first)s”. What are they?",
                len(block.rows),
            ) % {"first": first, "count": len(block.rows)}
            tables: list[tuple[str, StrOrPromise]] = [
                (table, TABLES[table].label)
                for table in ("classes", "weapons", "vehicles", "extras", "roles")
            ]
            block.table = self.ask(line.number, f"table-{block.number}", sentence, tables)
        if len(block.prices) > 1:
            options: list[tuple[str, StrOrPromise]] = [
                (str(at), block.columns[at].name or gettext("Column %(number)s") % {"number": at + 1})
                for at in block.prices
            ]
            sentence = ngettext(
                "There is a price in %(count)s column. Which counts?",
                "There are prices in %(count)s columns. Which counts?",
                len(options),
            ) % {"count": len(options)}
            first_line = block.rows[0].number
            block.take_price(int(self.ask(first_line, f"price-{block.number}", sentence, options)))

    def about_halves(self, drafts: Mapping[int, _Draft]) -> bool:
        """Ask what to do with prices that are no whole numbers. Return whether all are doubled."""
        prices = ((line, draft.points) for line, draft in drafts.items())
        halves = [(line, price) for line, price in prices if price and price.value != int(price.value)]
        if not halves:
            return False
        line, first = halves[0]
        rounded = gettext("Round it: %(number)s") % {"number": _rounded(first.value)}
        options: list[tuple[str, StrOrPromise]] = [
            ("round", rounded),
            ("double", gettext("Double all prices and the limit")),
        ]
        sentence = gettext("%(typed)s is not a whole number, and prices are.") % {"typed": first.typed}
        return self.ask(line, "halves", sentence, options) == "double"


def _row(
    typed: Typed, draft: _Draft, prices: Mapping[str, Number | None], asking: _Asking, doubled: bool
) -> Line:
    """Return the line of a row; a number of men with their price together can be a note."""
    many, _, men = draft.name.partition(" ")
    if many.isdigit() and draft.points and (price := prices.get(_singular(men))):
        facts = {"line": shown(typed.text, SHOWN_IN_A_QUESTION), "count": many, "price": price.typed}
        options: list[tuple[str, StrOrPromise]] = [
            ("squad", gettext("a ready-made squad, %(count)s × %(price)s") % facts),
            ("row", gettext("troops at this price")),
            ("note", gettext("a note")),
        ]
        if int(many) * price.value != draft.points.value or not 0 < int(many) <= MOST_MEN:
            options.pop(0)
        answer = asking.ask(typed.number, f"squad-{typed.number}", gettext("“%(line)s” is:") % facts, options)
        if answer == "note":
            return Line(typed.number, typed.text, "note")
        if answer == "squad":
            squad = Entry(
                "ready_squads", shown(draft.name, LONGEST_NAME), troops=_singular(men), men=int(many)
            )
            return Line(typed.number, typed.text, "row", squad)
    points, table = draft.points, draft.table
    if points and table in WITHOUT_POINTS:
        table = "weapons"  # of what a man carries, only weapons have prices
    value = None if points is None else points.value * (2 if doubled else 1)
    entry = Entry(
        table,
        shown(draft.name, LONGEST_NAME),
        None if value is None else _rounded(value),
        points.typed if points and points.value != int(points.value) else "",
        draft.stats,
        shown(draft.note, LONGEST_TEXT),
    )
    return Line(typed.number, typed.text, "row", entry)


def _rounded(value: float) -> int:
    return int(value // 1) + (value % 1 >= 0.5)


def _singular(name: str) -> str:
    """Return what a name and its plural have in common: the beginning of each word."""
    return " ".join(word[:5].rstrip("aeiosh") for word in words_of(name))


def changes_of(reading: Reading, new_id: Any) -> list[tuple[str, Any]]:
    """Return the changes that write a reading's rows into a draft: (place, value). `new_id` makes ids of rows."""
    changes: list[tuple[str, Any]] = []
    stats: dict[str, str] = {}
    ids = [new_id() for _entry in reading.entries]
    troops = {
        _singular(entry.name): row
        for row, entry in zip(ids, reading.entries, strict=True)
        if entry.table == "classes"
    }
    for number, (row_id, entry) in enumerate(zip(ids, reading.entries, strict=True), 1):
        for stat in entry.stats:
            if stat.name not in stats:
                stats[stat.name] = new_id()
                place = f"characteristics/{stats[stat.name]}"
                changes += [
                    (f"{place}/position", 10_000_000 + len(stats)),
                    (f"{place}/name", _both(stat.name)),
                ]
                if stat.format != "number":
                    changes.append((f"{place}/format", stat.format))
        row = f"{entry.table}/{row_id}"
        changes += [(f"{row}/position", 1_000_000 + 1_000 * number), (f"{row}/name", _both(entry.name))]
        if entry.points is not None and reading.has_points:
            changes.append((f"{row}/{'points.squad' if entry.table == 'extras' else 'points'}", entry.points))
        changes += [
            (f"{row}/stats.{stats[stat.name]}", stat.value)
            for stat in entry.stats
            if entry.table == "classes"
        ]
        if entry.troops in troops:
            changes += [(f"{row}/troops", troops[entry.troops]), (f"{row}/{MEN}", entry.men)]
        if entry.note:
            changes.append((f"{row}/{NOTE_FIELDS.get(entry.table, 'reading')}", _both(entry.note)))
    return changes


def _both(text: str) -> dict[str, str]:
    joined = with_joined_units(text)
    return {"it": joined, "en": joined}
