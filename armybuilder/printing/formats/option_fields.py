"""The form fields of options. A missing or wrong option has its first value."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from armybuilder.numbers import whole_number
from armybuilder.widgets import Segment
from rules.core.text import Language
from rules.fields import WholeNumberField

ON = "1"  # in the query


class Tick(forms.CheckboxInput):
    """A box that "1" ticks, and nothing else."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> bool:
        return data.get(name) == ON


class OptionField(forms.Field):
    """An option. `choices_with`: the formats and packs that read it, none where all do."""

    choices_with: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)

    def clean(self, value: Any) -> Any:
        """Return the value, or that which the option has at first."""
        try:
            return super().clean(value) or self.initial
        except ValidationError:
            return self.initial

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Return what the page shows: what is printed, and not what the address says."""
        return self.clean(data)


class OneOf(OptionField, forms.ChoiceField):
    """One of a few, side by side."""

    widget = Segment


class SomeOf(OptionField, forms.MultipleChoiceField):
    """One or more."""


class Picked(OptionField, forms.CharField):
    """The id of something that the list's rules have, picked from those that the page offers."""


class Switch(OptionField, forms.BooleanField):
    """Off or on."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            widget=Tick({"value": ON}), template_name="forms/switch.html", initial=False, **kwargs
        )


class Count(OptionField, WholeNumberField):
    """A small number; what is more than the most is the most."""

    def to_python(self, value: Any) -> int:
        """Return the number, 0 for what is none."""
        return min(whole_number(value or "", digits=3) or 0, self.max_value or 0)


def in_itself(language: Language, name: str) -> str:
    """Return the name of a language in that language, marked as such for screen readers."""
    return format_html('<bdi lang="{}">{}</bdi>', language, name)


# The chance of each weapon to put a class or vehicle out of action, which several formats print.
AGAINST = Picked(label=_("Chances of putting out of action"), max_length=60, initial="")
