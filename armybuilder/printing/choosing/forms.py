"""The choice of what to print and how, as one form. It is read from an address, which makes a link a printout.

A wrong address gives no error: a missing or wrong option has its initial value.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from armybuilder.printing.formats.registry import FORMATS, OLD
from armybuilder.printing.layout.options import Options
from armybuilder.widgets import Renderer, Segment
from rules.core.text import Language

ON = "1"  # in the query


class Tick(forms.CheckboxInput):
    """A box that only "1" ticks."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> bool:
        return data.get(name) == ON


class OptionField(forms.Field):
    """An option."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """Return the value, or the option's initial one."""
        try:
            return super().clean(value) or self.initial
        except ValidationError:
            return self.initial

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return the data for the page: the effective choice, not the address."""
        return self.clean(data)


class OneOf(OptionField, forms.ChoiceField):
    """One of a few, side by side."""

    widget = Segment


class SomeOf(OptionField, forms.MultipleChoiceField):
    """One or more."""


class Switch(OptionField, forms.BooleanField):
    """Off or on. The `hint` is part of its label."""

    def __init__(self, hint: str | Promise = "", **kwargs: Any) -> None:
        self.hint = hint
        super().__init__(widget=Tick({"value": ON}), template_name="forms/switch.html", initial=False, **kwargs)


def in_itself(language: Language, name: str) -> str:
    """Return the name of a language in that language, marked as such for screen readers."""
    return format_html('<bdi lang="{}">{}</bdi>', language, name)


FORM = "form"  # in the query


class PaperForm(forms.Form):
    """The options of everything that is printed."""

    default_renderer = Renderer()
    paper = OneOf(label=_("Paper size"), choices=[("a4", "A4"), ("letter", "Letter")], initial="a4")
    language = OneOf(
        label=_("Language"),
        choices=[("it", in_itself("it", "Italiano")), ("en", in_itself("en", "English"))],
    )
    ink = Switch(label=_("Save ink"))

    def __init__(self, query: Mapping[str, Any], page_language: Language) -> None:
        """Read a query string; the default language is the page's."""
        super().__init__(query, auto_id=False)
        self.fields["language"].initial = page_language

    def options(self) -> Options:
        """Return the print options."""
        self.full_clean()
        values = self.cleaned_data
        return Options(**{option.name: values[option.name] for option in fields(Options) if option.name in values})


class PrintForm(PaperForm):
    """The formats to print, and all options."""

    form = SomeOf(
        label=_("What to print"),
        choices=[(name, found.title) for name, found in FORMATS.items()],
        initial=["roster"],
    )
    duplex = Switch(label=_("Double-sided"), hint=_("Sheets to cut out get their own backs, or a blank."))
    opponent = Switch(label=_("Opponent’s copy"), hint=_("The roster on half a page, no secrets."))
    cover = Switch(label=_("With a cover page: the name, points and legality of each list"))
    blank = Switch()

    def __init__(self, query: Mapping[str, str], page_language: Language) -> None:
        super().__init__(renewed(query), page_language)

    @property
    def marked(self) -> tuple[str, ...]:
        """Return the ticked formats, in order."""
        marked = self["form"].value()
        return tuple(name for name in FORMATS if name in marked)


def renewed(query: Mapping[str, str]) -> MultiValueDict[str, str]:
    """Return a query string with today's fields instead of old ones (`OLD`)."""
    lists = query.lists() if isinstance(query, MultiValueDict) else ((key, [query[key]]) for key in query)
    said = MultiValueDict({key: list(values) for key, values in lists})
    for (name, value), today in OLD.items():
        if value in said.getlist(name):
            said.setlist(name, [one for one in said.getlist(name) if one != value])
            for key, values in QueryDict(today).lists():
                said.setlist(key, [*said.getlist(key), *values])
    return said


def read_options(query: Mapping[str, str], page_language: Language) -> Options:
    """Return the options of a query string that every format reads."""
    return PrintForm(query, page_language).options()


def says_something(query: Mapping[str, str]) -> bool:
    """Whether a query string makes a choice: missing options are then off."""
    return any(name in query for name in PrintForm.base_fields)
