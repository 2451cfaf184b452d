"""A form and its options as one, and the query strings that say them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from urllib.parse import urlencode

from django.utils.translation import override

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.forms import FORM, ON, BundleForm, PrintForm, option_names
from armybuilder.printing.choosing.origin import origin_of
from armybuilder.printing.formats.registry import FORMS, forms_of
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Form, Options, Pack
from armybuilder.printing.layout.printout import Printout
from rules.core.judging.assess import assess
from rules.core.text.text import Language


@dataclass(frozen=True, slots=True)
class Choice:
    """A form, or a pack of forms, and the options. `also`: what else is printed, in a bundle.

    `site`: where the site is reached, for codes on paper ("": not known).
    """

    form: Form | Pack
    options: Options
    site: str = ""
    also: tuple[Form | Pack, ...] = ()

    @property
    def forms(self) -> tuple[Form, ...]:
        """Return the forms that are printed, each once."""
        marked = (self.form, *self.also)
        kit: tuple[Form, ...] = ("kit",) if self.options.kit and "table" in marked else ()
        return tuple(dict.fromkeys((*chain.from_iterable(map(forms_of, marked)), *kit)))

    def instead(self, form: Form | Pack | None) -> "Choice":
        """Return the same with one form in place of all, if one is given."""
        return replace(self, form=form, also=()) if form else self

    def pages(self, army_list: ArmyList) -> Iterator[Printout]:
        """Yield a list printed so, each form by itself."""
        options = replace(self.options, origin=origin_of(army_list, self.site))
        roster, catalogue, report = with_names(army_list.roster), army_list.catalogue, army_list.report
        if roster is not army_list.roster:
            report = assess(roster, catalogue)
        yield from (FORMS[form].page(roster, catalogue, report, options) for form in self.forms)

    def named_pages(self, army_list: ArmyList) -> Iterator[tuple[str, Printout]]:
        """Yield a list printed so, each form with the name of its bookmark."""
        return ((self._bookmark(army_list, page), page) for page in self.pages(army_list))

    def _bookmark(self, army_list: ArmyList, page: Printout) -> str:
        if len(self.forms) == 1:
            return army_list.name
        with override(self.options.language):
            return f"{army_list.name}: {FORMS[page.form].name}"

    @property
    def query(self) -> str:
        """The query string that says it; what is switched off is left out."""
        return urlencode(self.fields)

    @property
    def fields(self) -> list[tuple[str, object]]:
        """The fields of a form that says it."""
        return [*((FORM, form) for form in (self.form, *self.also)), *self._options(option_names())]

    @property
    def options_query(self) -> str:
        """The same for an address that names the form: only what that form reads."""
        return urlencode(self._options(option_names(self.form)))

    def _options(self, names: Iterable[str]) -> list[tuple[str, object]]:
        values = ((name, getattr(self.options, name)) for name in names)
        return [(name, ON if value is True else value) for name, value in values if value]


def chosen(form: PrintForm, site: str = "") -> Choice:
    """Return what is chosen on a form."""
    options = form.options()
    first, *also = form.marked
    return Choice(first, options, site, tuple(also))


def read_choice(query: Mapping[str, str], page_language: Language, site: str = "") -> Choice:
    """Return the choice of a query string. What it does not say, or says wrongly, is a roster on A4."""
    return chosen(PrintForm(query, page_language), site)


def read_several(query: Mapping[str, str], page_language: Language, site: str = "") -> Choice:
    """Return the choice of a query string that may name several forms, for a bundle."""
    return chosen(BundleForm(query, page_language), site)
