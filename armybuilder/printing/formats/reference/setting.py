"""Sections in a type size: lines are broken by measured widths, so the height of each block is known.

Lengths are ems of the size unless they say mm; style.css has the same ems.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, pairwise
from math import ceil
from typing import Literal, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from armybuilder.printing.formats.reference.sections import RuleLine, Section
from armybuilder.printing.formats.reference.sizes import REFERENCE
from armybuilder.printing.layout.measure import MM_PER_POINT, Face, width, wrapped

Style = Literal["name", "value", "text", "cite"]
FACES: dict[Style, Face] = {
    "name": "barlow-condensed-600-normal",
    "value": "barlow-condensed-700-normal",
    "text": "barlow-condensed-500-normal",
    "cite": "barlow-condensed-500-normal",
}
MARKUP: dict[Style, str] = {
    "name": "<b>{}</b>",
    "value": '<b class="value">{}</b>',
    "text": "{}",
    "cite": '<span class="cite">{}</span>',
}
TITLE: Face = "barlow-condensed-700-normal"
TITLE_SIZE, TITLE_LINE = 1.25, 1.5
LEADING, PADDING = 1.18, 0.16
HEADING = 2.4  # over the optional rules
EDGES = REFERENCE["a4"][0]  # the same on all paper
VALUE_MOST = 0.42  # of the column: a longer value goes on within the line
# A table with too little room for the longest word of a name is written in words; longer words are broken.
NAME_LEAST, NAME_MOST = 5.0, 8.0
CELL_GAP = 0.7
ROUNDING = 0.985
TABLE_LEAST = 0.9  # of the size of the page: no table is set smaller
UNIT = 0.5  # the widths of columns: in halves of an em


class Run(NamedTuple):
    """A piece of a line in one style; its text holds the breaks."""

    style: Style
    text: str


def markup(runs: Iterable[Run]) -> SafeString:
    """Return runs as HTML, without white space but theirs: all of it is kept on paper."""
    return mark_safe("".join(format_html(MARKUP[style], text) for style, text in runs))


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a block: `runs` with a value on the right, or a name with cells under the heads of a table (`cells`)."""

    runs: tuple[Run, ...]
    height: float
    value: str = ""
    cells: tuple[str, ...] = ()

    @property
    def html(self) -> SafeString:
        """The runs as HTML."""
        return markup(self.runs)


@dataclass(frozen=True, slots=True)
class Block:
    """A section on paper. `widths`: of the columns of its table, in halves of an em; none: rows with a value.

    `title` and `cite` hold their breaks. `head` stands beside them: what the values are. `own_size` of its type, in
    hundredths of a point, where it is smaller than the sheet's; 0: it is the sheet's.
    """

    title: str
    cite: str
    head: str
    heads: tuple[str, ...]
    widths: tuple[int, ...]
    rows: tuple[Row, ...]
    optional: bool
    heading: str
    frame: float  # mm: everything except rows
    own_size: int = 0

    @property
    def html(self) -> SafeString:
        """The title and the paragraph after it as HTML."""
        return markup((Run("text", self.title), Run("cite", self.cite)))

    @property
    def mark(self) -> str:
        """The bookmark."""
        return self.title.replace("\n", " ")

    @property
    def height(self) -> float:
        """The height in mm, with the gap below."""
        return self.frame + sum(row.height for row in self.rows)


@dataclass(frozen=True, slots=True)
class Measure:
    """A size in points and a column's width in mm. `smallest`: the size that nothing goes below, in quarters."""

    size: float
    column: float
    smallest: int = EDGES.smallest

    @property
    def em(self) -> float:
        """An em in mm."""
        return self.size * MM_PER_POINT

    @property
    def room(self) -> float:
        """The column's width in ems, less what Pango's rounding of advances may add."""
        return self.column / self.em * ROUNDING

    def row_height(self, lines: int) -> float:
        """Return the height of a row in mm."""
        return (lines * LEADING + PADDING) * self.em + EDGES.hairline

    def head_height(self, title_lines: int, head_lines: int) -> float:
        """Return the height in mm of a block without its rows."""
        return EDGES.rule + (title_lines * TITLE_LINE + head_lines * LEADING + 0.3) * self.em + EDGES.gap


