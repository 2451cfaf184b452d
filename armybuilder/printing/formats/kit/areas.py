"""Templates that are not round: of fire, smoke and bombs. Large ones are one half, in parts that join."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, cos, radians, sin

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.circles import arc, one_of_many
from armybuilder.printing.formats.kit.part import BEVEL, EDGE, FLAP, TemplatePart, names_on
from rules.core.catalogue.handbook import Area

WIDE_AT_MOST, HIGH_AT_MOST = 170, 220  # mm: of a part
SECTORS = 4  # of the half of a ring
MIDDLE = 2  # mm: the line along the edge where a half ends
Box = tuple[float, float, float, float]  # left, top, right, bottom in mm


@dataclass(frozen=True, slots=True)
class Sheet:
    """A rectangle to be cut out in `across` × `down` parts; of a `half` the other one follows at its foot, or right."""

    box: Box
    across: int
    down: int
    inner: Box | None
    half: bool
    lying: bool

    def parts(self) -> Iterator[tuple[int, Box, tuple[bool, bool]]]:
        """Yield each part with its number, and whether others follow on its right and at its foot."""
        wide, high = self.box[2] / self.across, self.box[3] / self.down
        for number in range(self.across * self.down):
            x, y = number % self.across, number // self.across
            box = (wide * x, high * y, wide * (x + 1), high * (y + 1))
            yield number, box, (x + 1 < self.across, y + 1 < self.down)


def area_parts(area: Area, names: list[str], *, lying: bool = False) -> Iterator[TemplatePart]:
    """Yield the parts of a template that is not round, standing or `lying`."""
    if area.away is not None:
        yield _sector(area.away, area.wide, names)
        return
    title = gettext("%(wide)s × %(long)s cm") % {"wide": area.wide, "long": area.long or area.wide}
    sheet = _sheet(area, lying=lying)
    for number, box, follow in sheet.parts():
        ends = sheet.half and not follow[0 if lying else 1]
        note = _note(number + 1, sheet.across * sheet.down, half=sheet.half, ends=ends)
        yield _piece(box, follow, sheet, _end(box, lying=lying) if ends else "", title, names, note)


def _sheet(area: Area, *, lying: bool) -> Sheet:
    """Return the cut-out of a template: all of it, or half if it is longer than a part."""
    wide, long = 10.0 * area.wide, 10.0 * (area.long or area.wide)
    half = long > HIGH_AT_MOST
    inner = _inner(area, wide, long)
    box = (0.0, 0.0, wide, long / 2 if half else long)
    if lying:
        box, inner = _turned(box), inner and _turned(inner)
    return Sheet(box, ceil(box[2] / WIDE_AT_MOST), ceil(box[3] / HIGH_AT_MOST), inner, half, lying)


def _turned(box: Box) -> Box:
    return box[1], box[0], box[3], box[2]


def _note(number: int, count: int, *, half: bool, ends: bool) -> str:
    """Say which part it is, and how parts are joined and turned; "" if it is whole."""
    if ends and count == 1:
        said = gettext("half of it: the dashed edge is the centre, turn it there")
    elif ends:
        said = gettext(
            "half of it, part %(number)s of %(count)s: the dashed edge is the centre, turn it there"
        )
    elif half:
        said = gettext("half of it, part %(number)s of %(count)s: glue the flap under the next one")
    elif count > 1:
        said = gettext("part %(number)s of %(count)s: glue the flap under the next one")
    else:
        said = ""
    return said % {"number": number, "count": count}


def _end(box: Box, *, lying: bool) -> str:
    """Return the line along the end of a half."""
    width, height = box[2] - box[0], box[3] - box[1]
    if lying:
        return f"M{EDGE + width - MIDDLE} {EDGE}v{height}"
    return f"M{EDGE} {EDGE + height - MIDDLE}h{width}"


def _inner(area: Area, wide: float, long: float) -> Box | None:
    """Return the place of the smaller template with the same centre."""
    if area.inner is None:
        return None
    x, y = 5 * area.inner[0], 5 * area.inner[1]
    return wide / 2 - x, long / 2 - y, wide / 2 + x, long / 2 + y


def _piece(
    box: Box, follow: tuple[bool, bool], sheet: Sheet, end: str, title: str, names: list[str], note: str
) -> TemplatePart:
    """Return a part of a rectangle; its flaps are on the right and at the foot, where others follow."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    outline = f"M{EDGE} {EDGE}h{width}v{height}h{-width}Z"
    if follow[0]:
        outline += f"M{EDGE + width} {EDGE}l{FLAP} {BEVEL}v{height - 2 * BEVEL}l{-FLAP} {BEVEL}"
    if follow[1]:
        outline += f"M{EDGE} {EDGE + height}l{BEVEL} {FLAP}h{width - 2 * BEVEL}l{BEVEL} {-FLAP}"
    room = min(width - 4, 90)
    return TemplatePart(
        width=width + 2 * EDGE + FLAP * follow[0],
        height=height + 2 * EDGE + FLAP * follow[1],
        outline=outline,
        lines=end + ("".join(_sides(sheet.inner, box)) if sheet.inner else ""),
        title=title,
        names=names_on(names, room, 6),
        note=note,
        place=f"left: {EDGE + (width - room) / 2:.2f}mm; top: {EDGE + height / 2 - 12:.2f}mm; width: {room:.2f}mm",
    )


def _sides(inner: Box, box: Box) -> Iterator[str]:
    """Yield the sides of the smaller template as far as they lie within a part."""
    left, right = max(inner[0], box[0]), min(inner[2], box[2])
    top, bottom = max(inner[1], box[1]), min(inner[3], box[3])
    dx, dy = EDGE - box[0], EDGE - box[1]
    if left < right:
        yield from (f"M{left + dx} {y + dy}H{right + dx}" for y in inner[1::2] if box[1] < y < box[3])
    if top < bottom:
        yield from (f"M{x + dx} {top + dy}V{bottom + dy}" for x in inner[::2] if box[0] < x < box[2])


def _sector(away: int, wide: int, names: list[str]) -> TemplatePart:
    """Return one of the equal parts of the half of a ring, whose left edge stands upright and has a flap."""
    inside, outside, angle = 10 * away, 10 * (away + wide), radians(180 / SECTORS)
    x, y = FLAP + EDGE, outside + EDGE
    down = f"L{x + inside * sin(angle):.3f} {y - inside * cos(angle):.3f}"
    back = f"a{inside} {inside} 0 0 0 {-inside * sin(angle):.3f} {-inside * (1 - cos(angle)):.3f}"
    flap = f"M{x} {y - inside}l{-FLAP} {-BEVEL}V{EDGE + BEVEL}L{x} {EDGE}"
    middle, room = angle / 2, 8 * wide
    place = (inside + outside) / 2 + 2
    left, top = x + place * sin(middle) - room / 2, y - place * cos(middle) - 8
    return TemplatePart(
        width=round(x + outside * sin(angle) + EDGE, 2),
        height=round(outside - inside * cos(angle) + 2 * EDGE, 2),
        outline=f"M{x} {y - inside}V{EDGE}{arc(outside, angle)}{down}{back}Z{flap}",
        lines="",
        title=gettext("%(wide)s cm deep, %(away)s cm from the vehicle") % {"wide": wide, "away": away},
        names=names_on(names, room, 4),
        note=one_of_many(SECTORS),
        place=f"left: {left:.2f}mm; top: {top:.2f}mm; width: {room}mm",
    )
