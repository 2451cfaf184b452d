"""The record that declares a print format in its folder."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.utils import translation
from django.utils.functional import Promise

from armybuilder.printing.layout.markup import print_markup
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import COST, Behind, Printout, file_name
from armybuilder.printing.layout.style import style_sheet
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
    `pages` counts the pages of a sheet before rendering, if possible. `pictures`: it has drawings of figures and
    vehicles. `behind`: the back of each page. `follows`: it belongs with the sheet before it. `cost`: see
    `printout.py`.
    """

    name: str
    title: str | Promise
    line: str | Promise
    lay_out: Callable[[Setting], Any]
    sizes: Any = None
    file_word: str | Promise = ""
    pages: Callable[[Any], int] | None = None
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

    def count(self, roster: Roster, catalogue: Catalogue, report: Report, options: Options) -> int:
        """Return the number of pages of a list, 0 if only rendering can count them."""
        if self.pages is None:
            return 0
        with translation.override(options.language):
            return self.pages(self.lay_out(Setting(roster, catalogue, report, options)))

    def css(self, options: Options) -> str:
        """Return its style sheet with all sizes."""
        own = FOLDER / self.name / "style.css"
        sizes = asdict(self.sizes) if self.sizes else {}
        css = style_sheet(own, options.paper, sizes, pictures=self.pictures)
        return css + UNNUMBERED if options.cover else css


# A bundle with a cover page has one sequence of page numbers.
UNNUMBERED = "@page { @bottom-right { content: none } }"
