"""Templates that are not round: of fire, smoke and bombs; what is larger than a sheet comes in parts that join."""

from collections.abc import Iterator
from math import ceil, cos, radians, sin

from django.utils.translation import gettext

from armybuilder.printing.kit.circles import arc
from armybuilder.printing.kit.part import BEVEL, EDGE, FLAP, Part, joined, names_on
from rules.core.handbook import Area

WIDE_AT_MOST, LONG_AT_MOST = 170, 220  # mm: of a part
SECTORS = 4  # of the half of a ring
Box = tuple[float, float, float, float]  # left, top, right, bottom in mm


def area_parts(area: Area, names: list[str]) -> Iterator[Part]:
    """Yield the parts of a template that is not round."""
    if area.away is not None:
        yield from (_sector(area.away, area.wide, names, number) for number in range(1, SECTORS + 1))
        return
    wide, long = 10 * area.wide, 10 * (area.long or area.wide)
    across, down = ceil(wide / WIDE_AT_MOST), ceil(long / LONG_AT_MOST)
    inner = _inner(area, wide, long)
    for number in range(across * down):
        column, row = number % across, number // across
        box = (
            wide * column / across,
            long * row / down,
            wide * (column + 1) / across,
            long * (row + 1) / down,
        )
        flaps = (column + 1 < across, row + 1 < down)
        note = joined(number + 1, across * down)
        title = gettext("%(wide)s × %(long)s cm") % {"wide": area.wide, "long": area.long or area.wide}
        yield _piece(box, flaps, inner, title, names, note)


def _inner(area: Area, wide: float, long: float) -> Box | None:
    """Return where the smaller template lies that has the middle of this one."""
    if area.inner is None:
        return None
    x, y = 5 * area.inner[0], 5 * area.inner[1]
    return wide / 2 - x, long / 2 - y, wide / 2 + x, long / 2 + y


def _piece(
    box: Box, flaps: tuple[bool, bool], inner: Box | None, title: str, names: list[str], note: str
) -> Part:
    """Return a part of a rectangle; its flaps are on the right and at the foot, where others follow."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    outline = f"M{EDGE} {EDGE}h{width}v{height}h{-width}Z"
    if flaps[0]:
        outline += f"M{EDGE + width} {EDGE}l{FLAP} {BEVEL}v{height - 2 * BEVEL}l{-FLAP} {BEVEL}"
    if flaps[1]:
        outline += f"M{EDGE} {EDGE + height}l{BEVEL} {FLAP}h{width - 2 * BEVEL}l{BEVEL} {-FLAP}"
    room = min(width - 4, 90)
    return Part(
        width=width + 2 * EDGE + FLAP * flaps[0],
        height=height + 2 * EDGE + FLAP * flaps[1],
        outline=outline,
        lines="".join(_sides(inner, box)) if inner else "",
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


def _sector(away: int, wide: int, names: list[str], number: int) -> Part:
    """Return a part of the half of a ring, whose left edge stands upright and has a flap."""
    inside, outside, angle = 10 * away, 10 * (away + wide), radians(180 / SECTORS)
    x, y = FLAP + EDGE, outside + EDGE
    down = f"L{x + inside * sin(angle):.3f} {y - inside * cos(angle):.3f}"
    back = f"a{inside} {inside} 0 0 0 {-inside * sin(angle):.3f} {-inside * (1 - cos(angle)):.3f}"
    flap = f"M{x} {y - inside}l{-FLAP} {-BEVEL}V{EDGE + BEVEL}L{x} {EDGE}" if number > 1 else ""
    middle, room = angle / 2, 8 * wide
    place = (inside + outside) / 2 + 2
    left, top = x + place * sin(middle) - room / 2, y - place * cos(middle) - 8
    return Part(
        width=round(x + outside * sin(angle) + EDGE, 2),
        height=round(outside - inside * cos(angle) + 2 * EDGE, 2),
        outline=f"M{x} {y - inside}V{EDGE}{arc(outside, angle)}{down}{back}Z{flap}",
        lines="",
        title=gettext("%(wide)s cm deep, %(away)s cm from the vehicle") % {"wide": wide, "away": away},
        names=names_on(names, room, 4),
        note=joined(number, SECTORS),
        place=f"left: {left:.2f}mm; top: {top:.2f}mm; width: {room}mm",
    )
