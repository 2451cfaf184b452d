"""Several printouts bound into one PDF, with an optional cover page."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.bundles.cover import Cover, CoverLine, numbers_page
from armybuilder.printing.layout.options import Options, Sides
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.pdfs.cache import cached
from armybuilder.printing.pdfs.joining import Part, first_pages, join, page_counts

TRIES = 3  # of a cover page: its length moves the pages that it names


@dataclass(frozen=True, slots=True)
class Bundle:
    """Pages in one PDF, each with the name of its bookmark, for so many printed sides, with an optional cover page."""

    title: str
    named: Sequence[tuple[str, Printout]]
    sides: Sides = 1
    cover: Cover | None = None

    @property
    def pages(self) -> list[Printout]:
        return [page for _, page in self.named]

    @property
    def digest(self) -> str:
        """The hash of all sources of the PDF."""
        cover = self.cover.page([1] * len(self.named)).digest if self.cover else ""
        said = (
            *(self.title, str(self.sides), cover),
            *(f"{page.digest} {page.behind} {page.opens} {name}" for name, page in self.named),
        )
        return hashlib.sha256("\0".join(said).encode()).hexdigest()[:32]

    def pdf(self) -> bytes:
        """Return the PDF. Raises pool.NotPrintedError."""
        if len(self.named) == 1 and self.pages[0].behind != "blank" and self.cover is None:
            return rendering.pdf(self.pages[0])
        return cached(f"{self.digest}.pdf", self._bound)

    def _bound(self) -> bytes:
        made = zip(self.named, rendering.pdfs(self.pages), strict=True)
        parts = [part_of(name, page, content) for (name, page), content in made]
        return bind(parts, self.title, self.sides, self.cover)


def cover_for(title: str, options: Options, lines: Sequence[CoverLine]) -> Cover | None:
    """Return the cover page with these lines, if one is wanted."""
    return Cover(title, options, tuple(lines)) if options.cover else None


def part_of(name: str, page: Printout, content: bytes) -> Part:
    """Return a rendered page as a part."""
    return Part(name, content, page.behind, page.opens)


def bind(parts: Sequence[Part], title: str, sides: Sides = 1, cover: Cover | None = None) -> bytes:
    """Return one PDF of several parts. Raises pool.NotPrintedError."""
    if cover is None:
        return pool.run(join, parts, title, sides)
    counts = pool.run(page_counts, [part.content for part in parts])
    first, own = _cover(cover, parts, counts, sides)
    parts = [first, *parts]
    total = first_pages(parts, [own, *counts], sides)[-1]
    numbers = rendering.pdf(numbers_page(total, cover.options.language))
    return pool.run(join, parts, title, sides, numbers)


def _cover(cover: Cover, parts: Sequence[Part], counts: Sequence[int], sides: Sides) -> tuple[Part, int]:
    """Return the cover page, and its number of pages."""
    own = 1
    for _ in range(TRIES):
        page = cover.page(first_pages([Part("", b""), *parts], [own, *counts], sides)[1:-1])
        before, own = own, len(rendering.sizes(page))
        if own == before:
            break
    with translation.override(cover.options.language):
        return Part(gettext("Cover page"), rendering.pdf(page)), own