def set_section(section: Section, sheet: Measure) -> Block:
    """Return a section as a block; a table too wide for the sheet's type in the largest that holds it.

    One that no type holds is told in words.
    """
    most = round(sheet.size * 4)
    least = max(sheet.smallest, ceil(most * TABLE_LEAST))
    sizes = (quarters / 4 for quarters in range(most, least - 1, -1))
    measures = (replace(sheet, size=size) for size in sizes)
    own = next((measure for measure in measures if _widths(section, measure)), sheet)
    block = _set_section(section, own)
    if section.heading:
        block = replace(block, frame=block.frame + HEADING * sheet.em)
    return block if own == sheet else replace(block, own_size=round(own.size * 100))


def _set_section(section: Section, measure: Measure) -> Block:
    widths = _widths(section, measure)
    head = section.columns[0] if len(section.columns) == 1 else ""
    beside = _ems(head, FACES["text"]) + CELL_GAP if head else 0.0
    title, cite, lines = _title(section.title, section.source, measure.room - beside)
    heads = tuple(
        _broken(text, FACES["text"], count * UNIT)
        for text, count in zip(section.columns, widths, strict=False)
    )
    rows = [row for line in section.lines for row in _rows(line, section, widths, measure)]
    rows += [_told([("text", note)], measure) for note in section.notes]
    return Block(
        title=title,
        cite=cite,
        head=head,
        heads=heads,
        widths=widths,
        rows=tuple(rows),
        optional=section.optional,
        heading=section.heading,
        frame=measure.head_height(lines, max(map(_lines, heads), default=0)),
    )


def _title(title: str, source: str, room: float) -> tuple[str, str, int]:
    """Return the title in lines, with the paragraph after or below it, and the number of lines."""
    lines = wrapped(title, TITLE, TITLE_SIZE / MM_PER_POINT, room)
    last = _ems(f"{lines[-1]} ", TITLE) * TITLE_SIZE
    if last + _ems(source, FACES["cite"]) <= room:
        return "\n".join(lines), f" {source}", len(lines)
    cite = wrapped(source, FACES["cite"], 1 / MM_PER_POINT, room)
    return "\n".join(lines), "\n" + "\n".join(cite), len(lines) + len(cite)


# ── Rows ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _rows(line: RuleLine, section: Section, widths: Sequence[int], measure: Measure) -> Iterator[Row]:
    rest: list[tuple[Style, str]] = [("text", line.text), ("cite", line.source)]
    if widths and line.cells:
        yield _table_row(line, widths, measure)
        if any(text for _, text in rest):
            yield _told(rest, measure)
    elif len(line.cells) == 1 and _ems(line.cells[0], FACES["value"]) <= VALUE_MOST * measure.room:
        yield _told([("name", line.name), *rest], measure, value=line.cells[0])
    else:
        yield _told([("name", line.name), *_in_words(line, section), *rest], measure)


def _in_words(line: RuleLine, section: Section) -> Iterator[tuple[Style, str]]:
    """Yield the cells of a row outside a table, each with the head of its column if there are several."""
    if len(line.cells) == 1:
        yield "value", line.cells[0]
        return
    for place, (head, cell) in enumerate(zip(section.columns, line.cells, strict=False), 1):
        yield "text", f"{head}:"
        yield "value", f"{cell}{'.' if place == len(line.cells) else ';'}"


def _told(runs: Iterable[tuple[Style, str]], measure: Measure, value: str = "") -> Row:
    beside = _ems(value, FACES["value"]) + CELL_GAP if value else 0.0
    flowed, lines = flow([run for run in runs if run[1]], measure.room - beside, measure.room)
    return Row(flowed, measure.row_height(lines), value)


def _table_row(line: RuleLine, widths: Sequence[int], measure: Measure) -> Row:
    room = measure.room - sum(widths) * UNIT
    flowed, lines = flow([("name", line.name)], room - CELL_GAP, room - CELL_GAP)
    cells = tuple(
        _broken(cell, FACES["value"], count * UNIT) for cell, count in zip(line.cells, widths, strict=False)
    )
    return Row(flowed, measure.row_height(max([lines, *map(_lines, cells)])), cells=cells)


