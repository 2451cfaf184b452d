"""The record that declares a print format in its folder."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Generic, TypeVar

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise

from armybuilder.printing.formats.option_fields import OptionField
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import COST, Printout, file_name
from armybuilder.printing.layout.style import Sizes, style_sheet
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.judging.report import Report

FOLDER = Path(__file__).parent
AnyOptions = TypeVar("AnyOptions", bound=Options)


def no_sizes(options: Options) -> Sizes:
    """Return the sizes of a format that has none of its own."""
    return {}


@dataclass(frozen=True)
class PrintFormat(Generic[AnyOptions]):
    """A format in which a list can be printed. Its folder also has its template `page.html` and its style `style.css`.

    `name` is that of the folder, and part of addresses. The print page shows `title` and `line`, in the given `order`.
    `lay_out` returns what the template reads as `sheet`. The active language is then that of the options.
    `options` is the class of its options; `fields` are the form fields of those that not every format has.
    `sizes` returns the sizes that only its style sheet reads. `file_word` ends the names of its files.
    `pictures`: it shows drawings of figures and vehicles. `cost`: as in `printout.py`.
    """

    name: str
    order: int
    title: str | Promise
    line: str | Promise
    lay_out: Callable[[Roster, Catalogue, Report, AnyOptions], object]
    options: type[AnyOptions]
    fields: Mapping[str, OptionField] = field(default_factory=dict)
    sizes: Callable[[AnyOptions], Sizes] = no_sizes
    file_word: str | Promise = ""
    pictures: bool = False
    cost: float = COST

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the formats that are printed where this one is chosen."""
        return (self.name,)

    @property
    def own_options(self) -> set[str]:
        """The names of its options that not every format has."""
        return {option.name for option in fields(self.options)} - {option.name for option in fields(Options)}

    def options_from(self, options: Options, own: Mapping[str, Any]) -> AnyOptions:
        """Return its options: those of every format, and its own from among those of all formats."""
        common = {option.name: getattr(options, option.name) for option in fields(Options)}
        return self.options(**common, **{name: own[name] for name in self.own_options & own.keys()})

    def page(self, roster: Roster, catalogue: Catalogue, report: Report, options: AnyOptions) -> Printout:
        """Return a list as a page ready to be rendered."""
        with translation.override(options.language):
            sheet = self.lay_out(roster, catalogue, report, options)
            html = render_to_string(f"formats/{self.name}/page.html", {"sheet": sheet, "book": catalogue})
            name = file_name(roster.name, report.total, str(self.file_word))
        return Printout(html, self.name, self.css(options), name, self.cost)

    def css(self, options: AnyOptions) -> str:
        """Return its style sheet with all sizes."""
        own = FOLDER / self.name / "style.css"
        return style_sheet(own, options.paper, self.sizes(options), pictures=self.pictures)


@dataclass(frozen=True)
class PrintPack:
    """Several formats in one PDF, in their order: its name, title, a line about it, and its options' form fields."""

    name: str
    title: str | Promise
    line: str | Promise
    formats: tuple[str, ...]
    fields: Mapping[str, OptionField] = field(default_factory=dict)
