"""The cover page of a bundle: its lists with their owners, points, legality and pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.lists.models import ArmyList
from armybuilder.lists.words import minus
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.formats.roster.summary import verdict
from armybuilder.printing.layout.markup import print_markup
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.layout.style import style_sheet
from armybuilder.printing.pdfs.joining import PAGE_ADDRESS
from armybuilder.printing.units.squads import strength
from rules.core.judging.report import State, state_of
from rules.core.text import Language

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
class Opening:
    """The start of a part of a list: format, page from 1, address of a link."""

    form: str
    page: int
    address: str


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


def _openings(lines: Sequence[CoverLine], pages: Sequence[int]) -> Iterator[list[Opening]]:
    left = iter(pages)
    for line in lines:
        yield [
            Opening(form, page, f"{PAGE_ADDRESS}{page}")
            for form, page in zip(line.formats, left, strict=False)
        ]
