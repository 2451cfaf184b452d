"""Round templates of blasts and bombardments. Of large ones, one part that is turned."""

from math import cos, radians, sin

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.part import BEVEL, EDGE, FLAP, TemplatePart, names_on

WHOLE_AT_MOST = 170  # mm across: of larger ones a quarter is printed
QUARTERS_AT_MOST = 340  # mm across: of larger ones an eighth is
CROSS = 4  # mm
Rings = tuple[int, ...]  # cm across, the largest last


def round_part(rings: Rings, names: list[str]) -> TemplatePart:
    """Return a round template, or one of its equal parts."""
    across = 10 * rings[-1]
    if across <= WHOLE_AT_MOST:
        return _whole(rings, names)
    return _sector(rings, names, 4 if across <= QUARTERS_AT_MOST else 8)


def one_of_many(count: int) -> str:
    """Say how to use one of several equal parts."""
    said = gettext(
        "1 of %(count)s equal parts: turn it round the centre, or print it %(count)s times and glue the flaps"
    )
    return said % {"count": count}


def _whole(rings: Rings, names: list[str]) -> TemplatePart:
    side = 10 * rings[-1] + 2 * EDGE
    middle = side / 2
    cross = f"M{middle - CROSS} {middle}h{2 * CROSS}M{middle} {middle - CROSS}v{2 * CROSS}"
    room = 7 * rings[-1]
    return TemplatePart(
        width=side,
        height=side,
        outline=_circle(middle, 5 * rings[-1]),
        lines=cross + "".join(_circle(middle, 5 * ring) for ring in rings[:-1]),
        title=_title(rings),
        names=names_on(names, room, 3),
        note="",
        place=f"left: {(side - room) / 2}mm; top: {middle + CROSS + 1}mm; width: {room}mm",
    )


def _circle(middle: float, radius: float) -> str:
    """Return a circle in quarters: WeasyPrint draws each arc as one curve, and a longer one is none of a circle."""
    turns = ((1, -1), (1, 1), (-1, 1), (-1, -1))
    quarters = "".join(f"a{radius} {radius} 0 0 1 {x * radius} {y * radius}" for x, y in turns)
    return f"M{middle - radius} {middle}{quarters}Z"


def _sector(rings: Rings, names: list[str], count: int) -> TemplatePart:
    """Return a part of a circle whose left edge stands upright and has a flap; `count` of them are all of it."""
    radius, angle = 5 * rings[-1], radians(360 / count)
    x, y = FLAP + EDGE, radius + EDGE
    flap = f"M{x} {y}l{-FLAP} {-BEVEL}v{2 * BEVEL - radius}L{x} {EDGE}"
    middle = angle / 2
    room = 0.4 * radius
    left, top = x + 0.68 * radius * sin(middle) - room / 2, y - 0.68 * radius * cos(middle)
    return TemplatePart(
        width=round(x + radius * sin(angle) + EDGE, 2),
        height=radius + 2 * EDGE,
        outline=f"M{x} {y}V{EDGE}{arc(radius, angle)}Z{flap}",
        lines="".join(f"M{x} {y - 5 * ring}{arc(5 * ring, angle)}" for ring in rings[:-1]),
        title=_title(rings),
        names=names_on(names, room, 6),
        note=one_of_many(count),
        place=f"left: {left:.2f}mm; top: {top:.2f}mm; width: {room}mm",
    )


def arc(radius: float, angle: float) -> str:
    """Return the arc from straight above the centre, clockwise."""
    return f"a{radius} {radius} 0 0 1 {radius * sin(angle):.3f} {radius * (1 - cos(angle)):.3f}"


def _title(rings: Rings) -> str:
    return gettext("%(wide)s cm across") % {"wide": " / ".join(map(str, rings))}
