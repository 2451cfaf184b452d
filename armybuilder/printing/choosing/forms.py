"""The choice of what to print and how, as one form. It is read from an address, so that a link is a printout.

Nobody is told that an address is wrong: an option that it leaves out, or says wrongly, is as it is at first.
"""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import fields
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.option_fields import OneOf, OptionField, SomeOf, Switch, in_itself
from armybuilder.printing.formats.registry import CHOICES, fields_of
from armybuilder.printing.layout.options import Options
from armybuilder.widgets import Renderer
from rules.core.text import Language

FORM = "form"  # in the query
TITLES = [(name, chosen.title) for name, chosen in CHOICES.items()]
COMMON: dict[str, OptionField] = {
    "paper": OneOf(label=_("Paper size"), choices=[("a4", "A4"), ("letter", "Letter")], initial="a4"),
    "language": OneOf(
        label=_("Language"),
        choices=[("it", in_itself("it", "Italiano")), ("en", in_itself("en", "English"))],
    ),
    "ink": Switch(label=_("Save ink")),
}
OF_LISTS = {
    "cover": Switch(label=_("With a cover: names, points, legal or not, and the page of each")),
}


def _fields() -> dict[str, OptionField]:
    """Return the fields of all options, in the order in which page and address have them."""
    found = dict(COMMON)
    for name in CHOICES:
        for option, field in fields_of(name).items():
            found.pop(option, None)  # after those of the last format that reads it
            field.choices_with = (*field.choices_with, name)
            found[option] = field
    return found | OF_LISTS


OPTION_FIELDS = _fields()


class PrintForm(forms.Form):
    """What to print, and all options."""

    default_renderer = Renderer()
    form: OptionField = OneOf(label=_("What"), choices=TITLES, initial="roster")

    def __init__(self, query: Mapping[str, str], page_language: Language) -> None:
        """Take a query string; the language that it does not say is the page's."""
        super().__init__(query, auto_id=False)
        self.fields |= deepcopy(OPTION_FIELDS)
        self.fields["language"].initial = page_language

    @property
    def marked(self) -> list[str]:
        return [self["form"].value()]

    def values(self) -> dict[str, Any]:
        """Return the chosen options by name, without the formats."""
        self.full_clean()
        return {name: self.cleaned_data[name] for name in OPTION_FIELDS}

    def options(self) -> Options:
        """Return what is chosen of that which every format reads."""
        values = self.values()
        return Options(
            **{option.name: values[option.name] for option in fields(Options) if option.name in values}
        )


class BundleForm(PrintForm):
    """The same for several lists, with several formats."""

    form = SomeOf(label=_("What"), choices=TITLES, initial=["roster"])

    @property
    def marked(self) -> list[str]:
        """Return what is marked to be printed, in the order of the page."""
        marked = self["form"].value()
        return [name for name in CHOICES if name in marked]


def option_names(name: str) -> list[str]:
    """Return the names of the options that a format, or a pack, reads."""
    own = fields_of(name)
    return [option for option in OPTION_FIELDS if option in COMMON or option in own]


def read_options(query: Mapping[str, str], page_language: Language) -> Options:
    """Return what a query string says of the options that every format reads."""
    return PrintForm(query, page_language).options()


def says_something(query: Mapping[str, str]) -> bool:
    """Return whether a query string chooses anything: then what it leaves out is switched off."""
    return any(name in query for name in (FORM, *OPTION_FIELDS))
