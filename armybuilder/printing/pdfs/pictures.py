"""The pages of a PDF as images, by PDFium.

Runs in the processes of `pool.py`: PDFium is not safe in threads.
"""

from io import BytesIO
from math import ceil

from msgspec import Struct

SCALE = 2.0  # dots a point: 144 dots an inch
COLOURS = 64


class Size(Struct, frozen=True):
    """The size of a page's image, dots."""

    width: int
    height: int


def page_sizes(pdf: bytes) -> list[Size]:
    """Return the size of each page's image."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        return [Size(*(ceil(side * SCALE) for side in page.get_size())) for page in document]


def page_picture(pdf: bytes, number: int) -> bytes:
    """Return a page (from 1) as PNG. Raises IndexError if there is none."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        if not 1 <= number <= len(document):
            raise IndexError(number)
        image = document[number - 1].render(scale=SCALE).to_pil().quantize(COLOURS)
    target = BytesIO()
    image.save(target, "png")
    return target.getvalue()
