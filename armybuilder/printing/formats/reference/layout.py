"""The layout of a quick reference: the largest type that takes the fewest pages.

    lay_out(roster, catalogue, report, options) -> ReferenceSheet

The style sheet sets the text. Lines are only counted here, to choose the type size and the columns of tables. Lengths
are ems of that size unless marked mm, and match style.css.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from math import ceil
from typing import NamedTuple

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.reference.sections import RuleLine, Section, sections
from armybuilder.printing.layout.measure import MM_PER_POINT, Face, width, wrapped
from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.tabs import NUMBERS, at_stops
from armybuilder.printing.layout.top import Top
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report

SIDES, ENDS, GUTTER = 27.0, 34.0, 4.0  # mm: margins beside, and above or below, the columns; gap between them
SMALLEST, TIGHT = 26, 24  # quarters of a point: usually, and where only that saves a second page
MOST = {2: 56, 3: 40, 4: 32}  # also quarters of a point: the largest type for each number of columns
WORDS: Face = "barlow-condensed-500-normal"
EM = 1 / MM_PER_POINT  # the size in points at which `measure` returns ems
LEADING, ROW = 1.14, 0.2  # of a line, and extra for a row
TITLE_SIZE, TITLE_LINE, BLOCK, HEADING = 1.15, 1.4, 0.75, 2.4
FIRST, LAST = 2, 2  # rows kept with their heading, and together
GAP, NAME_LEAST, NAME_MOST = 0.8, 5.0, 8.0  # beside a cell; for the name column
ALONE = 0.6  # of the room, for the names beside a single column
DOTS, TAB = 1 / 3, 0.75  # pixels of an em for each quarter of a point; ems between tab stops
PANGO = 1.024  # pixels that Pango makes of a pixel of a tab
ROUNDING = 0.985  # part of a line that Pango’s letters can use


@dataclass(frozen=True, slots=True)
class Row:
    """A name with its cells at tab stops (`numbers`), or a rule in words.

    A rule without a name belongs to the row above.
    """

    height: float
    numbers: str = ""
    rule: RuleLine | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A part that is kept together: the heading of a section with its table or first rows, or later rows.

    `heads` are the headings of the columns, `beside` the title if it is short. `merit`: see `Fitted`. `height`: in ems.
    """

    section: Section
    rows: tuple[Row, ...]
    height: float
    begins: bool = False
    heads: str = ""
    beside: bool = False
    merit: int = 0


Column = list[Piece]


class Fitted(NamedTuple):
    """Pages with a number of columns, in type of `quarters` of a point."""

    columns: int
    quarters: int
    pages: tuple[list[Column], ...]

    @property
    def merit(self) -> tuple[int, int]:
        """A sort key: fewer pages first, then more tables, those with names beside the cells before others."""
        return -len(self.pages), sum(
            piece.merit for page in self.pages for column in page for piece in column
        )


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A whole quick reference. `size` is the type size, in points, `tab` in pixels."""

    top: Top
    size: float
    tab: int
    columns: int
    pages: tuple[list[Column], ...]


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> ReferenceSheet:
    """Return the content of a list's quick reference, in `options.language`."""
    with translation.override(options.language):
        found = fit(sections(roster, catalogue, options), options.paper)
        game = f"{catalogue.name.to(options.language)}, {catalogue.edition.to(options.language)}"
        label = gettext("%(game)s · only what this list uses · the edge is a 25 cm ruler") % {"game": game}
        said = gettext("print at 100%, not “fit to page”")
        top = Top.of(roster, catalogue, options, label, f"{gettext('reference')} · {said}")
    return ReferenceSheet(top, found.quarters / 4, tab_dots(found.quarters), found.columns, found.pages)


