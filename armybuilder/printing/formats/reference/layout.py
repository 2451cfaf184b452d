"""The layout of a quick reference: the largest type that takes the fewest pages.

    lay_out(setting) -> ReferenceSheet

The style sheet sets the text. Lines are only counted here, to choose the type size and the columns of tables. Lengths
are ems of that size unless marked mm, and match style.css.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.formats.reference.sections import RuleLine, Section, sections
from armybuilder.printing.layout.fit import MM_PER_POINT, Face, width, wrapped
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.top import Top

SIDES, ENDS, GUTTER = 27.0, 34.0, 4.0  # mm: margins beside, and above or below, the columns; gap between them
SMALLEST, TIGHT = 28, (26, 24)  # quarters of a point: usually, and where only that saves a second page
MOST = {2: 56, 3: 40, 4: 32}  # also quarters of a point: the largest type for each number of columns
BOLD: Face = "barlow-condensed-600-normal"
LEADING, ROW = 1.14, 0.2  # of a line, and extra for a row
TITLE_SIZE, TITLE_LINE, BLOCK, HEADING = 1.15, 1.4, 0.75, 2.4
FIRST, LAST = 2, 2  # rows kept with their heading, and together
GAP, NAME_LEAST, NAME_MOST = 0.8, 5.0, 8.0  # beside a cell; for the name column
ROUNDING = 0.985  # part of a line that Pango’s letters can use


@dataclass(frozen=True, slots=True)
class Piece:
    """A part that is kept together: the heading of a section with its table or first rows, or a later row.

    `widths` are those of the table columns, in ems; without them, rows are lines of text. `above`: each
    name has a line to itself, above its cells. `height` is in ems.
    """

    section: Section
    lines: tuple[RuleLine, ...] = ()
    notes: tuple[str, ...] = ()
    widths: tuple[float, ...] = ()
    above: bool = False
    begins: bool = False
    height: float = 0.0

    @property
    def head(self) -> str:
        """The labels of the values beside its rows."""
        return self.section.columns[0] if len(self.section.columns) == 1 else ""

    @property
    def heads(self) -> Iterator[tuple[str, float]]:
        """The labels of the columns of its table, with their widths."""
        return zip(self.section.columns, self.widths, strict=True)

    @property
    def rows(self) -> Iterator[tuple[RuleLine, str]]:
        """Yield each line, and the words after its name, with the cells of a table that has no room for them."""
        for line in self.lines:
            cells = () if self.head else zip(self.section.columns, line.cells, strict=False)
            said = "; ".join(f"{head}: {cell}" for head, cell in cells)
            yield line, " ".join(filter(None, (f"{said}." if said else "", line.text)))


Column = list[Piece]


class Fitted(NamedTuple):
    """Pages with a number of columns, in type of `quarters` of a point."""

    columns: int
    quarters: int
    pages: tuple[list[Column], ...]

    @property
    def merit(self) -> tuple[int, int]:
        """A sort key: fewer pages first, then more tables, those with names beside the cells before others."""
        pieces = (piece for page in self.pages for column in page for piece in column)
        return -len(self.pages), sum(bool(piece.widths) * (2 - piece.above) for piece in pieces)


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A whole quick reference. `size` is the type size, in points."""

    top: Top
    size: float
    columns: int
    pages: tuple[list[Column], ...]


def lay_out(setting: Setting) -> ReferenceSheet:
    """Return the content of a list's quick reference."""
    found = fit(sections(setting), setting.options.paper)
    label = gettext("%(game)s · only what this list uses · the edge is a 25 cm ruler") % {
        "game": setting.game
    }
    said = gettext("print at 100%, not “fit to page”")
    top = Top.of(setting, label, f"{gettext('reference')} · {said}")
    return ReferenceSheet(top, found.quarters / 4, found.columns, found.pages)


def fit(content: Sequence[Section], paper: Paper) -> Fitted:
    """Return one page in the largest possible type. Only content that is always printed takes more pages.

    For a single page, optional rules are left out first, then content of other sheets. Smaller type comes last.
    """
    least = min((section.spare for section in content), default=0)
    tries = [(SMALLEST, most) for most in sorted({section.spare for section in content}, reverse=True)]
    for smallest, most in (*tries, *((tight, least) for tight in TIGHT)):
        found = _largest([section for section in content if section.spare <= most], paper, smallest)
        if len(found.pages) == 1:
            return found
    return _largest(content, paper, SMALLEST)


def _largest(content: Sequence[Section], paper: Paper, least: int) -> Fitted:
    """Return the largest type with no more pages and no fewer tables than the smallest."""
    smallest = [_set(content, paper, columns, least) for columns in MOST]
    best = max(found.merit for found in smallest)
    return max(
        (_grown(found, content, paper) for found in smallest if found.merit == best),
        key=lambda found: found.quarters,
    )


