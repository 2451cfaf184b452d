"""Rendering of print-outs: PDFs, images of their pages, several PDFs in one. Each is made once and kept.

All of it raises pool.NotPrintedError.
"""

import hashlib
from collections.abc import Sequence

import msgspec

from armybuilder.printing import pool
from armybuilder.printing.cache import cached, is_cached
from armybuilder.printing.joining import join
from armybuilder.printing.options import Sides
from armybuilder.printing.pictures import Size, page_picture, page_sizes
from armybuilder.printing.printout import Printout


def pdf(page: Printout) -> bytes:
    """Return a page as PDF."""
    return cached(f"{page.digest}.pdf", lambda: pool.render(page.html, page.style, page.paper))


def is_made(page: Printout) -> bool:
    """Whether there is a page's PDF, so that nothing need be rendered."""
    return is_cached(f"{page.digest}.pdf")


def sizes(page: Printout) -> list[Size]:
    """Return how large the images of the PDF's pages are, which is also how many there are."""
    made = cached(f"{page.digest}.json", lambda: msgspec.json.encode(pool.run(page_sizes, pdf(page))))
    return msgspec.json.decode(made, type=list[Size])


def picture(page: Printout, number: int) -> bytes:
    """Return a page (from 1) of the PDF as PNG. Raises IndexError where there is none."""
    return cached(f"{page.digest}-{number}.png", lambda: pool.run(page_picture, pdf(page), number))


def joined(pages: Sequence[tuple[str, Printout]], title: str, sides: Sides = 1) -> bytes:
    """Return one PDF of several pages, each with the name of its bookmark."""
    return cached(f"{joined_digest(pages, title, sides)}.pdf", lambda: _join(pages, title, sides))


def joined_digest(pages: Sequence[tuple[str, Printout]], title: str, sides: Sides = 1) -> str:
    """Return the hash of all that the joined PDF comes from."""
    content = "\0".join((title, str(sides), *(f"{page.digest} {name}" for name, page in pages)))
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def _join(pages: Sequence[tuple[str, Printout]], title: str, sides: Sides) -> bytes:
    return pool.run(join, [(name, pdf(page)) for name, page in pages], title, sides)
