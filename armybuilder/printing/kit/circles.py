"""Round templates of blasts and bombardments, true to size; what is larger than a sheet comes in parts that join."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.printing.cards import fit
from armybuilder.printing.cards.card import Text
from armybuilder.printing.options import Paper
from armybuilder.printing.sizes import KIT_USED, PAPERS, content_width
from rules.core.catalogue import Catalogue
from rules.core.handbook import PrintedRow, PrintedTable
from rules.core.printed_handbook import printed_handbook
from rules.core.roster import Roster
from rules.core.text import Language
from rules.core.used_entries import concerns, subjects_of

WHOLE_AT_MOST = 170  # mm across: larger ones come in quarters
QUARTERS_AT_MOST = 340  # mm across: larger ones come in eighths
FLAP, BEVEL = 8, 12  # mm: of the paper that is glued under the next part
EDGE = 1  # mm around a drawing, for half its line
CROSS = 4  # mm
SIZES = (9.0, 8.0, 7.0, 6.5)  # points
Rings = tuple[int, ...]  # cm across, the largest last


@dataclass(frozen=True, slots=True)
class Part:
    """A template or a part of one, drawn in a frame of `width` × `height` mm: its outline, and lines that are not cut.

    `place` is where its words stand, as CSS.
    """

    width: float
    height: float
    outline: str
    lines: str
    title: str
    names: Text
    note: str
    place: str


def shelves(roster: Roster, catalogue: Catalogue, language: Language, paper: Paper) -> list[list[list[Part]]]:
    """Return the templates that a list's rules lay on the table: pages of rows of parts that fit the paper."""
    room = content_width(paper)
    high = PAPERS[paper].paper_height - PAPERS[paper].bottom - 14 - KIT_USED / 2
    pages: list[list[list[Part]]] = []
    used, beside = high, room
    for part in parts(roster, catalogue, language):
        if beside + part.width <= room:
            pages[-1][-1].append(part)
            beside += part.width
            continue
        if used + part.height > high:
            pages.append([])
            used = 0.0
        pages[-1].append([part])
        used, beside = used + part.height, part.width
    return pages


def parts(roster: Roster, catalogue: Catalogue, language: Language) -> Iterator[Part]:
    """Yield the parts of all templates of a list, the largest first."""
    found: dict[Rings, list[str]] = {}
    for table, row in _rows(roster, catalogue):
        name = (row.name if row.cells else table.name).to(language)
        found.setdefault(row.circles, []).append(f"{name} {row.source or table.source}")
    for rings in sorted(found, key=lambda rings: rings[::-1], reverse=True):
        yield from _parts(rings, list(dict.fromkeys(found[rings])))


def _rows(roster: Roster, catalogue: Catalogue) -> Iterator[tuple[PrintedTable, PrintedRow]]:
    """Yield the rows with a template that are about something the list has; of what troops might do there is none."""
    has = replace(subjects_of(roster, catalogue), classes=())
    for table in printed_handbook(catalogue):
        if any(concerns(row.about, has) for row in table.rows if not row.about.everyone):
            yield from ((table, row) for row in table.rows if row.circles and concerns(row.about, has))


def _parts(rings: Rings, names: list[str]) -> Iterator[Part]:
    across = 10 * rings[-1]
    if across <= WHOLE_AT_MOST:
        yield _whole(rings, names)
        return
    count = 4 if across <= QUARTERS_AT_MOST else 8
    for number in range(1, count + 1):
        yield _sector(rings, names, number, count)


def _whole(rings: Rings, names: list[str]) -> Part:
    side = 10 * rings[-1] + 2 * EDGE
    middle = side / 2
    cross = f"M{middle - CROSS} {middle}h{2 * CROSS}M{middle} {middle - CROSS}v{2 * CROSS}"
    room = 7 * rings[-1]
    return Part(
        width=side,
        height=side,
        outline=_circle(middle, 5 * rings[-1]),
        lines=cross + "".join(_circle(middle, 5 * ring) for ring in rings[:-1]),
        title=_title(rings),
        names=_names(names, room, 3),
        note="",
        place=f"left: {(side - room) / 2}mm; top: {middle + CROSS + 1}mm; width: {room}mm",
    )


def _circle(middle: float, radius: float) -> str:
    """Return a circle in quarters: WeasyPrint draws each arc as one curve, and a longer one is none of a circle."""
    turns = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    quarters = "".join(f"a{radius} {radius} 0 0 1 {x * radius} {y * radius}" for x, y in turns)
    return f"M{middle - radius} {middle}{quarters}Z"


def _sector(rings: Rings, names: list[str], number: int, count: int) -> Part:
    """Return a part of a circle whose left edge stands upright and has a flap; `count` of them are all of it."""
    radius, angle = 5 * rings[-1], radians(360 / count)
    x, y = FLAP + EDGE, radius + EDGE
    flap = f"M{x} {y}l{-FLAP} {-BEVEL}v{2 * BEVEL - radius}L{x} {EDGE}"
    middle = angle / 2
    room = 0.4 * radius
    left, top = x + 0.68 * radius * sin(middle) - room / 2, y - 0.68 * radius * cos(middle)
    joined = gettext("part %(number)s of %(count)s: glue the flap under the next one")
    return Part(
        width=round(x + radius * sin(angle) + EDGE, 2),
        height=radius + 2 * EDGE,
        outline=f"M{x} {y}V{EDGE}{_arc(radius, angle)}Z{flap}",
        lines="".join(f"M{x} {y - 5 * ring}{_arc(5 * ring, angle)}" for ring in rings[:-1]),
        title=_title(rings),
        names=_names(names, room, 6),
        note=joined % {"number": number, "count": count},
        place=f"left: {left:.2f}mm; top: {top:.2f}mm; width: {room}mm",
    )


def _arc(radius: float, angle: float) -> str:
    """Return the arc from straight above the centre, clockwise."""
    return f"a{radius} {radius} 0 0 1 {radius * sin(angle):.3f} {radius * (1 - cos(angle)):.3f}"


def _title(rings: Rings) -> str:
    return gettext("%(wide)s cm across") % {"wide": " / ".join(map(str, rings))}


def _names(names: list[str], room: float, lines: int) -> Text:
    text = fit.clean(" · ".join(names))
    found = fit.in_lines(text, fit.MEDIUM, SIZES, room, fit.height(lines, SIZES[-1]))
    return found or fit.cut(text, fit.MEDIUM, room, lines)
