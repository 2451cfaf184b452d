"""Make `static/print/ruler.svg`: a ruler of 25 cm for the edge of the quick reference, its figures as outlines.

Usage: python scripts/make_print_ruler.py OUT_FILE

One unit is one millimetre; the first stroke is at y = 1, the last at y = 251. As a background it is decoration: it
needs no description and no fonts.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FACE = Path(__file__).resolve().parents[1] / "static" / "fonts" / "print" / "barlow-condensed-600-normal.ttf"
LENGTH, TOP, WIDTH = 250, 1, 12  # mm
INK, GREY = "#1D1F19", "#636353"
CM, HALF, MM = 5.5, 3.8, 2.3  # lengths of the strokes
BOX = 4.8  # the side of the boxes around each fifth
CLOSE = 0.02  # mm: how closely the outlines follow those of the face, with fewer curves


def main(out: str) -> None:
    with TTFont(FACE) as font:
        figures = "".join(labels(font))
    Path(out).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {LENGTH + 2 * TOP}">'
        f'<path d="{strokes(CM, 10)}" stroke="{INK}" stroke-width=".35"/>'
        f'<path d="{strokes(HALF, 5)}{strokes(MM, 1)}" stroke="{INK}" stroke-width=".18"/>'
        f'<path d="M.15 {TOP}V{TOP + LENGTH}" stroke="{INK}" stroke-width=".3"/>{figures}</svg>\n',
        encoding="utf-8",
    )


def strokes(length: float, step: int) -> str:
    """Return the strokes at each `step` mm without a longer one."""
    longer = {1: 5, 5: 10, 10: LENGTH + 1}[step]
    places = [mm for mm in range(0, LENGTH + 1, step) if mm % longer or step == 10]
    return "".join(f"M0 {TOP + mm}H{length:g}" for mm in places)


def labels(font: TTFont) -> Iterator[str]:
    """Yield the figures of the centimetres beside their strokes, each fifth white in a box: one group for each style.

    Every page draws them again, and the cost is in the elements and the numbers in them.
    """
    cms = range(1, LENGTH // 10 + 1)
    grey = (outline(font, str(cm), 3.2, 8.4, TOP + 10 * cm) for cm in cms if cm % 5)
    yield f'<path d="{"".join(grey)}" fill="{GREY}"/>'
    tops = {cm: min(TOP + 10 * cm - BOX / 2, TOP + LENGTH + TOP - BOX) for cm in cms if cm % 5 == 0}
    for top in tops.values():
        yield f'<rect x="6" y="{top:g}" width="{BOX + 0.4:g}" height="{BOX:g}" rx=".5" fill="{INK}"/>'
    white = (outline(font, str(cm), 4, 8.6, top + BOX / 2) for cm, top in tops.items())
    yield f'<path d="{"".join(white)}" fill="#fff"/>'


def outline(font: TTFont, text: str, size: float, x: float, y: float) -> str:
    """Return the outline of figures, `size` mm to the em, their middle at (x, y)."""
    glyphs, characters, widths = font.getGlyphSet(), font.getBestCmap(), font["hmtx"].metrics
    scale = size / font["head"].unitsPerEm
    names = [characters[ord(figure)] for figure in text]
    left = x - sum(widths[name][0] for name in names) * scale / 2
    base = y + font["OS/2"].sCapHeight * scale / 2
    pen = SVGPathPen(glyphs, ntos=lambda value: f"{value:.2f}".rstrip("0").rstrip("."))
    for name in names:
        placed = TransformPen(pen, (scale, 0, 0, -scale, left, base))
        glyphs[name].draw(Qu2CuPen(placed, CLOSE / scale, all_cubic=True))
        left += widths[name][0] * scale
    return str(pen.getCommands())


if __name__ == "__main__":
    main(sys.argv[1])
