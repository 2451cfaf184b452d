"""Make the TTF faces for PDFs from the woff2 files of the @fontsource packages.

Usage: python scripts/make_print_fonts.py PACKAGE_DIR… OUT_DIR

The packages split each face into subsets; a PDF needs one file per face. Hinting is dropped: paper needs none.
WeasyPrint reads TTF much faster than woff2 (see the stack notes: about 95 ms a document for two faces).
Also prints the metrics of the `@font-face` fallbacks in `static/css/site/fonts.css`.
"""

import sys
import tempfile
from pathlib import Path

from fontTools import subset
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

FACES = {
    "barlow": ("400-normal", "400-italic", "500-normal", "600-normal", "700-normal"),
    "barlow-condensed": ("500-normal", "600-normal", "700-normal"),
}
SUBSETS = ("latin", "latin-ext")
#: Characters in rosters beyond ASCII: signs of the tables, and the letters of players' names.
REQUIRED = "−×–·§’“”«»Àèćłő°±½…"

LETTERS = "abcdefghijklmnopqrstuvwxyz "
#: Advance widths of Arial (and of Liberation Sans, which copies them) in thousandths of the em.
ARIAL = dict(zip(LETTERS, (
    556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
    278, 556, 500, 722, 500, 500, 500, 278), strict=True))  # fmt: skip
ARIAL_BOLD = dict(zip(LETTERS, (
    556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556,
    333, 611, 556, 778, 556, 556, 500, 278), strict=True))  # fmt: skip
SAMPLE = (
    "two squads and two leaders of equal rank who commands the platoon "
    "le regole vogliono un leader per squadra qui si controlla organico"
)


def main(arguments: list[str]) -> None:
    """Write every face of `FACES` found in the package folders into the last folder named."""
    *packages, out = map(Path, arguments)
    for package in packages:
        family = package.name
        for face in FACES[family]:
            font = merged(package, family, face)
            missing = [sign for sign in REQUIRED if ord(sign) not in font.getBestCmap()]
            if missing:
                raise SystemExit(f"{family} {face} lacks {missing}")
            font.save(out / f"{family}-{face}.ttf")
            print(family, face, fallback(font))


def merged(package: Path, family: str, face: str) -> TTFont:
    """Return one font from the subsets of a face, without hinting."""
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for name in SUBSETS:
            font = TTFont(package / "files" / f"{family}-{name}-{face}.woff2")
            font.flavor = None
            unhint(font)
            part = Path(folder) / f"{name}.ttf"
            font.save(part)
            parts.append(str(part))
        return Merger().merge(parts)


def unhint(font: TTFont) -> None:
    """Drop the hinting programs: merging would mix those of two files."""
    options = subset.Options(hinting=False, layout_features=["*"], glyph_names=False, notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=font.getBestCmap())
    subsetter.subset(font)


def fallback(font: TTFont) -> str:
    """Return the `size-adjust` and overrides that give Arial (Arial Bold from 600) this font's metrics."""
    em = font["head"].unitsPerEm
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    ours = sum(widths[glyphs[ord(letter)]][0] for letter in SAMPLE) / em
    system = ARIAL_BOLD if font["OS/2"].usWeightClass >= 600 else ARIAL
    arial = sum(system[letter] for letter in SAMPLE) / 1000
    adjust = ours / arial
    hhea = font["hhea"]
    up, down, gap = (value / em / adjust for value in (hhea.ascent, -hhea.descent, hhea.lineGap))
    return (
        f"size-adjust: {adjust:.1%}; ascent-override: {up:.1%}; "
        f"descent-override: {down:.1%}; line-gap-override: {gap:.1%}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
