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
class Binding:
    """The name of a bundle, the printed sides, its cover page."""

    title: str
    sides: Sides = 1
    cover: Cover | None = None


def binding_for(title: str, options: Options, lines: Sequence[CoverLine]) -> Binding:
    """Return how to bind lists with these cover lines, if a cover is wanted."""
    return Binding(title, options.sides, Cover(title, options, tuple(lines)) if options.cover else None)


def bound(pages: Sequence[tuple[str, Printout]], binding: Binding) -> bytes:
    """Return one PDF of several pages, each with the name of its bookmark. Raises pool.NotPrintedError."""
    if len(pages) == 1 and pages[0][1].behind != "blank" and binding.cover is None:
        return rendering.pdf(pages[0][1])
    return cached(f"{bound_digest(pages, binding)}.pdf", lambda: bind(_parts(pages), binding))


def _parts(pages: Sequence[tuple[str, Printout]]) -> list[Part]:
    made = rendering.pdfs(page for _, page in pages)
    return [part_of(name, page, content) for (name, page), content in zip(pages, made, strict=True)]


def part_of(name: str, page: Printout, content: bytes) -> Part:
    """Return a page that is rendered as a part."""
    return Part(name, content, page.behind, page.opens)


def bound_digest(pages: Sequence[tuple[str, Printout]], binding: Binding) -> str:
    """Return the hash of all sources of the bound PDF."""
    cover = binding.cover.page([1] * len(pages)).digest if binding.cover else ""
    said = (
        *(binding.title, str(binding.sides), cover),
        *(f"{page.digest} {page.behind} {page.opens} {name}" for name, page in pages),
    )
    return hashlib.sha256("\0".join(said).encode()).hexdigest()[:32]


def bind(parts: Sequence[Part], binding: Binding) -> bytes:
    """Return one PDF of several parts. Raises pool.NotPrintedError."""
    if binding.cover is None:
        return pool.run(join, parts, binding.title, binding.sides)
    counts = pool.run(page_counts, [part.content for part in parts])
    cover, own = _cover(binding.cover, parts, counts, binding.sides)
    parts = [cover, *parts]
    total = first_pages(parts, [own, *counts], binding.sides)[-1]
    numbers = rendering.pdf(numbers_page(total, binding.cover.options.language))
    return pool.run(join, parts, binding.title, binding.sides, numbers)


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
