"""What to print and how: the form and its options as one, as a query string says them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from armybuilder.lists.models import ArmyList
from armybuilder.printing.controls import CONTROLS, Control
from armybuilder.printing.kinds import FORMS
from armybuilder.printing.options import Form, Options, read_options
from armybuilder.printing.origin import origin_of
from armybuilder.printing.printout import Printout
from rules.core.text import Language

FORM = "form"


@dataclass(frozen=True, slots=True)
class Choice:
    """A form and its options. `site`: where the site is reached, for codes on paper ("": not known)."""

    form: Form
    options: Options
    site: str = ""

    def page(self, army_list: ArmyList) -> Printout:
        """Return a list printed so."""
        options = replace(self.options, origin=origin_of(army_list, self.site))
        return FORMS[self.form](army_list.roster, army_list.catalogue, army_list.report, options)

    @property
    def query(self) -> str:
        """The query string that says it; what is switched off is left out."""
        return urlencode([(FORM, self.form), *self._said(CONTROLS)])

    @property
    def options_query(self) -> str:
        """The same for an address that names the form: only what that form reads."""
        return urlencode(self._said(control for control in CONTROLS if control.is_for(self.form)))

    def _said(self, controls: Iterable[Control]) -> list[tuple[str, str]]:
        said = ((control.name, control.value_of(self.options)) for control in controls)
        return [(name, value) for name, value in said if value]


def read_choice(query: Mapping[str, str], page_language: Language, site: str = "") -> Choice:
    """Return the choice of a query string. What it does not say, or says wrongly, is a roster on A4."""
    asked = query.get(FORM)
    form = next((form for form in FORMS if form == asked), next(iter(FORMS)))
    return Choice(form, read_options(query, page_language), site)


def says_something(query: Mapping[str, str]) -> bool:
    """Return whether a query string chooses anything: then what it leaves out is switched off."""
    return FORM in query or any(control.name in query for control in CONTROLS)
