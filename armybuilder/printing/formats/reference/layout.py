"""The layout of a quick reference: the largest type that needs the fewest pages.

lay_out(roster, catalogue, report, options) -> ReferenceSheet
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import translation
from django.utils.translation import gettext

from armybuilder.printing.formats.reference.packing import Page, pack
from armybuilder.printing.formats.reference.sections import Section, sections
from armybuilder.printing.formats.reference.setting import Measure, set_section
from armybuilder.printing.formats.reference.sizes import REFERENCE, ReferenceSizes
from armybuilder.printing.layout.measure import fitted, width, wrapped
from armybuilder.printing.layout.options import Options, Paper
from armybuilder.printing.layout.sizes import PAPERS
from armybuilder.printing.layout.words import map_sign, named
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report
from rules.core.text import Language

SLACK, TITLE_ROOM = 1.2, 160.0  # mm
TITLE_SIZES = (("l", 20.0), ("m", 14.0))
SMALL_TITLE = 9.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """Pages with `columns`, in a type of `quarters` of a point."""

    quarters: int
    columns: int
    pages: list[Page]


@dataclass(frozen=True, slots=True)
class ReferenceSheet:
    """A whole quick reference. `size`: of its type, in hundredths of a point; `title_size`: l, m or s."""

    language: Language
    ink: bool
    size: int
    columns: int
    title: str
    title_size: str
    label: str
    running: str
    foot: str
    sign: str
    pages: tuple[Page, ...]


def lay_out(roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> ReferenceSheet:
    """Return the content of a list's quick reference, in `options.language`."""
    with translation.override(options.language):
        return _sheet(roster, catalogue, options)


def _sheet(roster: Roster, catalogue: Catalogue, options: Options) -> ReferenceSheet:
    found = fit(sections(roster, catalogue, options), options.paper)
    title_size, title = _title(roster.name)
    return ReferenceSheet(
        language=options.language,
        ink=options.ink,
        size=found.quarters * 25,
        columns=found.columns,
        title=title,
        title_size=title_size,
        label=_label(catalogue, options),
        running=fitted(roster.name, "barlow-condensed-600-normal", 9, TITLE_ROOM),
        foot=_foot(roster, catalogue, options),
        sign=map_sign(roster),
        pages=tuple(found.pages),
    )


def fit(content: Sequence[Section], paper: Paper) -> Fitted:
    """Return one page in the largest possible type; more pages only for parts that are always printed.

    What other sheets say as well, and optional rules, give way to the one page.
    """
    for most in (2, 1, 0):
        found = _fitted([section for section in content if section.spare <= most], paper)
        if len(found.pages) == 1:
            return found
    return _fitted(content, paper)


def _fitted(content: Sequence[Section], paper: Paper) -> Fitted:
    """Return as few pages as possible, in two columns instead of three if that allows larger type."""
    narrow, wide = REFERENCE[paper]
    few = _largest(content, narrow, paper)
    if few.quarters < narrow.largest:
        return few
    large = _largest(content, wide, paper)
    return large if len(large.pages) == len(few.pages) else few


def _largest(content: Sequence[Section], sizes: ReferenceSizes, paper: Paper) -> Fitted:
    """Return the largest type that takes no more pages than the smallest, and has the same tables.

    Larger sizes never take fewer pages or have more tables, so that the right one is found by halving.
    """
    least = _set(content, sizes, paper, sizes.smallest)
    low, high, best = sizes.smallest, sizes.largest + 1, least
    while high - low > 1:
        middle = (low + high) // 2
        pages = _set(content, sizes, paper, middle)
        if len(pages) == len(least) and _tables(pages) >= _tables(least):
            low, best = middle, pages
        else:
            high = middle
    return Fitted(low, sizes.columns, best)


def _tables(pages: Sequence[Page]) -> int:
    return len({block.title for page in pages for column in page for block in column if block.widths})


def _set(content: Sequence[Section], sizes: ReferenceSizes, paper: Paper, quarters: int) -> list[Page]:
    measure = Measure(quarters / 4, sizes.column, sizes.smallest)
    page = PAPERS[paper].paper_height - sizes.top - sizes.bottom - SLACK
    first = page - sizes.head - sizes.head_rule - sizes.head_gap
    later = page - sizes.running - sizes.running_gap
    return pack([set_section(section, measure) for section in content], first, later, sizes.columns)


# ── The head and the foot ──────────────────────────────────────────────────────────────────────────────────────────


def _title(name: str) -> tuple[str, str]:
    """Return the size of the title, and its lines: one in the large sizes, three at most in the small one."""
    for title_size, points in TITLE_SIZES:
        if width(name, "barlow-condensed-700-normal", points) <= TITLE_ROOM:
            return title_size, name
    return "s", "\n".join(wrapped(name, "barlow-condensed-700-normal", SMALL_TITLE, TITLE_ROOM))


def _label(catalogue: Catalogue, options: Options) -> str:
    said = gettext("%(game)s · only what this list uses · the edge is a 25 cm ruler")
    game = f"{catalogue.name.to(options.language)}, {catalogue.edition.to(options.language)}"
    return said % {"game": game}


def _foot(roster: Roster, catalogue: Catalogue, options: Options) -> str:
    """Return the foot, with the list’s name shortened for the rest."""
    said = gettext("Squadra · quick reference for %(list)s · %(credit)s · print at 100%%, not “fit to page”")
    sizes = REFERENCE[options.paper][0]
    rest = width(said % {"list": "", "credit": catalogue.credit}, "barlow-400-normal", 7)
    room = sizes.columns * sizes.column - 10 - rest
    return said % {"list": named(roster, options, room), "credit": catalogue.credit}