def fit(content: Sequence[Section], paper: Paper) -> Fitted:
    """Return one page in the largest possible type. Only content that is always printed takes more pages.

    For a single page, optional rules are left out first, then content of other sheets. Smaller type comes last.
    """
    least = min((section.spare for section in content), default=0)
    tries = [(SMALLEST, most) for most in sorted({section.spare for section in content}, reverse=True)]
    for smallest, most in (*tries, (TIGHT, least)):
        found = _largest([section for section in content if section.spare <= most], paper, smallest)
        if len(found.pages) == 1:
            return found
    return _largest(content, paper, SMALLEST)


def _largest(content: Sequence[Section], paper: Paper, least: int) -> Fitted:
    """Return the largest type with no more pages and no fewer tables than the smallest."""
    smallest = [_filled(content, paper, columns, least) for columns in MOST]
    best = max(found.merit for found in smallest)
    return max(
        (_grown(found, content, paper) for found in smallest if found.merit == best),
        key=lambda found: found.quarters,
    )


def _grown(found: Fitted, content: Sequence[Section], paper: Paper) -> Fitted:
    def too_large(quarters: int) -> bool:
        return _filled(content, paper, found.columns, quarters).merit < found.merit

    larger = range(found.quarters + 1, MOST[found.columns] + 1)
    return _filled(content, paper, found.columns, found.quarters + bisect_left(larger, True, key=too_large))


def _filled(content: Sequence[Section], paper: Paper, columns: int, quarters: int) -> Fitted:
    """Fill columns with parts that are kept together."""
    em = quarters / 4 * MM_PER_POINT
    room = column_width(paper, columns) / em * ROUNDING
    pitch = tab_dots(quarters) * PANGO / (DOTS * quarters)
    height = (PAPERS[paper].paper_height - ENDS) / em
    filled: list[Column] = [[]]
    used = 0.0
    for piece in (
        piece for section in content for piece in _pieces(section, room, pitch, quarters < SMALLEST)
    ):
        if filled[-1] and used + piece.height > height:
            filled.append([])
            used = 0.0
        filled[-1].append(piece)
        used += piece.height
    pages = tuple(filled[first : first + columns] for first in range(0, len(filled), columns))
    return Fitted(columns, quarters, pages)


def tab_dots(quarters: int) -> int:
    """Return the pixels between tab stops in this type: a whole number, as Pango needs."""
    return round(TAB * DOTS * quarters)


def column_width(paper: Paper, columns: int) -> float:
    """Return the width of each column, in mm, as in style.css: slightly less than the room for it."""
    return (PAPERS[paper].paper_width - SIDES - (columns - 1) * GUTTER) / columns - 0.02


# ── Parts ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pieces(section: Section, room: float, pitch: float, close: bool) -> Iterator[Piece]:
    """Yield parts to keep together: a table of several columns, a heading with its first rows, each other row.

    `close`: a row of words has its number within them.
    """
    table = _table(section, room, pitch)
    rows = [list(_rows(line, section, table, room, close)) for line in section.lines]
    rows += [[_words(RuleLine("", text=note), room)] for note in section.notes]
    whole = len(table.stops) > 1 or len(rows) <= FIRST + LAST
    first = len(rows) if whole else FIRST
    last = max(first, len(rows) - LAST)
    title = _wrapped(f"{section.title} {section.source}", room / TITLE_SIZE)
    heads = table.set(["", *section.columns], low=True) if table.stops else ""
    room_beside = table.stops[0] * pitch - GAP if heads and len(title) == 1 and "\n" not in heads else 0.0
    beside = _em(title[0]) * TITLE_SIZE < room_beside
    height = BLOCK + HEADING * bool(section.heading) + TITLE_LINE * len(title)
    height += LEADING * (heads.count("\n") + 1) if heads and not beside else 0
    begun = _joined(section, rows[:first])
    yield replace(
        begun,
        height=begun.height + height,
        begins=True,
        heads=heads,
        beside=beside,
        merit=bool(table.stops) * (2 - table.above),
    )
    yield from (_joined(section, [row]) for row in rows[first:last])
    if rows[last:]:
        yield _joined(section, rows[last:])


