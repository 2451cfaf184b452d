"""The form fields of options. A missing or wrong option has its first value."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.html import format_html

from armybuilder.widgets import Segment
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
        super().__init__(
            widget=Tick({"value": ON}), template_name="forms/switch.html", initial=False, **kwargs
        )


def in_itself(language: Language, name: str) -> str:
    """Return the name of a language in that language, marked as such for screen readers."""
    return format_html('<bdi lang="{}">{}</bdi>', language, name)
