"""The parts of the reference page: cells, rows, tables, items, chapters, and their paragraphs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field
from typing import NamedTuple, Protocol
from uuid import UUID

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext

from rules.core.catalogue.catalogue import HOUSE, Catalogue
from rules.core.catalogue.entry import Entry
from rules.core.text import Language, minus
from rules.language import active_language


class Cited(Protocol):
    """A source of citations: a catalogue, a ruleset's row, a `Book`."""

    @property
    def id(self) -> str: ...

    @property
    def language(self) -> str | None: ...


class Book(NamedTuple):
    """A ruleset whose paragraphs are cited: its id, and the language of its text."""

    id: str
    language: str | None

    @classmethod
    def of(cls, catalogue: Catalogue) -> "Book":
        return cls(catalogue.id, catalogue.language)


def paragraphs(source: str) -> tuple[str, ...]:
    """Return the paragraphs of a citation, none for an empty one: two of `§8.0, §8.3`, one of `Calcolo dei punti`."""
    return tuple(re.split(r", (?=§)", source)) if source else ()


def anchor(source: str) -> str:
    """Return the anchor in the reference of the (first) paragraph of a citation: `§8.0` is at `p-8-0`."""
    return "p-" + slugify(source.split(", §")[0].replace(".", "-"))


def foreign_language(book: Cited, source: str) -> str:
    """Return the language of a cited heading, "" for the reader's own language or for a number: `§8.0`."""
    if source == HOUSE or source.startswith("§") or book.language == active_language():
        return ""
    return book.language or ""


def from_query(list_id: UUID | str | None) -> str:
    """Return the query that tells a page of the rules which list a visitor came from: `?from=…`."""
    return f"?from={list_id}" if list_id else ""


def address(ruleset: str, source: str, from_list: str = "") -> str:
    """Return the address of the (first) paragraph of a citation in the reference of a ruleset."""
    return _page(ruleset, from_list) + f"#{anchor(source)}"


def check_address(ruleset: str, code: str, from_list: str = "") -> str:
    """Return the address of a constraint in the reference of a ruleset: without a paragraph it has a row."""
    return _page(ruleset, from_list) + f"#checks-{code}"


def _page(ruleset: str, from_list: str) -> str:
    return f"{reverse('rules:ruleset', args=[ruleset])}{from_query(from_list)}"


NO_BREAK = "\N{NO-BREAK SPACE}"
NONE = "–"


class TableCell(NamedTuple):
    """A cell: its text, a note under it, and its style (`n` a number, `none` nothing, `grp` starts a group)."""

    text: str
    note: str = ""
    style: str = "n"


class Heading(NamedTuple):
    """The head of a column, or of several `columns` under one title."""

    title: str
    columns: Sequence[str] = ()
    style: str = "n"


class Link(NamedTuple):
    """A name, and its anchor on the page."""

    name: str
    anchor: str


class ShortAnswer(NamedTuple):
    """An entry in short: its facts with their names, sentences, and doubts about the text."""

    facts: Sequence[str] = ()
    sentences: Sequence[str] = ()
    doubts: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """An entry of a table, or in words.

    In a table it has common cells (`head`, `tail`) around its `lines`, one for each fire mode. `notes` are its
    sentences, below the table or its name. `answer` is the same in short, without column heads; our reading is one of
    the doubts there. `about` has the subjects of a rule, `begins` the anchors of the paragraphs that are first cited
    here.
    """

    anchor: str
    name: str
    source: str
    head: Sequence[TableCell] = ()
    lines: Sequence[Sequence[TableCell]] = ((),)
    tail: Sequence[TableCell] = ()
    notes: Sequence[str] = ()
    about: Sequence[Link] = ()
    answer: ShortAnswer = field(default_factory=ShortAnswer)
    severity: str = ""
    begins: list[str] = field(default_factory=list)

    def laid_out(self) -> list[list[tuple[str, str, str, int]]]:
        """Return the lines of the entry: the text, note and style of each cell, and how many lines it spans."""
        spanned = len(self.lines)
        first, *others = ([(*cell, 1) for cell in line] for line in self.lines)
        head, tail = ([(*cell, spanned) for cell in cells] for cells in (self.head, self.tail))
        return [[*head, *first, *tail], *others]

    @property
    def has_text(self) -> bool:
        return any(self.answer) or bool(self.about)

    @property
    def words(self) -> list[str]:
        """Return the words of the entry after its name, without its numbers."""
        cells = [text for line in self.laid_out() for cell_text, note, _, _ in line for text in (cell_text, note)]
        return [*filter(has_letters, cells or self.answer.facts), *self.notes]