# ── Columns ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _widths(section: Section, measure: Measure) -> tuple[int, ...]:
    """Return the widths of a table's columns, in halves of an em: none if they leave no room for names.

    Cells are on one line if there is room, or columns as wide as their longest word. Heads are broken so that
    the table is as low as can be.
    """
    if len(section.columns) < 2:
        return ()
    words = {word for line in section.lines for word in line.name.split(" ")}
    longest = max((_ems(word, FACES["name"]) for word in words), default=0.0)
    least = max(NAME_LEAST, min(longest, NAME_MOST) + CELL_GAP)
    most_lines = max(head.count(" ") for head in section.columns) + 1
    for is_broken in (False, True):
        cells = [_cells_width(place, section, is_broken) for place in range(len(section.columns))]
        ways = (
            tuple(
                ceil((max(width, _head_width(head, lines)) + CELL_GAP) / UNIT)
                for head, width in zip(section.columns, cells, strict=True)
            )
            for lines in range(most_lines, 0, -1)
        )
        that_fit = [widths for widths in dict.fromkeys(ways) if measure.room - sum(widths) * UNIT >= least]
        if that_fit:
            return min(that_fit, key=lambda widths: _table_lines(section, widths, measure))
    return ()


def _cells_width(place: int, section: Section, is_broken: bool) -> float:
    cells = [line.cells[place] for line in section.lines if line.cells]
    pieces = [piece for cell in cells for piece in (cell.split(" ") if is_broken else [cell])]
    return max((_ems(piece, FACES["value"]) for piece in pieces), default=0.0)


def _head_width(head: str, most_lines: int) -> float:
    """Return the width of a head with at most so many lines, in ems."""
    words = head.split(" ")
    inner = range(1, len(words))
    return min(
        max(
            _ems(" ".join(words[start:end]), FACES["text"])
            for start, end in pairwise((0, *breaks, len(words)))
        )
        for breaks in combinations(inner, min(most_lines, len(words)) - 1)
    )


def _table_lines(section: Section, widths: Sequence[int], measure: Measure) -> int:
    """How many lines the heads and the names of a table take."""
    room = measure.room - sum(widths) * UNIT - CELL_GAP
    heads = (
        _lines(_broken(head, FACES["text"], width * UNIT))
        for head, width in zip(section.columns, widths, strict=True)
    )
    names = (flow([("name", line.name)], room, room)[1] for line in section.lines if line.cells)
    return max(heads) + sum(names)


def _broken(text: str, face: Face, column: float) -> str:
    """Return a head or a cell in lines."""
    return "\n".join(wrapped(text, face, 1 / MM_PER_POINT, column - CELL_GAP / 3))


def _lines(text: str) -> int:
    return text.count("\n") + 1


# ── Lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def flow(runs: Sequence[tuple[Style, str]], first: float, room: float) -> tuple[tuple[Run, ...], int]:
    """Return the runs with line breaks, and the number of lines.

    `first` and `room` are the widths of the first line and of the others, in ems. A word too long for a line is cut.
    """
    flowed, used, lines = [], 0.0, 1
    for style, text in runs:
        face, pieces = FACES[style], []
        space = _ems(" ", face)
        for word in text.split(" "):
            length, limit = _ems(word, face), first if lines == 1 else room
            if used and used + space + length > limit:
                pieces.append("\n")
                used, lines = 0.0, lines + 1
            elif used:
                pieces.append(" ")
                used += space
            if length > room:
                cut = wrapped(word, face, 1 / MM_PER_POINT, min(first, room))
                word, length, lines = "\n".join(cut), _ems(cut[-1], face), lines + len(cut) - 1
            pieces.append(word)
            used += length
        flowed.append(Run(style, "".join(pieces)))
    return tuple(flowed), lines


@lru_cache(maxsize=8192)
def _ems(text: str, face: Face) -> float:
    """Return the width of a text in ems."""
    return width(text, face, 1 / MM_PER_POINT)
