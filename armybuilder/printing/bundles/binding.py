"""Several printouts bound into one PDF, with an optional cover page."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.summary import verdict
from armybuilder.printing.layout.options import Options, Sides
from armybuilder.printing.layout.printout import Printout, file_name, print_markup
from armybuilder.printing.layout.sizes import style_sheet
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.pdfs.cache import cached
from armybuilder.printing.pdfs.joining import PAGE_ADDRESS, Part, first_pages, join, page_counts
from armybuilder.printing.units.squads import strength
from rules.core.judging.report import State, state_of
from rules.core.text import Language, minus

COVER, NUMBERS = (Path(__file__).with_name(f"{name}.css") for name in ("cover", "numbers"))


@dataclass(frozen=True, slots=True)
class CoverLine:
    """The cover page's line for a list, without pages. `formats` are the titles of its parts."""

    name: str
    player: str
    game: str
    strength: str
    points: str
    limit: str
    verdict: str
    state: State
    formats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """A cover page before the pages of the lists are counted."""

    title: str
    options: Options
    lines: tuple[CoverLine, ...]

    def page(self, first_pages: Sequence[int]) -> Printout:
        """Return the cover page ready to be rendered, with the first pages of the parts."""
        options = self.options
        with translation.override(options.language):
            context = {
                "title": self.title,
                "language": options.language,
                "ink": options.ink,
                "lines": list(zip(self.lines, _openings(self.lines, first_pages), strict=True)),
                "illegal": sum(line.state == "illegal" for line in self.lines),
            }
            html = print_markup("printing/cover.html", context)
            return Printout(html, "cover", style_sheet(COVER, options.paper), file_name(self.title, None))


def cover_line(army_list: ArmyList, choice: PrintChoice) -> CoverLine:
    """Return the cover page's line for a list."""
    report, catalogue, language = army_list.report, army_list.catalogue, choice.options.language
    state = state_of(report, catalogue)
    with translation.override(language):
        return CoverLine(
            name=army_list.name,
            player=army_list.owner.get_username() if army_list.owner else "",
            game=_game(army_list, language),
            strength=strength(*army_list.roster.squads),
            points="" if report.total is None else minus(report.total),
            limit="" if report.limit is None else str(report.limit),
            verdict=gettext("Legal") if state == "legal" else verdict(report, catalogue).removesuffix("."),
            state=state,
            formats=tuple(str(FORMATS[name].title) for name in choice.formats),
        )


def numbers_page(count: int, language: Language) -> Printout:
    """Return page numbers, each on a small page, to print over the pages of a bundle."""
    title = gettext("Page numbers")
    head = f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title></head>'
    html = f"{head}<body>{'<p></p>' * count}</body></html>"
    return Printout(html, "numbers", style_sheet(NUMBERS, "a4"), "numbers.pdf")


def _game(army_list: ArmyList, language: Language) -> str:
    catalogue = army_list.catalogue
    made_for = catalogue.format_by_id.get(army_list.role)
    return f"{catalogue.title.to(language)} · {made_for.name.to(language) if made_for else army_list.role}"


def _openings(lines: Sequence[CoverLine], pages: Sequence[int]) -> Iterator[list[tuple[str, int, str]]]:
    """Yield for each list the formats of its parts, with their first page and the address of a link to it."""
    left = iter(pages)
    for line in lines:
        yield [(form, page, f"{PAGE_ADDRESS}{page}") for form, page in zip(line.formats, left, strict=False)]


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
