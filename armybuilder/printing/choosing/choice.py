"""The formats that are printed with their options, and the query strings that say them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from django.utils.translation import override

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.forms import FORM, OPTION_FIELDS, BundleForm, PrintForm, option_names
from armybuilder.printing.choosing.origin import origin_of
from armybuilder.printing.formats.option_fields import ON
from armybuilder.printing.formats.registry import CHOICES, FORMATS
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from rules.core.assess import assess
from rules.core.text import Language


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """A format, or a pack of formats, and the options. `also`: what else is printed, in a bundle.

    `own` are the options of single formats, by name. `site`: where the site is reached, for codes on paper ("": not
    known).
    """

    form: str
    options: Options
    site: str = ""
    also: tuple[str, ...] = ()
    own: Mapping[str, Any] = field(default_factory=dict)

    @property
    def formats(self) -> tuple[str, ...]:
        """Return the formats that are printed, each once."""
        marked = (self.form, *self.also)
        kit = ("kit",) if self.options.kit and "table" in marked else ()
        return tuple(dict.fromkeys((*chain.from_iterable(CHOICES[name].formats for name in marked), *kit)))

    def instead(self, name: str | None) -> "PrintChoice":
        """Return the same with one format in place of all, if one is given."""
        return replace(self, form=name, also=()) if name else self

    def pages(self, army_list: ArmyList) -> Iterator[Printout]:
        """Yield a list printed so, each format by itself."""
        options = replace(self.options, origin=origin_of(army_list, self.site))
        roster, catalogue, report = with_names(army_list.roster), army_list.catalogue, army_list.report
        if roster is not army_list.roster:
            report = assess(roster, catalogue)
        for found in (FORMATS[name] for name in self.formats):
            yield found.page(roster, catalogue, report, found.options_from(options, self.own))

    def named_pages(self, army_list: ArmyList) -> Iterator[tuple[str, Printout]]:
        """Yield a list printed so, each format with the name of its bookmark."""
        return ((self._bookmark(army_list, page), page) for page in self.pages(army_list))

    def _bookmark(self, army_list: ArmyList, page: Printout) -> str:
        if len(self.formats) == 1:
            return army_list.name
        with override(self.options.language):
            return f"{army_list.name}: {FORMATS[page.format].title}"

    @property
    def query(self) -> str:
        """The query string that says it; what is switched off is left out."""
        return urlencode(self.fields)

    @property
    def fields(self) -> list[tuple[str, object]]:
        """The fields of a form that says it."""
        return [*((FORM, name) for name in (self.form, *self.also)), *self._options(OPTION_FIELDS)]

    @property
    def options_query(self) -> str:
        """The same for an address that names the format: only what that format reads."""
        return urlencode(self._options(option_names(self.form)))

    def _options(self, names: Iterable[str]) -> list[tuple[str, object]]:
        values = ((name, self.own.get(name) or getattr(self.options, name, "")) for name in names)
        return [(name, ON if value is True else value) for name, value in values if value]


def chosen(form: PrintForm, site: str = "") -> PrintChoice:
    options, values = form.options(), form.values()
    own = {name: value for name, value in values.items() if not hasattr(options, name)}
    first, *also = form.marked
    return PrintChoice(first, options, site, tuple(also), own)


def read_choice(query: Mapping[str, str], page_language: Language, site: str = "") -> PrintChoice:
    """Return the choice of a query string. What it does not say, or says wrongly, is a roster on A4."""
    return chosen(PrintForm(query, page_language), site)


def read_several(query: Mapping[str, str], page_language: Language, site: str = "") -> PrintChoice:
    """Return the choice of a query string that may name several formats, for a bundle."""
    return chosen(BundleForm(query, page_language), site)