def _grown(found: Fitted, content: Sequence[Section], paper: Paper) -> Fitted:
    def too_large(quarters: int) -> bool:
        return _set(content, paper, found.columns, quarters).merit < found.merit

    larger = range(found.quarters + 1, MOST[found.columns] + 1)
    return _set(content, paper, found.columns, found.quarters + bisect_left(larger, True, key=too_large))


def _set(content: Sequence[Section], paper: Paper, columns: int, quarters: int) -> Fitted:
    """Fill columns with parts that are kept together."""
    em = quarters / 4 * MM_PER_POINT
    room = column_width(paper, columns) / em * ROUNDING
    height = (PAPERS[paper].paper_height - ENDS) / em
    filled: list[Column] = [[]]
    used = 0.0
    for piece in (piece for section in content for piece in _pieces(section, room)):
        if filled[-1] and used + piece.height > height:
            filled.append([])
            used = 0.0
        filled[-1].append(piece)
        used += piece.height
    pages = tuple(filled[first : first + columns] for first in range(0, len(filled), columns))
    return Fitted(columns, quarters, pages)


def column_width(paper: Paper, columns: int) -> float:
    """Return the width of each column, in mm, as in style.css: slightly less than the room for it."""
    return (PAPERS[paper].paper_width - SIDES - (columns - 1) * GUTTER) / columns - 0.02


# ── Heights ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _pieces(section: Section, room: float) -> Iterator[Piece]:
    """Yield parts to keep together: a table, a section heading with its first rows, each other row."""
    widths, above = _widths(section, room)
    rows = [
        Piece(section, (line,), height=_row_height(line, section, widths, room, above=above))
        for line in section.lines
    ]
    rows += [
        Piece(section, notes=(note,), height=ROW + LEADING * _lines(note, room)) for note in section.notes
    ]
    first = len(rows) if widths or len(rows) <= FIRST + LAST else FIRST
    last = max(first, len(rows) - LAST)
    head = section.columns[0] if len(section.columns) == 1 else ""
    heights = [BLOCK, TITLE_LINE * _lines(f"{section.title} {section.source} {head}", room / TITLE_SIZE)]
    heights += [HEADING] if section.heading else []
    heights += [LEADING * max(map(_lines, section.columns, widths))] if widths else []
    yield replace(_joined(rows[:first], sum(heights)), widths=widths, above=above, begins=True)
    yield from rows[first:last]
    if rows[last:]:
        yield _joined(rows[last:])


def _joined(rows: Sequence[Piece], height: float = 0.0) -> Piece:
    """Return rows as a part, with extra height."""
    return Piece(
        rows[0].section,
        tuple(line for row in rows for line in row.lines),
        tuple(note for row in rows for note in row.notes),
        height=height + sum(row.height for row in rows),
    )


def _row_height(
    line: RuleLine, section: Section, columns: Sequence[float], room: float, *, above: bool
) -> float:
    """Return the height of a row. A value beside a name is counted as if it came before the name."""
    if columns and line.cells:
        names = _lines(line.name, room if above else room - sum(columns))
        cells = max(map(_lines, line.cells, columns))
        lines = names + cells if above else max(names, cells)
        said: tuple[str, ...] = (line.text, line.source)
        height = ROW + LEADING * lines
    else:
        heads = section.columns if len(line.cells) > 1 else ()
        said, height = (*heads, *line.cells, line.name, line.text, line.source), 0.0
    text = " ".join(filter(None, said))
    return height + (ROW + LEADING * _lines(text, room) if text else 0)


def _lines(text: str, room: float) -> int:
    return len(wrapped(text, BOLD, 1 / MM_PER_POINT, room))


# ── Tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _widths(section: Section, room: float) -> tuple[tuple[float, ...], bool]:
    """Return the widths of a table's columns, in ems, rounded up to halves, and whether names are above their cells.

    Cells are on one line if there is room. Otherwise columns fit their longest word. Names are above if there is no
    room beside the cells. No widths: there is no room for a table.
    """
    if len(section.columns) < 2:
        return (), False
    rows = [line for line in section.lines if line.cells]
    words = (word for line in rows for word in line.name.split(" "))
    least = max(NAME_LEAST, min(max(map(_em, words)), NAME_MOST) + GAP)
    columns = list(zip(*(line.cells for line in rows), strict=True))
    whole, broken = (
        tuple(
            ceil(2 * (max(map(_em, (*head.split(" "), *pieces(cells)))) + GAP)) / 2
            for head, cells in zip(section.columns, columns, strict=True)
        )
        for pieces in (list, lambda cells: " ".join(cells).split(" "))
    )
    tries = ((whole, least), (broken, least), (whole, 0.0))
    found = next(((widths, name) for widths, name in tries if room - sum(widths) >= name), ((), least))
    return found[0], found[1] < least


def _em(text: str) -> float:
    """Return the width of a text."""
    return width(text, BOLD, 1 / MM_PER_POINT)
