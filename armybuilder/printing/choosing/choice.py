"""The chosen formats with their options, and their query strings."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.utils.translation import override

from armybuilder.lists.models import ArmyList
from armybuilder.printing.choosing.forms import FORM, ON, PrintForm
from armybuilder.printing.choosing.origin import origin_of
from armybuilder.printing.formats.registry import FORMATS, OLD_FORMATS
from armybuilder.printing.layout.letters import with_names
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout
from rules.core.assess import assess
from rules.core.text import Language

LIST = "list"  # in addresses and forms


class Wanted(NamedTuple):
    """A list of a bundle, and its own format if it has one: "<id>" or "<id>.cards" in an address."""

    list_id: UUID
    form: str | None = None

    def __str__(self) -> str:
        return f"{self.list_id}.{self.form}" if self.form else str(self.list_id)


def read_wanted(texts: Sequence[str]) -> list[Wanted]:
    """Read the lists of a bundle, each once. Raises ValueError for anything else; an unknown format is ignored."""
    found = {}
    for text in texts:
        list_id, _, own = text.partition(".")
        found[UUID(list_id)] = own if own in (*FORMATS, *OLD_FORMATS) else None
    return [Wanted(list_id, form) for list_id, form in found.items()]


@dataclass(frozen=True, slots=True)
class PrintChoice:
    """Formats and options. `site`: the address of the site for codes on paper ("": unknown)."""

    formats: tuple[str, ...]
    options: Options
    site: str = ""

    def instead(self, name: str | None) -> "PrintChoice":
        """Return the same with one format instead of all, if one is given."""
        if name is None:
            return self
        other = PrintForm({FORM: name}, self.options.language)
        opponent = self.options.opponent or other.options().opponent
        return replace(self, formats=other.marked, options=replace(self.options, opponent=opponent))

    def named_pages(self, army_list: ArmyList) -> Iterator[tuple[str, Printout]]:
        """Yield a list in each format, with the name of its bookmark."""
        options = replace(self.options, origin=origin_of(army_list, self.site))
        roster, catalogue, report = with_names(army_list.roster), army_list.catalogue, army_list.report
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
