"""Make the icons of the installed program from the sign of `static/favicon.svg`, the map sign of a squad.

Usage: python scripts/make_app_icons.py static
"""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

#: Colours of tokens.css by day: --paper, --ink, --olive.
PAPER, INK, OLIVE = "#F4EEE0", "#1D1F19", "#4B5A22"
VIEW = 48  # the sign's units, as in the favicon
STROKE = 3.5
BOX = (6, 17, 42, 41)
SMOOTH = 8  # drawn this many times larger, then reduced

#: A launcher can crop a maskable icon to a circle of 80%: the sign's corners stay inside it.
SAFE = 0.68

#: File, side in px, size of the sign relative to the favicon, radius of the corners in the sign's units.
ICONS = (
    ("icon-192.png", 192, 1.0, 5),
    ("icon-512.png", 512, 1.0, 5),
    ("icon-maskable-192.png", 192, SAFE, 0),
    ("icon-maskable-512.png", 512, SAFE, 0),
    ("apple-touch-icon.png", 180, 0.85, 0),
)


def main(folder: Path) -> None:
    for name, side, scale, radius in ICONS:
        picture = icon(side, scale, radius)
        if not radius:
            picture = picture.convert("RGB")
        picture.save(folder / name, optimize=True)


def icon(side: int, scale: float, radius: float) -> Image.Image:
    """Return the sign on paper, `side` px square; transparent beyond rounded corners."""
    large = side * SMOOTH
    picture = Image.new("RGBA", (large, large))
    pen = ImageDraw.Draw(picture)
    pen.rounded_rectangle((0, 0, large - 1, large - 1), radius * large / VIEW, PAPER)
    unit = scale * large / VIEW
    # The sign is higher above than below: a scaled one is centred on its own middle, not the view's.
    middle = VIEW / 2 if scale == 1 else (5 + BOX[3] + STROKE / 2) / 2
    draw(pen, unit, large / 2 - unit * VIEW / 2, large / 2 - unit * middle)
    return picture.resize((side, side), Image.Resampling.LANCZOS)


def draw(pen: ImageDraw.ImageDraw, unit: float, left: float, top: float) -> None:
    """Draw the dot, the box and its cross; `unit` px are a unit of the sign."""

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * unit, top + y * unit

    x0, y0, x1, y1 = BOX
    half = STROKE / 2
    width = round(STROKE * unit)
    pen.ellipse((*at(20, 5), *at(28, 13)), OLIVE)
    pen.line((*at(x0, y0), *at(x1, y1)), INK, width)
    pen.line((*at(x1, y0), *at(x0, y1)), INK, width)
    pen.rectangle((*at(x0 - half, y0 - half), *at(x1 + half, y1 + half)), outline=INK, width=width)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
