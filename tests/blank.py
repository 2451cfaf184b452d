"""A blank page for tests that do not read what is printed."""

from io import BytesIO

import pikepdf


def _blank() -> bytes:
    """A page small enough to be drawn at once."""
    with pikepdf.new() as pdf, BytesIO() as file:
        pdf.add_blank_page(page_size=(9, 9))
        pdf.save(file)
        return file.getvalue()


BLANK = _blank()
