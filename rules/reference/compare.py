"""Two rulesets side by side: common entries with both values, differences, and single entries.

The two reference pages are compared: entries by their anchors (kind and id), columns by title.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Literal, NamedTuple, TypeVar, cast

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.reference.page import build_reference
from rules.reference.parts import NONE, Chapter, Heading, Listing, ReferenceItem, Table, TableCell, TableRow

T = TypeVar("T")
Only = Literal["", "a", "b"]


class Column(NamedTuple):
    """A column: its title, and the common title above it if there is one."""

    above: str
    title: str


class Pair(NamedTuple):
    """A cell or text of the first and of the second (None: nothing)."""

    a: TableCell | None
    b: TableCell | None

    @property
    def differs(self) -> bool:
        """Return whether the two say different things; their style does not count."""
        return (self.a and self.a[:2]) != (self.b and self.b[:2])

    @property
    def style(self) -> str:
        """Return the style of the cell; a different cell never looks empty."""
        style = (self.a or self.b or TableCell("", style="")).style
        return style.replace(" none", "") if self.differs else style

    def laid_out(self) -> tuple[bool, str, str, str, str, str]:
        """Return whether it differs, its style, and the text and note of either side."""
        missing = TableCell(NONE if self.differs else "")
        a, b = self.a or missing, self.b or missing
        return self.differs, self.style, a.text, a.note, b.text, b.note


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """An entry of a table, with a line of pairs for each fire mode. `sources` are the paragraphs of each."""

    anchor: str
    name: str
    only: Only
    sources: tuple[str, str]
    lines: Sequence[Sequence[Pair]]

    @property
    def differs(self) -> bool:
        return bool(self.only) or any(pair.differs for line in self.lines for pair in line)

    def laid_out(self) -> list[list[tuple[bool, str, str, str, str, str]]]:
        return [[pair.laid_out() for pair in line] for line in self.lines]


@dataclass(frozen=True, slots=True)
class ComparedItem:
    """An entry in words: the texts of both sides, starting with its name."""

    anchor: str
    only: Only
    sources: tuple[str, str]
    a: Sequence[str]
    b: Sequence[str]

    @property
    def differs(self) -> bool:
        return bool(self.only) or self.a != self.b

    @property
    def name(self) -> str:
        return " / ".join(dict.fromkeys(told[0] for told in (self.a, self.b) if told))

    @property
    def told(self) -> tuple[Sequence[str], Sequence[str]]:
        """Return the texts of both after the name."""
        return self.a[1:], self.b[1:]


@dataclass(frozen=True, slots=True)
class ComparedPart:
    """A table (`headings` and `rows`), or a listing; `items` are its entries, or notes under a table."""

    title: str
    only: Only
    headings: Sequence[Heading]
    rows: Sequence[ComparedRow]
    items: Sequence[ComparedItem]

    @property
    def is_grouped(self) -> bool:
        return any(heading.columns for heading in self.headings)


class ComparedChapter(NamedTuple):
    """A part of the page."""

    anchor: str
    title: str
    parts: Sequence[ComparedPart]


class Comparison(NamedTuple):
    """The page: two rulesets, and the short labels of their values."""

    a: Catalogue
    b: Catalogue
    label_a: str
    label_b: str
    chapters: Sequence[ComparedChapter]

    @property
    def differences(self) -> int:
        return sum(
            sum(row.differs for row in part.rows) + sum(item.differs for item in part.items)
            for chapter in self.chapters
            for part in chapter.parts
        )


def compare(a: Catalogue, b: Catalogue, language: Language, *, only_differences: bool = False) -> Comparison:
    """Return two rulesets side by side in `language`, the active one."""
    pages = (build_reference(catalogue, language).chapters for catalogue in (a, b))
    chapters = _matched(*pages, key=lambda item: item.anchor)
    compared = [_chapter(one, other, only_differences) for one, other in chapters]
    return Comparison(a, b, *labels(a.id, b.id), [chapter for chapter in compared if chapter.parts])


def labels(a: str, b: str) -> tuple[str, str]:
    """Return the parts in which two ruleset ids differ, such as `it` and `en`."""
    parts = a.split("-"), b.split("-")
    while all(len(part) > 1 for part in parts) and parts[0][0] == parts[1][0]:
        parts[0].pop(0)
        parts[1].pop(0)
    return "-".join(parts[0]), "-".join(parts[1])


def _merged(a: Sequence[T], b: Sequence[T]) -> list[T]:
    """Merge two sequences in the order of `a`; items only in `b` follow their predecessors."""
    merged = list(a)
    for place, item in enumerate(b):
        if item not in merged:
            merged.insert(merged.index(b[place - 1]) + 1 if place else 0, item)
    return merged


def _matched(a: Iterable[T], b: Iterable[T], *, key: Callable[[T], str]) -> list[tuple[T | None, T | None]]:
    """Return the things with the same key in both, as pairs."""
    in_a, in_b = {key(item): item for item in a}, {key(item): item for item in b}
    return [(in_a.get(name), in_b.get(name)) for name in _merged([*in_a], [*in_b])]


def _either(a: T | None, b: T | None) -> T:
    """Return the first of two things that exists; one always does."""
    return cast(T, b if a is None else a)


def _only(a: object, b: object) -> Only:
    if a is None:
        return "b"
    return "a" if b is None else ""


def _sources(a: TableRow | ReferenceItem | None, b: TableRow | ReferenceItem | None) -> tuple[str, str]:
    return (a.source if a else "", b.source if b else "")


def _chapter(a: Chapter | None, b: Chapter | None, only_differences: bool) -> ComparedChapter:
    """Compare chapters. Tables of the handbook match by id, others by title; a table never matches a listing."""
    chapter = _either(a, b)
    of_a, of_b = a.parts if a else (), b.parts if b else ()
    pairs = _matched(of_a, of_b, key=lambda part: f"{type(part).__name__} {part.anchor or part.title}")
    parts = (_part(one, other, only_differences) for one, other in pairs)
    return ComparedChapter(chapter.anchor, chapter.title, [part for part in parts if part.rows or part.items])


def _part(a: Table | Listing | None, b: Table | Listing | None, only_differences: bool) -> ComparedPart:
    part, only = a or b, _only(a, b)
    assert part
    headings: list[Heading] = []
    rows: list[ComparedRow] = []
    if isinstance(part, Table):
        tables = [table if isinstance(table, Table) else None for table in (a, b)]
        headings, rows = _table(*tables)
        notes = (_note(one, other) for one, other in _rows(*tables))
        items = [note for note in notes if any(note.told)]
    else:
        listings = [listing.items if isinstance(listing, Listing) else () for listing in (a, b)]
        items = [_item(one, other) for one, other in _matched(*listings, key=_anchor)]
    return ComparedPart(
        part.title,
        only,
        headings,
        [row for row in rows if row.differs or not only_differences],
        [item for item in items if item.differs or not only_differences],
    )


def _anchor(entry: TableRow | ReferenceItem) -> str:
    return entry.anchor


# Tables


def _rows(a: Table | None, b: Table | None) -> list[tuple[TableRow | None, TableRow | None]]:
    return _matched(a.rows if a else (), b.rows if b else (), key=_anchor)


def _table(a: Table | None, b: Table | None) -> tuple[list[Heading], list[ComparedRow]]:
    """Return the head and the rows of two merged tables; of a single table, its own."""
    styles = {column: style for table in (b, a) if table for column, style in _columns(table)}
    of_a, of_b = ([column for column, _ in _columns(table)] if table else [] for table in (a, b))
    columns = _merged(of_a, of_b)
    rows = [_row(one, other, _lines(one, of_a), _lines(other, of_b), columns) for one, other in _rows(a, b)]
    return _headings(columns, styles), rows


def _columns(table: Table) -> Iterator[tuple[Column, str]]:
    for heading in table.headings:
        if heading.columns:
            yield from ((Column(heading.title, title), heading.style) for title in heading.columns)
        else:
            yield Column("", heading.title), heading.style


def _headings(columns: Iterable[Column], styles: Mapping[Column, str]) -> list[Heading]:
    headings = []
    for above, under in groupby(columns, key=lambda column: column.above):
        grouped = list(under)
        if above:
            headings.append(Heading(above, [column.title for column in grouped], styles[grouped[0]]))
        else:
            headings += [Heading(column.title, style=styles[column]) for column in grouped]
    return headings


def _lines(row: TableRow | None, columns: Sequence[Column]) -> list[dict[Column, TableCell]]:
    """Return the cells of each line by their columns; those for all lines are in the first line only."""
    if row is None:
        return []
    between = columns[len(row.head) : len(columns) - len(row.tail)]
    first = dict(zip(columns, [*row.head, *row.lines[0], *row.tail], strict=True))
    return [first, *(dict(zip(between, line, strict=True)) for line in row.lines[1:])]


def _row(
    a: TableRow | None,
    b: TableRow | None,
    lines_a: Sequence[dict[Column, TableCell]],
    lines_b: Sequence[dict[Column, TableCell]],
    columns: Sequence[Column],
) -> ComparedRow:
    if a is None or b is None:  # an entry of only one side differs as a whole, not cell by cell
        lines_a = lines_b = lines_a or lines_b
    nothing_more: dict[Column, TableCell] = {}
    lines = [
        [Pair(one.get(column), other.get(column)) for column in columns]
        for one, other in zip_longest(lines_a, lines_b, fillvalue=nothing_more)
    ]
    name = " / ".join(dict.fromkeys(row.name for row in (a, b) if row))
    return ComparedRow(_either(a, b).anchor, name, _only(a, b), _sources(a, b), lines)


# Rules in words


def _note(a: TableRow | None, b: TableRow | None) -> ComparedItem:
    """Return the note under the table of a row. If only one side has the row, the row itself says so."""
    one: TableRow = _either(a, b)
    other: TableRow = _either(b, a)
    return ComparedItem(one.anchor, "", _sources(a, b), [one.name, *one.notes], [one.name, *other.notes])


def _item(a: ReferenceItem | None, b: ReferenceItem | None) -> ComparedItem:
    return ComparedItem(_either(a, b).anchor, _only(a, b), _sources(a, b), _told(a), _told(b))


def _told(item: ReferenceItem | None) -> list[str]:
    return [item.name, *item.facts, *item.sentences] if item else []
