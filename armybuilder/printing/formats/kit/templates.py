"""The templates of a list at actual size, each printed once.

Circles up to 17 cm are printed whole. Larger circles share a fan: a sector to turn around its corner. A rectangle
longer than the paper is printed as one end, and players measure its length.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, degrees, radians, sin

from django.utils.translation import gettext
from msgspec.structs import replace

from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text, fitted
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.handbook import Area, PrintedRow, PrintedTable, Subjects
from rules.core.contents import subjects_of
from rules.core.handbook_for_list import concerns
from rules.core.odds import printed_handbook

EDGE = 1.0  # mm around a drawing, for half the line width
WHOLE_AT_MOST = 17  # cm across
QUARTER_AT_MOST = 34  # cm across: larger circles use an eighth as a fan
LONG_AT_MOST = 22  # cm
END = 32.0  # mm: printed part of a long rectangle
RING_PARTS = 4  # parts of half a ring
CROSS = 4.0  # mm
SIZES = (9.0, 8.0, 7.0, 6.5)  # points
RING_SIZE = 7.5  # points
Rings = tuple[int, ...]  # cm across, smallest first


@dataclass(frozen=True, slots=True)
class Label:
    """Text on a template, `left` and `top` mm from its corner, turned by `angle` degrees."""

    left: float
    top: float
    width: float
    text: Text
    kind: str = ""
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Template:
    """A template in a frame of `width` × `height` mm: its outline, and inner lines not to cut."""

    width: float
    height: float
    title: str
    outline: str
    lines: str
    labels: tuple[Label, ...]


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
        yield _fan(large)
    yield from (_circle(rings, names) for rings, names in rounds.items() if rings not in large)
    yield from (_area(area, names) for area, names in areas.items())


def _rows(setting: Setting, has: Subjects) -> Iterator[tuple[PrintedTable, PrintedRow]]:
    """Yield the table rows that concern the list and its contents."""
    catalogue, rulings = setting.catalogue, setting.roster.rulings
    for table in printed_handbook(catalogue):
        rows = [row for row in table.rows if concerns(row.about, has)]
        if any(not row.about.everyone for row in rows):
            yield from ((table, row) for row in rows if catalogue.applies(rulings, row.about.under))


# ── Circles ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _circle(rings: Rings, names: list[str]) -> Template:
    side = 10 * rings[-1] + 2 * EDGE
    middle, room = side / 2, 7.0 * rings[-1]
    cross = f"M{middle - CROSS} {middle}h{2 * CROSS}M{middle} {middle - CROSS}v{2 * CROSS}"
    return Template(
        width=side,
        height=side,
        title=_across(rings),
        outline=_round(middle, 5 * rings[-1]),
        lines=cross + "".join(_round(middle, 5 * ring) for ring in rings[:-1]),
        labels=_labels(_across(rings), names, "", (side - room) / 2, middle + CROSS + 1, room, 3),
    )


def _round(middle: float, radius: float) -> str:
    """Return a circle in quarters: WeasyPrint draws each arc as one curve, which is inaccurate for longer arcs."""
    turns = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    quarters = "".join(f"a{radius} {radius} 0 0 1 {x * radius} {y * radius}" for x, y in turns)
    return f"M{middle - radius} {middle}{quarters}Z"


def _fan(large: dict[Rings, list[str]]) -> Template:
    """Return a sector of the largest circle, with an arc and names for each ring."""
    rings: dict[int, list[str]] = {}
    for circles, names in large.items():
        for ring in circles:
            rings[ring] = [*rings.get(ring, ()), *names]
    widest = max(rings)
    count = 4 if widest <= QUARTER_AT_MOST else 8
    radius, angle = 5 * widest, radians(360 / count)
    x, y = EDGE, radius + EDGE
    quarter = gettext("A quarter: hold the corner on the centre and turn it.")
    eighth = gettext("An eighth: hold the corner on the centre and turn it.")
    labels = []
    for ring, names in rings.items():
        room = 4.2 * ring * angle  # of an arc, without its ends
        said = fitted(
            fit.clean(f"{ring} cm · {' · '.join(dict.fromkeys(names))}"), fit.TITLE, RING_SIZE, room
        )
        lines = (said, quarter if count == 4 else eighth) if ring == widest else (said,)
        half = fit.height(len(lines), RING_SIZE) / 2
        away = 5 * ring - 4 - half
        left, top = x + away * sin(angle / 2) - room / 2, y - away * cos(angle / 2) - half
        text = Text(lines, RING_SIZE)
        labels.append(Label(round(left, 2), round(top, 2), round(room, 2), text, "ring", degrees(angle / 2)))
    return Template(
        width=round(x + radius * sin(angle) + EDGE, 2),
        height=radius + 2 * EDGE,
        title=_across(sorted(rings)),
        outline=f"M{x} {y}V{EDGE}{_arc(radius, angle)}Z",
        lines="".join(f"M{x} {y - 5 * ring}{_arc(5 * ring, angle)}" for ring in rings if ring != widest),
        labels=tuple(labels),
    )


def _across(rings: Iterable[int]) -> str:
    return gettext("%(wide)s cm across") % {"wide": " / ".join(map(str, rings))}


def _arc(radius: float, angle: float) -> str:
    """Return the arc from straight above the centre, clockwise."""
    return f"a{radius} {radius} 0 0 1 {radius * sin(angle):.3f} {radius * (1 - cos(angle)):.3f}"


# ── Others ─────────────────────────────────────────────────────────────────────────────────────────────────────────


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
        lines = "".join(f"M{EDGE} {high / 2 + EDGE + y}h{wide}" for y in {-inner, inner})
    room = min(wide - 4, 90.0)
    top = EDGE + high / 2 + 1.5  # below the line in the middle
    if note and high < 2 * END:
        top = EDGE + 1
    elif not note and high > wide:
        top = EDGE + high / 2 - 12
    return Template(
        width=wide + 2 * EDGE,
        height=high + 2 * EDGE,
        title=title,
        outline=f"M{EDGE} {EDGE}h{wide}v{high}h{-wide}Z",
        lines=lines,
        labels=_labels(title, names, note, EDGE + (wide - room) / 2, top, room, 4),
    )


def _ring(away: int, wide: int, names: list[str]) -> Template:
    """Return an equal part of half a ring, with its left edge upright."""
    inside, outside, angle = 10 * away, 10 * (away + wide), radians(180 / RING_PARTS)
    y = outside + EDGE
    down = f"L{EDGE + inside * sin(angle):.3f} {y - inside * cos(angle):.3f}"
    back = f"a{inside} {inside} 0 0 0 {-inside * sin(angle):.3f} {-inside * (1 - cos(angle)):.3f}"
    title = gettext("%(wide)s cm deep, %(away)s cm from the vehicle") % {"wide": wide, "away": away}
    note = gettext("A quarter of it: turn it round the vehicle.")
    return Template(
        width=round(outside * sin(angle) + 2 * EDGE, 2),
        height=round(outside - inside * cos(angle) + 2 * EDGE, 2),
        title=title,
        outline=f"M{EDGE} {y - inside}V{EDGE}{_arc(outside, angle)}{down}{back}Z",
        lines="",
        labels=_labels(title, names, note, EDGE + 4, EDGE + 12, 44.0, 2),
    )


def _labels(
    title: str, names: list[str], note: str, left: float, top: float, room: float, lines: int
) -> tuple[Label, ...]:
    """Return the title, purpose and note of a template, one below another, cut to fit."""
    labels = []
    for kind, said, most in (
        ("title", title, 2),
        ("", " · ".join(dict.fromkeys(names)), lines),
        ("", note, 4),
    ):
        if said:
            face = fit.TITLE if kind else fit.MEDIUM
            text = fit.fit(said, face, SIZES, room, fit.height(most, SIZES[-1]))
            labels.append(Label(left, top, room, text, kind))
            top += fit.height(len(text.lines), text.size) + 0.5
    return tuple(labels)
