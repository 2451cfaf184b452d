"""Helpers to read a PDF: pages, letters, fonts and structure."""

import ctypes
import io
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import sin
from typing import Any, NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

from armybuilder.printing.formats.cards.card import CARD

POINTS_PER_MM = 72 / 25.4
# Smallest distance from text to the page edge, mm: margins left and right, printer limits above and below.
MARGINS: dict[str, tuple[float, float]] = {
    "roster": (11, 5),
    "half": (11, 5),
    "deployment": (11, 5),
    "odds": (11, 5),
}
ANY_MARGINS = (4.0, 3.0)
SAME_PLACE = 0.3  # allowed overlap, as a share of the smaller letter's box


class Letter(NamedTuple):
    """A letter and its position: points from the left and the bottom of the page."""

    text: str
    left: float
    bottom: float
    right: float
    top: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Its position; the letters of a ligature (fi) share one box."""
        return self.left, self.bottom, self.right, self.top

    @property
    def area(self) -> float:
        """The area in square points."""
        return (self.right - self.left) * (self.top - self.bottom)

    def covers(self, other: "Letter") -> float:
        """The share of the smaller letter that the other covers, 0–1."""
        across = min(self.right, other.right) - max(self.left, other.left)
        up = min(self.top, other.top) - max(self.bottom, other.bottom)
        if across <= 0 or up <= 0:
            return 0.0
        return across * up / min(self.area, other.area)


class Glyph(NamedTuple):
    """A letter as set: points from the left, and from the top of the page to its baseline; size in points."""

    text: str
    left: float
    right: float
    base: float
    size: float
    font: str

    @property
    def top(self) -> float:
        """The top of tall letters."""
        return self.base - 0.8 * self.size

    @property
    def bottom(self) -> float:
        """The bottom of letters with descenders."""
        return self.base + 0.2 * self.size


class Sheet(NamedTuple):
    """A page: its size in points, and its letters."""

    width: float
    height: float
    letters: list[Letter]


class Font(NamedTuple):
    """A font of a PDF: its name, and whether it is embedded, a subset, and readable as text."""

    name: str
    embedded: bool
    subset: bool
    readable: bool


def open_pdf(pdf: bytes) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(pdf)


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """The pages, each with its size in points."""
    return [(round(page.get_width()), round(page.get_height())) for page in open_pdf(pdf)]


def texts(pdf: bytes) -> list[str]:
    """The text of each page, line by line, with single spaces."""
    pages = (page.get_textpage().get_text_bounded() for page in open_pdf(pdf))
    return ["\n".join(" ".join(line.split()) for line in text.splitlines()) for text in pages]


def text_of(pdf: bytes) -> str:
    """All text on one line."""
    return " ".join(" ".join(texts(pdf)).split())


def letters_of(page: pypdfium2.PdfPage) -> list[Letter]:
    """All printed letters except slanted letters, which have overlapping boxes.

    Calls Pdfium without pypdfium2's helpers, which take three times as long.
    """
    page_text = page.get_textpage()
    text = page_text.raw  # kept alive as long as `page_text`
    left, right, bottom, top = (ctypes.c_double() for _ in range(4))
    letters = []
    for at in range(pdfium.FPDFText_CountChars(text)):
        sign = chr(pdfium.FPDFText_GetUnicode(text, at))
        if sign.strip() and abs(sin(2 * pdfium.FPDFText_GetCharAngle(text, at))) < 0.01:
            assert pdfium.FPDFText_GetCharBox(text, at, left, right, bottom, top)
            letters.append(Letter(sign, left.value, bottom.value, right.value, top.value))
    return letters


def glyphs_of(page: pypdfium2.PdfPage) -> list[Glyph]:
    """All letters and the spaces between them, as set."""
    page_text, height = page.get_textpage(), page.get_height()
    text = page_text.raw  # kept alive as long as `page_text`
    x, y, name = ctypes.c_double(), ctypes.c_double(), ctypes.create_string_buffer(99)
    box, matrix = pdfium.FS_RECTF(), pdfium.FS_MATRIX()
    glyphs = []
    for at in range(pdfium.FPDFText_CountChars(text)):
        name.value = b""  # spaces without a font leave it unchanged
        assert pdfium.FPDFText_GetLooseCharBox(text, at, box)
        pdfium.FPDFText_GetCharOrigin(text, at, x, y)
        pdfium.FPDFText_GetMatrix(text, at, matrix)
        pdfium.FPDFText_GetFontInfo(text, at, name, len(name), None)
        sign, size = (
            chr(pdfium.FPDFText_GetUnicode(text, at)),
            pdfium.FPDFText_GetFontSize(text, at) * matrix.a,
        )
        glyphs.append(Glyph(sign, box.left, box.right, height - y.value, size, name.value.decode()))
    return glyphs


def paths_of(page: pypdfium2.PdfPage) -> list[tuple[float, float, float, float]]:
    """The drawn shapes: left, top, width and height, mm from the left and the top of the page."""
    shapes = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=9)
    boxes = ((shape.get_bounds(), page.get_height()) for shape in shapes)
    return [
        tuple(round(points / POINTS_PER_MM, 1) for points in (left, height - top, right - left, top - bottom))
        for (left, bottom, right, top), height in boxes
    ]


def curves_of(page: pypdfium2.PdfPage) -> list[list[tuple[float, float]]]:
    """The ends and middles of the curves in each path, mm from the left and the bottom of the page."""
    shapes = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=9)
    return [found for shape in shapes if (found := list(_curves(shape)))]


def _curves(shape: pypdfium2.PdfObject) -> Iterator[tuple[float, float]]:
    points: list[tuple[float, float]] = []
    curved = 0
    for kind, *point in _segments(shape):
        points.append((point[0], point[1]))
        curved = curved + 1 if kind == pdfium.FPDF_SEGMENT_BEZIERTO else 0
        if curved and curved % 3 == 0:
            a, b, c, d = points[-4:]
            yield ((a[0] + 3 * b[0] + 3 * c[0] + d[0]) / 8, (a[1] + 3 * b[1] + 3 * c[1] + d[1]) / 8)
            yield d


def _segments(shape: pypdfium2.PdfObject) -> Iterator[tuple[int, float, float]]:
    """The kind and end of each segment of a path, mm from the left and the bottom of the page."""
    matrix, x, y = shape.get_matrix(), ctypes.c_float(), ctypes.c_float()
    group = shape.container
    while group:
        matrix, group = matrix.multiply(group.get_matrix()), group.container
    for at in range(pdfium.FPDFPath_CountSegments(shape)):
        segment = pdfium.FPDFPath_GetPathSegment(shape, at)
        assert pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        across, up = matrix.on_point(x.value, y.value)
        yield pdfium.FPDFPathSegment_GetType(segment), across / POINTS_PER_MM, up / POINTS_PER_MM


def level_strokes_of(page: pypdfium2.PdfPage) -> list[tuple[float, float, float]]:
    """The horizontal lines from top to bottom: left, top and length, mm from the left and the top of the page."""
    shapes = page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH], max_depth=9)
    lines = [line for shape in shapes for line in _lines_drawn(shape)]
    height = page.get_height() / POINTS_PER_MM
    level = [(min(x0, x1), height - y0, abs(x1 - x0)) for x0, y0, x1, y1 in lines if abs(y1 - y0) < 0.001]
    return sorted(level, key=lambda stroke: stroke[1])


def _lines_drawn(shape: pypdfium2.PdfObject) -> Iterator[tuple[float, float, float, float]]:
    """The straight lines of a path: start and end of each."""
    parts: list[list[tuple[float, float]]] = []
    for kind, *point in _segments(shape):
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            parts.append([])
        parts[-1].append((point[0], point[1]))
    return ((*part[0], *part[1]) for part in parts if len(part) == 2)


def lines_of(page: pypdfium2.PdfPage) -> list[list[Letter]]:
    """The letters by height, each line from left to right. Letters within 1.5 points share a line."""
    lines: list[list[Letter]] = []
    for letter in sorted(letters_of(page), key=lambda letter: -letter.bottom):
        if not lines or lines[-1][0].bottom - letter.bottom > 1.5:
            lines.append([])
        lines[-1].append(letter)
    return [sorted(line, key=lambda letter: letter.left) for line in lines]


# ── Where text may be ──────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4)
def pages_of(pdf: bytes) -> tuple[Sheet, ...]:
    """The pages with their letters, read once for all checks."""
    return tuple(Sheet(page.get_width(), page.get_height(), letters_of(page)) for page in open_pdf(pdf))


def letters_outside(pdf: bytes, form: str = "roster") -> list[str]:
    """The letters too near to an edge of the page or off it; on cards, letters across the edge of a card."""
    outside = [letter.text for page in pages_of(pdf) for letter in page.letters if _is_off(letter, page, form)]
    if form == "cards":
        outside += [letter.text for page in pages_of(pdf) for letter in page.letters if _is_off_card(letter, page)]
    return outside


def _is_off(letter: Letter, page: Sheet, form: str) -> bool:
    beside, above = (mm * POINTS_PER_MM - 1 for mm in MARGINS.get(form, ANY_MARGINS))
    inside = beside <= letter.left and letter.right <= page.width - beside
    return not (inside and above <= letter.bottom and letter.top <= page.height - above)


def _is_off_card(letter: Letter, page: Sheet) -> bool:
    """Whether a letter of a card crosses its edge. Text outside all cards is ignored."""
    card = CARD
    card_width, card_height = card.card_width * POINTS_PER_MM, card.card_height * POINTS_PER_MM
    edge = card.frame * POINTS_PER_MM  # cut off, however badly, without losing print
    across = (letter.left + letter.right) / 2 - (page.width - card.across * card_width) / 2
    up = (letter.bottom + letter.top) / 2 - (page.height - card.down * card_height) / 2
    if not (0 <= across < card.across * card_width and 0 <= up < card.down * card_height):
        return False
    half_width, half_height = (letter.right - letter.left) / 2, (letter.top - letter.bottom) / 2
    x, y = across % card_width, up % card_height
    fits = x - half_width >= edge - 1 and x + half_width <= card_width - edge + 1
    return not (fits and y - half_height >= edge - 1 and y + half_height <= card_height - edge + 1)


def letters_overlapping(pdf: bytes) -> list[str]:
    """The pairs of letters that overlap. Scripts with joined letters are checked only in our fonts."""
    return [pair for page in pages_of(pdf) for pair in _overlapping(page.letters)]


def _overlapping(letters: list[Letter]) -> Iterator[str]:
    places: dict[tuple[int, int], list[Letter]] = defaultdict(list)
    for letter in letters:
        if letter.text.isascii() and letter.area > 1:
            places[int(letter.left // 12), int(letter.bottom // 12)].append(letter)
    for (x, y), here in places.items():
        near = [letter for dx in (0, 1) for dy in (-1, 0, 1) for letter in places.get((x + dx, y + dy), ())]
        for letter in here:
            for other in near:
                if letter.left >= other.right or other.left >= letter.right:  # most are not on the same spot
                    continue
                if letter.covers(other) > SAME_PLACE and letter.box != other.box:
                    yield letter.text + other.text


# ── Structure ──────────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=4)
def _opened(pdf: bytes) -> pikepdf.Pdf:
    """The PDF, read by QPDF for its structure: pypdf takes ten times as long."""
    return pikepdf.open(io.BytesIO(pdf))


def root_of(pdf: bytes) -> Any:
    """The catalogue of the PDF."""
    return _opened(pdf).Root


def title_of(pdf: bytes) -> str:
    return str(_opened(pdf).docinfo.get("/Title", ""))


def bookmarks_of(pdf: bytes) -> list[tuple[int, str]]:
    """The bookmarks, each with its depth."""
    with _opened(pdf).open_outline() as outline:
        return list(_bookmarks(outline.root, 0))


def _bookmarks(marks: list[pikepdf.OutlineItem], depth: int) -> Iterator[tuple[int, str]]:
    for mark in marks:
        yield depth, mark.title
        yield from _bookmarks(mark.children, depth + 1)


def fonts_of(pdf: bytes) -> Iterator[Font]:
    """The fonts of all pages."""
    for page in _opened(pdf).pages:
        fonts: Any = page.resources.get("/Font", {})
        for font in fonts.values():
            descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
            name = str(font["/BaseFont"]).removeprefix("/")
            embedded = "/FontFile2" in descriptor or "/FontFile3" in descriptor
            yield Font(name, embedded, name[6:7] == "+", "/ToUnicode" in font)


def tags_of(pdf: bytes) -> list[str]:
    """The tags of the structure in reading order; a picture without a description is "Figure without Alt"."""
    return list(_tags(root_of(pdf)["/StructTreeRoot"]))


def _tags(element: Any) -> Iterator[str]:
    if isinstance(element, pikepdf.Array):
        for child in element:
            yield from _tags(child)
    elif isinstance(element, pikepdf.Dictionary):
        tag = str(element.get("/S", "")).removeprefix("/")
        if tag:
            yield "Figure without Alt" if tag == "Figure" and not element.get("/Alt") else tag
        if "/K" in element:
            yield from _tags(element["/K"])