def _joined(section: Section, lines: Sequence[Sequence[Row]]) -> Piece:
    rows = tuple(row for line in lines for row in line)
    return Piece(section, rows, sum(row.height for row in rows))


def _rows(line: RuleLine, section: Section, table: "Table", room: float, close: bool) -> Iterator[Row]:
    """Yield a line of a section: its name and cells, and what it says in words."""
    within = close and len(line.cells) == 1 and line.text
    if table.stops and line.cells and not within:
        parts = ([line.name], ["", *line.cells]) if table.above else ([line.name, *line.cells],)
        numbers = "\n".join(map(table.set, parts))
        yield Row(ROW + LEADING * (numbers.count("\n") + 1), numbers)
        line = RuleLine("", text=line.text, source=line.source)
    elif line.cells:
        heads = [f"{head}: " * (not within) for head in section.columns]
        cells = "; ".join(map("".join, zip(heads, line.cells, strict=False)))
        line = replace(line, cells=(), text=f"{cells}. {line.text}".rstrip())
    if line.name or line.text or line.source:
        yield _words(line, room)


def _words(rule: RuleLine, room: float) -> Row:
    said = " ".join(filter(None, (rule.name, rule.text, rule.source)))
    return Row(ROW + LEADING * len(wrapped(said, WORDS, EM, room)), rule=rule)


def _wrapped(text: str, room: float) -> list[str]:
    return wrapped(text, NUMBERS, EM, room)


def _em(text: str) -> float:
    return width(text, NUMBERS, EM)


# ── Tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────


class Table(NamedTuple):
    """The tab stops of a section's columns, `pitch` apart; none if there is no room. `above`: names are above cells."""

    room: float
    pitch: float
    stops: tuple[int, ...] = ()
    above: bool = False

    def set(self, cells: Sequence[str], *, low: bool = False) -> str:
        """Return a name and its cells in lines, each within its column; the last lines are level if `low`.

        A name alone has all of the room.
        """
        starts = (0, *self.stops)
        ends = [stop * self.pitch - GAP / 2 for stop in self.stops[: len(cells) - 1]] + [self.room]
        spans = zip(cells, starts, ends, strict=False)
        columns = [_wrapped(cell, end - start * self.pitch) for cell, start, end in spans]
        high = max(map(len, columns))
        columns = [[""] * (high - len(column)) * low + column for column in columns]
        lines = zip_longest(*columns, fillvalue="")
        return "\n".join(at_stops(zip(starts, line, strict=False), EM, self.pitch) for line in lines)


def _table(section: Section, room: float, pitch: float) -> Table:
    """Return the columns of a section.

    Cells are on one line if there is room. Otherwise columns fit their longest word. Names are above if there is no
    room beside the cells.
    """
    rows = [line for line in section.lines if line.cells]
    if not section.columns or not rows:
        return Table(room, pitch)
    words = (word for line in rows for word in line.name.split(" "))
    alone = len(section.columns) == 1
    least = ALONE * room if alone else max(NAME_LEAST, min(max(map(_em, words)), NAME_MOST) + GAP)
    columns = list(zip(*(line.cells for line in rows), strict=True))
    together, apart = (
        [
            ceil((max(map(_em, (*_parts([head], kept), *_parts(cells, whole)))) + GAP) / pitch)
            for head, cells in zip(section.columns, columns, strict=True)
        ]
        for whole, kept in ((True, alone), (False, False))
    )
    most = int((room + GAP) / pitch)
    for widths, name in ((together, least), (apart, least), (together, room if alone else 0.0)):
        if (most - sum(widths)) * pitch >= name:
            return Table(
                room, pitch, tuple(most - sum(widths[at:]) for at in range(len(widths))), name < least
            )
    return Table(room, pitch)


def _parts(texts: Sequence[str], whole: bool) -> Sequence[str]:
    return texts if whole else " ".join(texts).split(" ")
