"""The pages of a booklet in binding order: a multiple of four, or two on a sheet to fold.

Runs in the processes of `pool.py`.
"""

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pikepdf import Page, Pdf

TO_A_SHEET = 4  # pages: two on each side


def bound(content: bytes) -> bytes:
    """Return a booklet with blank pages before its back cover, to make its pages a multiple of four."""
    from pikepdf import Pdf

    with Pdf.open(BytesIO(content)) as pdf:
        _fill(pdf)
        return _saved(pdf)


def imposed(content: bytes) -> bytes:
    """Return a booklet with two pages on a side, in the order for folding double-sided sheets."""
    from pikepdf import Pdf, Rectangle

    with Pdf.open(BytesIO(content)) as pdf, Pdf.new() as sheets:
        _fill(pdf)
        pages = list(pdf.pages)
        width, height = _size(pages[0])
        for left, right in sides(len(pages)):
            sheet = sheets.add_blank_page(page_size=(2 * width, height))
            sheet.add_overlay(pages[left - 1], Rectangle(0, 0, width, height))
            sheet.add_overlay(pages[right - 1], Rectangle(width, 0, 2 * width, height))
        sheets.Root.Lang = sheets.copy_foreign(pdf.make_indirect(pdf.Root.Lang))
        sheets.trailer.Info = sheets.copy_foreign(pdf.docinfo)
        return _saved(sheets)


def sides(pages: int) -> list[tuple[int, int]]:
    """Return the pages (from 1) left and right on each side of the sheets: fronts and backs in turns.

    The sheets are nested; the back is printed flipped on the short edge.
    """
    return [
        (pages - number, number + 1) if number % 2 == 0 else (number + 1, pages - number)
        for number in range(pages // 2)
    ]


def _fill(pdf: "Pdf") -> None:
    size = _size(pdf.pages[0])
    while len(pdf.pages) % TO_A_SHEET:
        pdf.add_blank_page(page_size=size)
        blank = pdf.pages[-1]
        pdf.pages.insert(len(pdf.pages) - 2, blank)
        del pdf.pages[-1]


def _size(page: "Page") -> tuple[float, float]:
    left, bottom, right, top = (float(edge) for edge in page.mediabox.as_list())
    return right - left, top - bottom


def _saved(pdf: "Pdf") -> bytes:
    from pikepdf import ObjectStreamMode

    target = BytesIO()
    pdf.save(target, object_stream_mode=ObjectStreamMode.generate)
    return target.getvalue()
