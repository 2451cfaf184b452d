"""The layout of a quick reference: whole sections in columns, in the largest type that fits on a page.

    lay_out(setting) -> ReferenceSheet

The style sheet sets the text. Heights are only estimated here, to choose the type size and to divide the columns.
Lengths are ems of that size unless marked mm, and match style.css.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from django.utils.translation import gettext

from armybuilder.printing.formats.reference.sections import Section, sections
from armybuilder.printing.layout.fit import MM_PER_POINT, width
from armybuilder.printing.layout.options import Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.top import Top

SIDES, ENDS, GUTTER = 27.0, 34.0, 4.0  # mm: margins beside, and above or below, the columns; gap between them
SLACK = 4.0  # mm: columns can be higher than estimated
# Type sizes in points, and numbers of columns. The smallest are only for what always has to be on one page.
USUAL = (
    *((14 - step / 2, 2) for step in range(7)),
    *((10.5 - step / 4, 3) for step in range(9)),
    *((8.25 - step / 4, columns) for step in range(6) for columns in (3, 4)),
)
SMALL = tuple((6.75 - step / 4, columns) for step in range(4) for columns in (3, 4))
LEADING, ROW = 1.14, 0.2  # of a line, and extra for a row
BLOCK, TITLE, HEADING = 0.75, 1.4, 2.4  # the gap above a section, a line of its title, the heading above it
LARGER = 1.15  # a title than the text
ROUGH = 1.05  # longer than in one line is a text that is broken into lines
GAP, CELL, NAME = 0.8, 6.0, 4.5  # between cells; the least room for long cells, and for names
NARROW = 0.8  # of its width: a table that has less room is set as text
ROWS = 30  # of a section; longer ones are continued

Column = list[Section]


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A whole quick reference. `size` is the type size, in points; each page has so many `columns`."""

    top: Top
    size: float
    columns: int
    pages: list[list[Column]]


def lay_out(setting: Setting) -> ReferenceSheet:
    """Return the content of a list's quick reference."""
    label = gettext("%(game)s · only what this list uses · the edge is a 25 cm ruler") % {"game": setting.game}
    said = gettext("print at 100%, not “fit to page”")
    top = Top.of(setting, label, f"{gettext('reference')} · {said}")
    return ReferenceSheet(top, *fit(sections(setting), setting.options.paper))


def fit(content: Sequence[Section], paper: Paper) -> tuple[float, int, list[list[Column]]]:
    """Return the type size, the number of columns, and the pages: one in the largest possible type, or several.

    For a single page, optional rules are left out first, then content of other sheets. Small type comes last.
    """
    content = [part for section in content for part in _parts(section)]
    spares = sorted({section.spare for section in content}, reverse=True) or [0]
    tries = [(spare, kind) for spare in spares for kind in USUAL] + [(spares[-1], kind) for kind in SMALL]
    for spare, (size, columns) in tries:
        filled = _filled([section for section in content if section.spare <= spare], paper, size, columns)
        if len(filled) <= columns:
            return size, columns, [filled]
    size, columns = USUAL[-1]
    filled = _filled(content, paper, size, columns)
    return size, columns, [filled[first : first + columns] for first in range(0, len(filled), columns)]


def _parts(section: Section) -> Iterator[Section]:
    """Yield a section, in several parts if it is too long for a column, with the widths for its table."""
    section = replace(section, widths=_widths(section))
    while len(section.lines) > ROWS:
        yield replace(section, lines=section.lines[:ROWS], notes=())
        section = replace(section, lines=section.lines[ROWS:], heading="")
    yield section


def _widths(section: Section) -> tuple[float, ...]:
    """Return the widths of the columns of a table: what is longer than a cell should be is broken."""
    if len(section.columns) < 2:
        return ()
    cells = zip(*(line.cells for line in section.lines if line.cells), strict=True)
    return tuple(
        GAP + max(_longest(head), *(min(_em(cell), max(_longest(cell), CELL)) for cell in column))
        for head, column in zip(section.columns, cells, strict=True)
    )


def _filled(content: Sequence[Section], paper: Paper, size: float, columns: int) -> list[Column]:
    """Return columns of whole sections."""
    em = size * MM_PER_POINT
    room = (PAPERS[paper].paper_width - SIDES - (columns - 1) * GUTTER) / columns / em
    left = height = (PAPERS[paper].paper_height - ENDS - SLACK) / em
    filled: list[Column] = [[]]
    for section in content:
        placed = _narrowed(section, room - NAME)
        takes = _height(placed, room)
        if takes > left and filled[-1]:
            filled.append([])
            left = height
        filled[-1].append(placed)
        left -= takes
    return filled


def _narrowed(section: Section, most: float) -> Section:
    """Return a section with columns that leave room for the names; without columns, its cells are set as text."""
    narrowed = most / (sum(section.widths) or most)
    widths = tuple(one * min(narrowed, 1) for one in section.widths) if narrowed >= NARROW else ()
    return replace(section, widths=widths)


def _height(section: Section, room: float) -> float:
    """Return the estimated height of a section."""
    title = f"{section.title} {section.source} {section.head}"
    height = BLOCK + TITLE * _lines(title, room / LARGER) + HEADING * bool(section.heading)
    height += LEADING * max(map(_lines, section.columns, section.widths), default=0)
    for line, words in section.rows:
        said = [words, line.source]
        if section.widths and line.cells:
            name = _lines(line.name, room - sum(section.widths))
            height += ROW + LEADING * max(name, *map(_lines, line.cells, section.widths))
        else:
            said += [line.name, *line.cells[: bool(section.head)]]
        height += _paragraph(" ".join(filter(None, said)), room)
    return height + sum(_paragraph(note, room) for note in section.notes)


def _paragraph(text: str, room: float) -> float:
    return ROW + LEADING * _lines(text, room) if text else 0


def _lines(text: str, room: float) -> int:
    """Return the estimated number of lines of a text."""
    return 1 if _em(text) <= room else ceil(ROUGH * _em(text) / room)


def _longest(text: str) -> float:
    """Return the width of the longest word of a text."""
    return max(map(_em, text.split(" ")))


def _em(text: str) -> float:
    """Return the width of a text on one line."""
    return width(text, "barlow-condensed-600-normal", 1 / MM_PER_POINT)
