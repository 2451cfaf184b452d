"""The chosen formats with their options, and their query strings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import override

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.forms import FORM, ON, PrintForm
from armybuilder.printing.choosing.origin import origin_of
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.letters import printable
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from rules.core.assess import assess
from rules.core.text import Language

LIST = "list"  # in addresses and forms


def read_lists(texts: Sequence[str]) -> list[UUID]:
    """Read the lists of a bundle, each once. Raises ValueError. In old addresses each has its format: "<id>.cards"."""
    return list(dict.fromkeys(UUID(text.partition(".")[0]) for text in texts))


def lists_query(list_ids: Sequence[UUID]) -> str:
    """Return the query string that selects lists for a bundle."""
    return urlencode([(LIST, list_id) for list_id in list_ids])


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """Formats and options. `site`: the address of the site for codes on paper ("": unknown)."""

    formats: tuple[str, ...]
    options: Options
    site: str = ""

    def named_pages(self, army_list: ArmyList) -> Iterator[tuple[str, Printout]]:
        """Yield a list in each format, with the name of its bookmark."""
        options = replace(self.options, origin=origin_of(army_list, self.site))
        roster, catalogue, report = printable(army_list.roster), army_list.catalogue, army_list.report
        if roster is not army_list.roster:
            report = assess(roster, catalogue)
        for number, found in enumerate(FORMATS[name] for name in self.formats):
            page = found.page(roster, catalogue, report, options)
            name = army_list.name
            if len(self.formats) > 1:
                with override(self.options.language):
                    name = f"{name}: {found.title}"
            yield name, replace(page, opens=not (found.follows and number))

    @property
    def query(self) -> str:
        """Return the query string of the choice, without options that are off."""
        return urlencode(self.fields)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """The fields of a form with this choice."""
        return [*((FORM, name) for name in self.formats), *self._options()]

    @property
    def options_query(self) -> str:
        """The same for an address that names the format."""
        return urlencode(self._options())

    def _options(self) -> list[tuple[str, str]]:
        values = ((name, getattr(self.options, name)) for name in PrintForm.base_fields if name != FORM)
        return [(name, ON if value is True else value) for name, value in values if value]


def read_choice(query: Mapping[str, str], page_language: Language, site: str = "") -> PrintChoice:
    """Return the choice of a query string. The default is a roster on A4."""
    form = PrintForm(query, page_language)
    return PrintChoice(form.marked, form.options(), site)
