"""Several printouts bound into one PDF, with an optional cover page.

The parts of a job come from its source: selected lists; higher apps register others.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.origin import with_origin
from armybuilder.printing.formats.roster.summary import verdict
from armybuilder.printing.layout.options import Options, Sides
from armybuilder.printing.layout.printout import Printout, file_name, print_markup
from armybuilder.printing.layout.sizes import style_sheet
from armybuilder.printing.models import LISTS, PrintJob
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.pdfs.cache import cached
from armybuilder.printing.pdfs.joining import Part, join
from armybuilder.printing.units.squads import strength
from rules.core.judging.report import State, state_of
from rules.core.text import Language, minus

STYLE = Path(__file__).with_name("cover.css")


@dataclass(frozen=True, slots=True)
class CoverLine:
    """The cover page's line for a list."""

    name: str
    player: str
    game: str
    strength: str
    points: str
    limit: str
    verdict: str
    state: State


def cover_line(army_list: ArmyList, options: Options) -> CoverLine:
    """Return the cover page's line for a list."""
    report, catalogue, language = army_list.report, army_list.catalogue, options.language
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
        )


def cover_page(title: str, options: Options, lines: Sequence[CoverLine]) -> tuple[str, Printout]:
    """Return the cover page of a bundle with the name of its bookmark."""
    with translation.override(options.language):
        context = {
            "title": title,
            "language": options.language,
            "ink": options.ink,
            "lines": lines,
            "illegal": sum(line.state == "illegal" for line in lines),
        }
        html = print_markup("printing/cover.html", context)
        page = Printout(html, "cover", style_sheet(STYLE, options.paper), file_name(title, None))
        return gettext("Cover page"), page


def _game(army_list: ArmyList, language: Language) -> str:
    catalogue = army_list.catalogue
    made_for = catalogue.format_by_id.get(army_list.role)
    return f"{catalogue.title.to(language)} · {made_for.name.to(language) if made_for else army_list.role}"


@dataclass(frozen=True, slots=True)
class Bundle:
    """Pages in one PDF, each with the name of its bookmark, for so many printed sides."""

    title: str
    named: Sequence[tuple[str, Printout]]
    sides: Sides = 1

    @property
    def pages(self) -> list[Printout]:
        return [page for _, page in self.named]

    @property
    def digest(self) -> str:
        """The hash of all sources of the PDF."""
        said = (
            *(self.title, str(self.sides)),
            *(f"{page.digest} {page.behind} {page.opens} {name}" for name, page in self.named),
        )
        return hashlib.sha256("\0".join(said).encode()).hexdigest()[:32]

    def pdf(self) -> bytes:
        """Return the PDF. Raises pool.NotPrintedError."""
        if len(self.named) == 1 and self.pages[0].behind != "blank":
            return rendering.pdf(self.pages[0])
        return cached(f"{self.digest}.pdf", self._bound)

    def _bound(self) -> bytes:
        made = zip(self.named, rendering.pdfs(self.pages), strict=True)
        return bind([part_of(name, page, content) for (name, page), content in made], self.title, self.sides)


def part_of(name: str, page: Printout, content: bytes) -> Part:
    """Return a rendered page as a part."""
    return Part(name, content, page.behind, page.opens)


def bind(parts: Sequence[Part], title: str, sides: Sides = 1) -> bytes:
    """Return one PDF of several parts. Raises pool.NotPrintedError."""
    return pool.run(join, parts, title, sides)


# ── Jobs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class BundlePart:
    """A list, or another printable part, with the names of its bookmarks.

    `line`: its line on a cover page.
    """

    name: str
    pages: Callable[[], Iterable[tuple[str, Printout]]]
    line: Callable[[], CoverLine] | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """The source of parts of jobs, with the current rights of the user. `again`: the page to order them on."""

    parts: Callable[[PrintJob], Iterator[BundlePart]]
    again: Callable[[PrintJob], str]


_sources: dict[str, Source] = {}


def register_source(name: str, source: Source) -> None:
    """Register the source of jobs with this name."""
    _sources[name] = source


def source_of(job: PrintJob) -> Source:
    return _sources[job.source]


def list_parts(job: PrintJob) -> Iterator[BundlePart]:
    """Yield the lists that still exist, each for print.

    One at a time: their documents can be large, and someone may be editing them.
    """
    choice = job.as_chosen
    readable = with_origin(ArmyList.objects.readable_by(job.visitor))
    for list_id in job.list_ids:
        if army_list := readable.filter(pk=list_id).first():
            yield BundlePart(
                army_list.name,
                partial(choice.named_pages, army_list),
                partial(cover_line, army_list, choice.options),
            )


register_source(LISTS, Source(list_parts, lambda job: job.again))
