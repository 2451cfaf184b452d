"""Render printouts: PDFs, and images of their pages. Each is made once and cached.

Everything here raises pool.NotPrintedError.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import msgspec

from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool
from armybuilder.printing.pdfs.cache import cached, is_cached
from armybuilder.printing.pdfs.imposing import bound, imposed
from armybuilder.printing.pdfs.pictures import Size, page_picture, page_sizes


def pdf(page: Printout) -> bytes:
    return cached(f"{page.digest}.pdf", lambda: pool.render(page.html, page.css))


def pdfs(pages: Iterable[Printout]) -> list[bytes]:
    """Return pages as PDFs, rendering identical ones once, as many at a time as there are processes."""
    pages = list(pages)
    different = {page.digest: page for page in pages}
    with ThreadPoolExecutor(pool.PROCESSES) as threads:
        made = dict(zip(different, threads.map(pdf, different.values()), strict=True))
    return [made[page.digest] for page in pages]


@dataclass(frozen=True, slots=True)
class Booklet:
    """A booklet for binding: page by page, or two on a side to fold."""

    page: Printout
    is_folded: bool

    @property
    def pages(self) -> list[Printout]:
        return [self.page]

    @property
    def digest(self) -> str:
        return f"{self.page.digest}-{'folded' if self.is_folded else 'bound'}"

    def pdf(self) -> bytes:
        work = imposed if self.is_folded else bound
        return cached(f"{self.digest}.pdf", lambda: pool.run(work, pdf(self.page)))


def is_made(page: Printout) -> bool:
    """Whether a page's PDF exists, and nothing needs rendering."""
    return is_cached(f"{page.digest}.pdf")


def sizes(page: Printout) -> list[Size]:
    """Return the sizes, and with them the number, of the images of the PDF's pages."""
    made = cached(f"{page.digest}.json", lambda: msgspec.json.encode(pool.run(page_sizes, pdf(page))))
    return msgspec.json.decode(made, type=list[Size])


def picture(page: Printout, number: int) -> bytes:
    """Return a page (from 1) of the PDF as PNG. Raises IndexError if there is none."""
    return cached(f"{page.digest}-{number}.png", lambda: pool.run(page_picture, pdf(page), number))
