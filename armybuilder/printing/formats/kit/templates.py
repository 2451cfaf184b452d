"""The templates of a list at actual size, each printed once.

Circles up to 17 cm are printed whole. Larger circles share an eighth, to turn around its corner. A rectangle longer
than the paper is printed as one end, and players measure its length.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.handbook import Area, PrintedRow, PrintedTable, Subjects
from rules.core.contents import subjects_of
from rules.core.handbook_for_list import concerns
from rules.core.odds import printed_handbook

EDGE = 1.0  # mm around a drawing, for half the line width
WHOLE_AT_MOST, LONG_AT_MOST = 17, 22  # cm
END = 32.0  # mm: printed part of a long rectangle
CROSS = 4.0  # mm
HALF = sqrt(0.5)  # the sine of 45°
Rings = tuple[int, ...]  # cm across, smallest first


class Label(NamedTuple):
    """Text on a template, from `left` and `top`, `width` mm wide."""

    left: float
    top: float
    width: float
    title: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """A template of `width` × `height` mm: its outline, and inner lines not to cut. Its middle is at `x`, `y` mm."""

    width: float
    height: float
    title: str
    outline: str
    lines: str
    labels: tuple[Label, ...]
    x: float = EDGE
    y: float = EDGE


def templates(setting: Setting) -> Iterator[Template]:
    """Yield the templates that the list's rules use."""
    rounds: dict[Rings, list[str]] = {}
    areas: dict[Area, list[str]] = {}
    has = subjects_of(setting.roster, setting.catalogue)
    for table, row in _rows(setting, has):
        of_table, of_row = setting.say(table.name), setting.say(row.name)
        if row.circles:
            alone = sum(bool(row.circles) for row in table.rows) == 1
            name = f"{of_table}, {of_row}" if alone and row.cells else of_row if row.cells else of_table
            rounds.setdefault(row.circles, []).append(name)
        for area in row.areas:
            if area.about is None or concerns(area.about, has):
                areas.setdefault(replace(area, about=None), []).append(f"{of_table}, {of_row}")
    large = {rings: names for rings, names in rounds.items() if rings[-1] > WHOLE_AT_MOST}
    if large:
        yield _eighth(large)
    yield from (_circle(rings, names) for rings, names in rounds.items() if rings not in large)
    yield from (_area(area, names) for area, names in areas.items())


def _rows(setting: Setting, has: Subjects) -> Iterator[tuple[PrintedTable, PrintedRow]]:
    """Yield the table rows that concern the list and its contents."""
    catalogue, rulings = setting.catalogue, setting.roster.rulings
    for table in printed_handbook(catalogue):
        rows = [row for row in table.rows if concerns(row.about, has)]
        if any(not row.about.everyone for row in rows):
            yield from ((table, row) for row in rows if catalogue.applies(rulings, row.about.under))


def _joined(names: Iterable[str]) -> str:
    return " · ".join(dict.fromkeys(names))


def _across(rings: Iterable[int]) -> str:
    return gettext("%(wide)s cm across") % {"wide": " / ".join(map(str, rings))}


def _circle(rings: Rings, names: list[str]) -> Template:
    radius, title = 5.0 * rings[-1], _across(rings)
    cross = f"M{-CROSS} 0h{2 * CROSS}M0 {-CROSS}v{2 * CROSS}"
    room = 1.4 * radius
    return Template(
        width=2 * (radius + EDGE),
        height=2 * (radius + EDGE),
        title=title,
        outline=_round(radius),
        lines=cross + "".join(_round(5 * ring) for ring in rings[:-1]),
        labels=(Label(radius + EDGE - room / 2, radius + EDGE + CROSS + 1, room, title, _joined(names)),),
        x=radius + EDGE,
        y=radius + EDGE,
    )


def _round(radius: float) -> str:
    """Return a circle in quarters: WeasyPrint draws each arc as one curve, which is inaccurate for longer arcs."""
    turns = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    quarters = "".join(f"a{radius} {radius} 0 0 1 {x * radius} {y * radius}" for x, y in turns)
    return f"M{-radius} 0{quarters}Z"


def _eighth(large: dict[Rings, list[str]]) -> Template:
    """Return an eighth of the largest circle, with an arc and names for each ring."""
    rings: dict[int, list[str]] = {}
    for circles, names in large.items():
        for ring in circles:
            rings[ring] = [*rings.get(ring, ()), *names]
    widest = max(rings)
    radius = 5.0 * widest
    turn = gettext("An eighth: hold the corner on the centre and turn it.")
    return Template(
        width=round(HALF * radius + 2 * EDGE, 2),
        height=radius + 2 * EDGE,
        title=_across(sorted(rings)),
        outline=f"M0 0V{-radius}{_arc(radius)}Z",
        lines="".join(f"M0 {-5 * ring}{_arc(5 * ring)}" for ring in rings if ring != widest),
        labels=tuple(
            Label(3.0, radius - 4.1 * ring, 2.8 * ring, f"{ring} cm", _joined(names), turn * (ring == widest))
            for ring, names in rings.items()
        ),
        y=radius + EDGE,
    )


def _arc(radius: float) -> str:
    """Return the eighth of a circle from straight above its centre, clockwise."""
    return f"a{radius} {radius} 0 0 1 {radius * HALF:.3f} {radius * (1 - HALF):.3f}"


def _area(area: Area, names: list[str]) -> Template:
    if area.away is not None:
        return _ring(area.away, area.wide, names)
    long = area.long or area.wide
    title = gettext("%(wide)s × %(long)s cm") % {"wide": area.wide, "long": long}
    if long <= LONG_AT_MOST:
        wide, high, note, lines = 10.0 * area.wide, 10.0 * long, "", ""
    else:
        wide, high = END, 10.0 * area.wide
        note = gettext("One end of it: measure %(long)s cm from its edge.") % {"long": long}
        inner = 5.0 * area.inner[0] if area.inner else 0.0
        lines = "".join(f"M0 {high / 2 + y}h{wide}" for y in {-inner, inner})
    return Template(
        width=wide + 2 * EDGE,
        height=high + 2 * EDGE,
        title=title,
        outline=f"M0 0h{wide}v{high}h{-wide}Z",
        lines=lines,
        labels=(Label(EDGE + 2, EDGE + 2, wide - 4, title, _joined(names), note),),
    )


def _ring(away: int, wide: int, names: list[str]) -> Template:
    """Return an equal part of half a ring, with its left edge upright."""
    inside, outside = 10.0 * away, 10.0 * (away + wide)
    back = f"a{inside} {inside} 0 0 0 {-inside * HALF:.3f} {-inside * (1 - HALF):.3f}"
    title = gettext("%(wide)s cm deep, %(away)s cm from the vehicle") % {"wide": wide, "away": away}
    note = gettext("A quarter of it: turn it round the vehicle.")
    return Template(
        width=round(outside * HALF + 2 * EDGE, 2),
        height=round(outside - inside * HALF + 2 * EDGE, 2),
        title=title,
        outline=f"M0 {-inside}V{-outside}{_arc(outside)}L{inside * HALF:.3f} {-inside * HALF:.3f}{back}Z",
        lines="",
        labels=(Label(EDGE + 4, EDGE + 12, 44.0, title, _joined(names), note),),
        y=outside + EDGE,
    )
