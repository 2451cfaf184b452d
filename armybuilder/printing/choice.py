"""A form and its options as one, and the query strings that say them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from armybuilder.lists.models import ArmyList
from armybuilder.printing.forms import FORM, ON, PrintForm, option_names
from armybuilder.printing.kinds import FORMS
from armybuilder.printing.options import Form, Options
from armybuilder.printing.origin import origin_of
from armybuilder.printing.printout import Printout
from rules.core.text import Language


@dataclass(frozen=True, slots=True)
class Choice:
    """A form and its options. `site`: where the site is reached, for codes on paper ("": not known)."""

    form: Form
    options: Options
    site: str = ""

    def page(self, army_list: ArmyList) -> Printout:
        """Return a list printed so."""
        options = replace(self.options, origin=origin_of(army_list, self.site))
        return FORMS[self.form].page(army_list.roster, army_list.catalogue, army_list.report, options)

    @property
    def query(self) -> str:
        """The query string that says it; what is switched off is left out."""
        return f"{FORM}={self.form}&{self._options(option_names())}"

    @property
    def options_query(self) -> str:
        """The same for an address that names the form: only what that form reads."""
        return self._options(option_names(self.form))

    def _options(self, names: Iterable[str]) -> str:
        values = ((name, getattr(self.options, name)) for name in names)
        return urlencode([(name, ON if value is True else value) for name, value in values if value])


def chosen(form: PrintForm, site: str = "") -> Choice:
    """Return what is chosen on a form."""
    options = form.options()
    return Choice(form.cleaned_data[FORM], options, site)


def read_choice(query: Mapping[str, str], page_language: Language, site: str = "") -> Choice:
    """Return the choice of a query string. What it does not say, or says wrongly, is a roster on A4."""
    return chosen(PrintForm(query, page_language), site)
