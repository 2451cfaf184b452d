"""Several printouts bound into one PDF, with a cover if one is wanted."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.bundles.cover import Cover, CoverLine, first_pages, numbers_page
from armybuilder.printing.layout.options import Options, Sides
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.pdfs.cache import cached
from armybuilder.printing.pdfs.joining import join, page_counts

TRIES = 3  # of a cover: how many pages it takes moves the pages that it names


@dataclass(frozen=True, slots=True)
class Binding:
    """What a bundle is called, how many sides of the paper are printed on, its cover."""

    title: str
    sides: Sides = 1
    cover: Cover | None = None


def binding_for(title: str, options: Options, lines: Sequence[CoverLine]) -> Binding:
    """Return how lists are bound that the cover says so much about, if it is wanted."""
    return Binding(title, options.sides, Cover(title, options, tuple(lines)) if options.cover else None)


def bound(pages: Sequence[tuple[str, Printout]], binding: Binding) -> bytes:
    """Return one PDF of several pages, each with the name of its bookmark. Raises pool.NotPrintedError."""
    return cached(
        f"{bound_digest(pages, binding)}.pdf",
        lambda: bind(_pdfs(pages), binding),
    )


def _pdfs(pages: Sequence[tuple[str, Printout]]) -> list[tuple[str, bytes]]:
    made = rendering.pdfs(page for _, page in pages)
    return [(name, content) for (name, _), content in zip(pages, made, strict=True)]


def bound_digest(pages: Sequence[tuple[str, Printout]], binding: Binding) -> str:
    """Return the hash of all that the bound PDF comes from."""
    cover = binding.cover.page([1] * len(pages)).digest if binding.cover else ""
    said = (binding.title, str(binding.sides), cover, *(f"{page.digest} {name}" for name, page in pages))
    return hashlib.sha256("\0".join(said).encode()).hexdigest()[:32]


def bind(parts: Sequence[tuple[str, bytes]], binding: Binding) -> bytes:
    """Return one PDF of several, each with the name of its bookmark. Raises pool.NotPrintedError."""
    if binding.cover is None:
        return pool.run(join, parts, binding.title, binding.sides)
    parts = [_cover(binding.cover, parts, binding.sides), *parts]
    counts = pool.run(page_counts, [content for _, content in parts])
    last = first_pages(counts, binding.sides)[-1] + counts[-1] - 1
    numbers = rendering.pdf(numbers_page(last, binding.cover.options.language))
    return pool.run(join, parts, binding.title, binding.sides, numbers)


def _cover(cover: Cover, parts: Sequence[tuple[str, bytes]], sides: Sides) -> tuple[str, bytes]:
    counts, own = pool.run(page_counts, [content for _, content in parts]), 1
    for _ in range(TRIES):
        page = cover.page(first_pages([own, *counts], sides)[1:])
        before, own = own, len(rendering.sizes(page))
        if own == before:
            break
    with translation.override(cover.options.language):
        return gettext("Cover page"), rendering.pdf(page)
