"""Two rulesets side by side: common entries with both values, differences, and single entries.

The two reference pages are compared: entries by their anchors (kind and id), columns by title.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from operator import attrgetter
from typing import Literal, NamedTuple, TypeVar

from rules.core.catalogue.catalogue import Catalogue
from rules.core.text import Language
from rules.reference.page import build_reference
from rules.reference.parts import ChapterPart, Heading, ReferenceEntry, TableCell

T = TypeVar("T")
Only = Literal["", "a", "b"]  # the side that has something alone

Column = tuple[str, str]  # its heading, and its own title under one that has several
MISSING = TableCell("", style="")  # the cell of a side that does not have the column or the line


class Pair(NamedTuple):
    """A cell of the first and of the second."""

    a: TableCell
    b: TableCell

    @property
    def differs(self) -> bool:
        """Return whether the two say different things; their style does not count."""
        return self.a[:2] != self.b[:2]

    @property
    def style(self) -> str:
        """Return the style of the cell; a different cell never looks empty."""
        style = (self.b if self.a == MISSING else self.a).style
        return style.replace(" none", "") if self.differs else style


class Compared(NamedTuple):
    """An entry, with the paragraphs (`sources`) of each side.

    Of a table it has `lines` of cells, one for each fire mode; in words, the texts of both sides after the name.
    """

    anchor: str
    name: str
    only: Only
    sources: tuple[str, str]
    differs: bool
    lines: Sequence[Sequence[Pair]] = ()
    told: tuple[Sequence[str], Sequence[str]] = ((), ())


class ComparedPart(NamedTuple):
    """A table (`headings` and `rows`), or a listing; `items` are its entries, or notes under a table."""

    title: str
    only: Only
    headings: Sequence[Heading]
    rows: Sequence[Compared]
    items: Sequence[Compared]

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
        parts = [part for chapter in self.chapters for part in chapter.parts]
        return sum(entry.differs for part in parts for entry in (*part.rows, *part.items))


def compare(a: Catalogue, b: Catalogue, language: Language, *, only_differences: bool = False) -> Comparison:
    """Return two rulesets side by side in `language`, the active one."""
    of_a, of_b = (build_reference(catalogue, language).chapters for catalogue in (a, b))
    chapters = []
    for one, other, only in _matched(of_a, of_b, "", key=attrgetter("anchor")):
        pairs = _matched(one.parts, other.parts, only, key=_key)
        parts = [_part(*pair, only_differences) for pair in pairs]
        filled = [part for part in parts if part.rows or part.items]
        if filled:
            chapters.append(ComparedChapter(one.anchor, one.title, filled))
    return Comparison(a, b, *labels(a.id, b.id), chapters)


def labels(a: str, b: str) -> tuple[str, str]:
    """Return the parts in which two ruleset ids differ, such as `it` and `en`."""
    parts = a.split("-"), b.split("-")
    while all(len(part) > 1 for part in parts) and parts[0][0] == parts[1][0]:
        parts[0].pop(0)
        parts[1].pop(0)
    return "-".join(parts[0]), "-".join(parts[1])


def _key(part: ChapterPart) -> str:
    """Return the key of a part: its id in the handbook, or its title. A table never matches a listing."""
    return f"{part.is_table} {part.anchor or part.title}"


def _merged(a: Sequence[T], b: Sequence[T]) -> list[T]:
    """Merge two sequences in the order of `a`; items only in `b` follow their predecessors."""
    merged = list(a)
    for place, item in enumerate(b):
        if item not in merged:
            merged.insert(merged.index(b[place - 1]) + 1 if place else 0, item)
    return merged


def _matched(a: Iterable[T], b: Iterable[T], only: Only, *, key: Callable[[T], str]) -> Iterator[tuple[T, T, Only]]:
    """Yield the things with the same key as pairs. A thing that one side has alone is both of its pair.

    `only`: the side that has them all.
    """
    in_a, in_b = {key(item): item for item in a}, {key(item): item for item in b}
    for name in _merged([*in_a], [*in_b]):
        if name not in in_b:
            yield in_a[name], in_a[name], "a"
        elif name not in in_a:
            yield in_b[name], in_b[name], "b"
        else:
            yield in_a[name], in_b[name], only


def _part(a: ChapterPart, b: ChapterPart, only: Only, only_differences: bool) -> ComparedPart:
    headings: list[Heading] = []
    rows: list[Compared] = []
    if a.is_table:
        headings, rows, items = _tables(a, b, only)
    else:
        pairs = _matched(a.entries, b.entries, only, key=attrgetter("anchor"))
        items = [_item(one, other, whose) for one, other, whose in pairs]
    shown = [[entry for entry in each if entry.differs or not only_differences] for each in (rows, items)]
    return ComparedPart(a.title, only, headings, *shown)


def _tables(a: ChapterPart, b: ChapterPart, only: Only) -> tuple[list[Heading], list[Compared], list[Compared]]:
    """Return the head and the rows of two tables in one, and the notes under it."""
    headings = _headings(a, b)
    columns = _columns(headings)
    rows, notes = [], []
    nothing_more: dict[Column, TableCell] = {}
    pairs = _matched(_lines(a), _lines(b), only, key=lambda pair: pair[0].anchor)
    for (row, lines), (other, others), whose in pairs:
        name = " / ".join(dict.fromkeys((row.name, other.name)))
        cells = [
            [Pair(one.get(column, MISSING), two.get(column, MISSING)) for column in columns]
            for one, two in zip_longest(lines, others, fillvalue=nothing_more)
        ]
        differs = bool(whose) or any(pair.differs for line in cells for pair in line)
        sources = _sources(row, other, whose)
        rows.append(Compared(row.anchor, name, whose, sources, differs, lines=cells))
        if row.notes or other.notes:
            told = row.notes, other.notes
            notes.append(Compared(row.anchor, row.name, "", sources, row.notes != other.notes, told=told))
    return headings, rows, notes


def _headings(a: ChapterPart, b: ChapterPart) -> list[Heading]:
    """Return the headings of two tables in one: those with the same title have the columns of both."""
    pairs = _matched(a.headings, b.headings, "", key=lambda one: f"{bool(one.columns)} {one.title}")
    return [Heading(one.title, _merged(one.columns, other.columns), one.style) for one, other, _ in pairs]


def _columns(headings: Sequence[Heading]) -> list[Column]:
    return [(heading.title, column) for heading in headings for column in heading.columns or [""]]


def _lines(table: ChapterPart) -> Iterator[tuple[ReferenceEntry, list[dict[Column, TableCell]]]]:
    """Yield each row with the cells of its lines by column; those for all lines are in the first line only."""
    columns = _columns(table.headings)
    for row in table.entries:
        between = columns[len(row.head) : len(columns) - len(row.tail)]
        first = dict(zip(columns, [*row.head, *row.lines[0], *row.tail], strict=True))
        yield row, [first, *(dict(zip(between, line, strict=True)) for line in row.lines[1:])]


def _item(a: ReferenceEntry, b: ReferenceEntry, only: Only) -> Compared:
    name = " / ".join(dict.fromkeys((a.name, b.name)))
    told = [*a.answer.facts, *a.notes], [*b.answer.facts, *b.notes]
    differs = bool(only) or a.name != b.name or told[0] != told[1]
    return Compared(a.anchor, name, only, _sources(a, b, only), differs, told=told)


def _sources(a: ReferenceEntry, b: ReferenceEntry, only: Only) -> tuple[str, str]:
    return "" if only == "b" else a.source, "" if only == "a" else b.source
