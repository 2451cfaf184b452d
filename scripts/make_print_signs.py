"""Make `static/fonts/print/squadra-signs.ttf`: tick boxes (☐) and dotted lines (…) of the print-outs as letters.

Usage: python scripts/make_print_signs.py OUT_FILE

Barlow has no box. As letters they are set like text, which costs WeasyPrint a fraction of what boxes of its own do. The
box's advance is the width of a column of boxes (`rows.BOX`), so that ☐☐☐ stands under three heads. At 10.2 pt the em is
3.6 mm, the side of the box.
"""

import sys

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000
ADVANCE = 2333  # 8.4 mm
SIDE, STROKE, RADIUS = 1000, 83, 90
BOTTOM = -175  # the middle stands where that of the figures beside it does
LEFT = (ADVANCE - SIDE) // 2
DOTS, DOT, STEP, LINE = 5, 66, 208, -80  # of a piece of dotted line: 3.75 mm


def main(out: str) -> None:
    """Write the font."""
    builder = FontBuilder(EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", "space", "ellipsis", "ballotbox"])
    builder.setupCharacterMap({0x20: "space", 0x2026: "ellipsis", 0x2610: "ballotbox"})
    empty = TTGlyphPen(None).glyph()
    builder.setupGlyf({".notdef": empty, "space": empty, "ellipsis": dots(), "ballotbox": box()})
    widths = {".notdef": ADVANCE, "space": ADVANCE // 2, "ellipsis": DOTS * STEP, "ballotbox": ADVANCE}
    bearings = {"ellipsis": (STEP - DOT) // 2, "ballotbox": LEFT}
    builder.setupHorizontalMetrics({name: (width, bearings.get(name, 0)) for name, width in widths.items()})
    builder.setupHorizontalHeader(ascent=900, descent=-250)
    builder.setupNameTable({"familyName": "Squadra Signs", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=900, sTypoDescender=-250, usWinAscent=900, usWinDescent=250)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0  # the same file every time
    builder.font.recalcTimestamp = False
    builder.save(out)


def box() -> object:
    """An outline with round corners, and the white within it (drawn the other way round)."""
    pen = TTGlyphPen(None)
    square(pen, LEFT, BOTTOM, SIDE, RADIUS)
    square(pen, LEFT + STROKE, BOTTOM + STROKE, SIDE - 2 * STROKE, RADIUS - STROKE // 2, inside=True)
    return pen.glyph()


def dots() -> object:
    """A row of dots."""
    pen = TTGlyphPen(None)
    for number in range(DOTS):
        square(pen, number * STEP + (STEP - DOT) // 2, LINE, DOT, DOT // 3)
    return pen.glyph()


def square(pen: TTGlyphPen, left: int, bottom: int, side: int, radius: int, inside: bool = False) -> None:
    """Draw a square with round corners, clockwise, or anticlockwise where it is a hole."""
    right, top = left + side, bottom + side
    corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
    steps = [(0, 1), (1, 0), (0, -1), (-1, 0)]  # the way from each corner to the next
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