@dataclass(frozen=True, slots=True)
class ChapterPart:
    """A table or a listing. One with an `anchor` is an entry itself, and has a `source`; `notes` are below it.

    The first column of a table (`first`; a listing has none) has the names of the entries, the last their paragraphs;
    `headings` are those between. `is_optional`: an optional rule. Not `is_headed`: it continues the part before it,
    under the same title.
    """

    title: str
    entries: Sequence[ReferenceEntry]
    first: str | None = None
    headings: Sequence[Heading] = ()
    _: KW_ONLY
    anchor: str = ""
    source: str = ""
    is_optional: bool = False
    is_headed: bool = True
    notes: Sequence[str] = ()
    begins: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.title

    @property
    def is_table(self) -> bool:
        return self.first is not None

    @property
    def is_grouped(self) -> bool:
        return any(heading.columns for heading in self.headings)

    @property
    def is_about_some(self) -> bool:
        """Return whether an entry is for some only, and needs a column that says for whom."""
        return any(entry.about for entry in self.entries)

    @property
    def columns(self) -> int:
        """Return the number of columns, including the names and the paragraphs."""
        between = sum(len(heading.columns) or 1 for heading in self.headings)
        return 1 + between + self.is_about_some + 1

    def told_under(self) -> list[tuple[str, list[Link]]]:
        """Return the notes under the table, each with its entries."""
        told: dict[str, list[Link]] = {}
        for entry in self.entries:
            for note in entry.notes:
                told.setdefault(note, []).append(Link(entry.name, entry.anchor))
        return list(told.items())

    def told_under_on_screen(self) -> list[tuple[str, list[Link]]]:
        """Return the notes under the table, if an entry can unfold its doubts itself."""
        doubts = {doubt for entry in self.entries for doubt in entry.answer.doubts}
        return [(note, links) for note, links in self.told_under() if note not in doubts]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the page: tables and listings."""

    anchor: str
    title: str
    parts: Sequence[ChapterPart]

    @property
    def titled(self) -> list[tuple[ChapterPart, bool]]:
        """Return the parts, each with whether its title is shown: the first may repeat the chapter's."""
        return [
            (part, part.is_optional or (part.is_headed and (place > 0 or part.title != self.title)))
            for place, part in enumerate(self.parts)
        ]

    def entries(self) -> Iterator[tuple[ChapterPart, ReferenceEntry]]:
        for part in self.parts:
            yield from ((part, entry) for entry in part.entries)


@dataclass(frozen=True, slots=True)
class Group:
    """Chapters that are together in the table of contents."""

    title: str
    chapters: Sequence[Chapter]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of the text, and its entries on the page."""

    anchor: str
    source: str
    things: list[Link] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Reference:
    """The page of a ruleset."""

    book: Catalogue
    groups: Sequence[Group]
    paragraphs: Sequence[Paragraph]

    @property
    def chapters(self) -> list[Chapter]:
        return [chapter for group in self.groups for chapter in group.chapters]


def in_points(points: int) -> str:
    """Return points with their unit, joined to it: `15 pt`."""
    return (gettext("%(points)s pts") % {"points": minus(points)}).replace(" ", NO_BREAK)


def nothing() -> TableCell:
    return TableCell(NONE, style="n none")


def readings(entry: Entry, language: Language) -> list[str]:
    """Return the sentence with our reading of an entry, if its text leaves it open."""
    return [gettext("Our reading: %(text)s") % {"text": entry.reading.to(language)}] if entry.reading else []


def has_letters(text: str) -> bool:
    """Return whether a text has a word in it, not only numbers and signs."""
    return any(letter.isalpha() for letter in text)
