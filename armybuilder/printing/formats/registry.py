"""All print formats, in the order of the print page. Each has a folder beside this file."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.cards import layout as cards
from armybuilder.printing.formats.cards.card import CARD
from armybuilder.printing.formats.kit import layout as kit
from armybuilder.printing.formats.kit.pieces import KIT
from armybuilder.printing.formats.reference import layout as reference
from armybuilder.printing.formats.roster import layout as roster
from armybuilder.printing.formats.scenario import layout as scenario
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import COST, Behind, Printout, file_name, print_markup
from armybuilder.printing.layout.sizes import style_sheet
from armybuilder.printing.layout.words import inside
from armybuilder.printing.units.setting import Setting
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class PrintFormat:
    """A format in which a list can be printed. Its folder also has its template `page.html` and its style `style.css`.

    `name` is the folder's name, and part of addresses. The print page shows `title` and `line`.
    `lay_out` returns `sheet` for the template, in the active language, which is that of the options.
    `sizes` is a dataclass of those that its style sheet reads. `file_word` ends the names of its files.
    `pictures`: it has drawings of figures and vehicles. `behind`: the back of each page. `follows`: it belongs with
    the sheet before it. `cost`: see `printout.py`.
    """

    name: str
    title: str | Promise
    line: str | Promise
    lay_out: Callable[[Setting], Any]
    sizes: Any = None
    file_word: str | Promise = ""
    pictures: bool = False
    behind: Callable[[Options], Behind] = lambda options: "next"
    follows: bool = False
    cost: float = COST

    @property
    def thumbnail(self) -> str:
        """Return the static file with the thumbnail of its sheets."""
        return f"img/formats/{self.name}.svg"

    def page(self, roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> Printout:
        """Return a list as a page, ready to render."""
        with translation.override(options.language):
            sheet = self.lay_out(Setting(roster, catalogue, report, options))
            title = f"{roster.name}: {inside(str(self.title))}" if self.file_word else roster.name
            context = {"sheet": sheet, "book": catalogue, "options": options, "title": title}
            html = print_markup(f"formats/{self.name}/page.html", context)
            name = file_name(roster.name, report.total, str(self.file_word))
        return Printout(html, self.name, self.css(options), name, self.cost, self.behind(options))

    def css(self, options: Options) -> str:
        """Return its style sheet with all sizes."""
        own = FOLDER / self.name / "style.css"
        sizes = asdict(self.sizes) if self.sizes else {}
        return style_sheet(own, options.paper, sizes, pictures=self.pictures)


_formats = [
    PrintFormat(
        name="roster",
        title=_("Roster"),
        line=_("Squads, numbers needed, boxes"),
        lay_out=roster.lay_out,
        behind=lambda options: "blank" if options.opponent else "next",
    ),
    PrintFormat(
        name="cards",
        title=_("Cards"),
        line=_("Nine on a sheet, to cut out"),
        lay_out=cards.lay_out,
        sizes=CARD,
        file_word=_("cards"),
        pictures=True,
        behind=lambda options: "back" if options.duplex and not options.blank else "blank",
        cost=0.56,
    ),
    PrintFormat(
        name="reference",
        title=_("Quick reference"),
        line=_("Only the tables of this list"),
        lay_out=reference.lay_out,
        file_word=_("reference"),
        follows=True,
        cost=0.5,
    ),
    PrintFormat(
        name="kit",
        title=_("Cut-out sheets"),
        line=_("Range sticks, templates, tokens, standees"),
        lay_out=kit.lay_out,
        sizes=KIT,
        file_word=_("cut-out sheets"),
        pictures=True,
        behind=lambda options: "blank",
    ),
    PrintFormat(
        name="scenario",
        title=_("Scenario"),
        line=_("Map, zones, deployment"),
        lay_out=scenario.lay_out,
        file_word=_("scenario"),
    ),
]
FORMATS = {found.name: found for found in _formats}
# Fields of old addresses, cookies and jobs, and what they are today.
OLD = {
    ("form", "half"): "form=roster&opponent=1",
    ("form", "table"): "form=roster&form=cards&form=reference",
    ("form", "stands"): "form=kit",
    ("form", "deployment"): "form=scenario",
    ("form", "odds"): "form=roster",
    ("kit", "1"): "form=kit",
    ("backs", "1"): "duplex=1",
}
OLD_FORMATS = [value for name, value in OLD if name == "form"]
