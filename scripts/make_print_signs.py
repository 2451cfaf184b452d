"""Make `static/fonts/print/squadra-signs.ttf`: boxes (☐, ▢ on cards), dotted lines (…) and pips (■ □ ● ○) as letters.

Usage: python scripts/make_print_signs.py OUT_FILE

Barlow has no box. As letters, boxes are set like text, which costs WeasyPrint a fraction of real boxes. The box's
advance is the width of a column of boxes (`rows.BOX`), which puts ☐☐☐ under three heads. At 10.2 pt the em is 3.6 mm,
the side of the box.
"""

import sys
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000
ADVANCE = 2333  # 8.4 mm
SIDE, STROKE, RADIUS = 1000, 83, 90
BOTTOM = -175  # its middle is level with that of the digits
LEFT = (ADVANCE - SIDE) // 2
DOTS, DOT, STEP, LINE = 5, 66, 208, -80  # a piece of dotted line: 3.75 mm
BIG, BIG_ADVANCE, BIG_BOTTOM = 1400, 1750, -330  # a card's box, with its word close beside it
PIP, PIP_ADVANCE, PIP_STROKE = 700, 1100, 110


def main(out: str) -> None:
    builder = FontBuilder(EM, isTTF=True)
    glyphs = drawn()
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({code: name for name, (code, _, _) in glyphs.items() if code})
    builder.setupGlyf({name: glyph for name, (_, _, glyph) in glyphs.items()})
    builder.setupHorizontalMetrics({name: (width, bearing(glyph)) for name, (_, width, glyph) in glyphs.items()})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": "Squadra Signs", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0  # the same file every time
    builder.font.recalcTimestamp = False
    builder.save(out)


def drawn() -> dict[str, tuple[int, int, Any]]:
    """Return the glyphs: name to letter, advance, outline."""
    empty = TTGlyphPen(None).glyph()
    return {
        ".notdef": (0, ADVANCE, empty),
        "space": (0x20, ADVANCE // 2, empty),
        "ellipsis": (0x2026, DOTS * STEP, dots()),
        "ballotbox": (0x2610, ADVANCE, box(LEFT, BOTTOM, SIDE, STROKE, RADIUS)),
        "blacksquare": (0x25A0, PIP_ADVANCE, box(0, 0, PIP, 0, 0)),
        "whitesquare": (0x25A1, PIP_ADVANCE, box(0, 0, PIP, PIP_STROKE, 0)),
        "whitesquareround": (0x25A2, BIG_ADVANCE, box(0, BIG_BOTTOM, BIG, STROKE, RADIUS)),
        "whitecircle": (0x25CB, PIP_ADVANCE, box(0, 0, PIP, PIP_STROKE, PIP // 2)),
        "blackcircle": (0x25CF, PIP_ADVANCE, box(0, 0, PIP, 0, PIP // 2)),
    }


def bearing(glyph: Any) -> int:
    return min((x for x, _ in glyph.coordinates), default=0) if glyph.numberOfContours else 0


def box(left: int, bottom: int, side: int, stroke: int, radius: int) -> object:
    """Return an outline with round corners, and its white inside (drawn the other way round) if it has a stroke."""
    pen = TTGlyphPen(None)
    square(pen, left, bottom, side, radius)
    if stroke:
        within = side - 2 * stroke
        inner = within // 2 if radius == side // 2 else max(radius - stroke // 2, 0)
        square(pen, left + stroke, bottom + stroke, within, inner, inside=True)
    return pen.glyph()


def dots() -> object:
    pen = TTGlyphPen(None)
    for number in range(DOTS):
        square(pen, number * STEP + (STEP - DOT) // 2, LINE, DOT, DOT // 3)
    return pen.glyph()


def square(pen: TTGlyphPen, left: int, bottom: int, side: int, radius: int, inside: bool = False) -> None:
    """Draw a square with round corners, clockwise, or anticlockwise for a hole."""
    right, top = left + side, bottom + side
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # from each corner to the next
    points = []
    for (x, y), (dx, dy), (bx, by) in zip(corners, steps, [steps[-1], *steps[:-1]], strict=True):
        points.append(((x - bx * radius, y - by * radius), (x, y), (x + dx * radius, y + dy * radius)))
    if inside:
        points = [(after, corner, before) for before, corner, after in reversed(points)]
    pen.moveTo(points[0][0])
    for before, corner, after in points:
        pen.lineTo(before)
        pen.qCurveTo(corner, after)
    pen.closePath()


if __name__ == "__main__":
    main(sys.argv[1])
