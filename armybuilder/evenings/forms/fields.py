"""Fields of the forms of games nights: short texts, choices, counts and days."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from armybuilder.widgets import Input, NumberInput, Segment
from rules.fields import WholeNumberField

#: A number with its thousands apart, in the active language.
grouped = lazy(partial(number_format, force_grouping=True), str)


class TextField(forms.CharField):
    """A text of at most `most` characters: by default a line that may be empty."""

    def __init__(self, label: Any, most: int, *, required: Any = None, **kwargs: Any) -> None:
        """Make the field. `required`: the error of an empty one, None: it may be empty."""
        wrong = {"max_length": format_lazy(_("At most {most} characters."), most=grouped(most))}
        if required:
            wrong["required"] = required
        kwargs = {"widget": Input(maxlength=most)} | kwargs
        super().__init__(label=label, max_length=most, required=required is not None, error_messages=wrong, **kwargs)


class PickField(forms.ChoiceField):
    """A choice of one, which browsers offer: anything else has one error."""

    def __init__(self, label: Any, choices: Iterable[tuple[Any, Any]] = (), **kwargs: Any) -> None:
        wrong = dict.fromkeys(("required", "invalid_choice"), _("Choose one of these."))
        super().__init__(label=label, choices=list(choices), error_messages=wrong, **{"widget": Segment()} | kwargs)


class CountField(WholeNumberField):
    """A whole number within bounds; empty for the default."""

    def __init__(self, label: Any, least: int, most: int, help_text: Any = "") -> None:
        wrong = _("Enter a whole number from {least} to {most}, or leave it empty.")
        super().__init__(
            label=label,
            help_text=help_text,
            required=False,
            min_value=least,
            max_value=most,
            widget=NumberInput(maxlength=len(f"{most:,}")),
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"), format_lazy(wrong, least=least, most=grouped(most))
            ),
        )


class DayField(forms.DateField):
    """A day, from the browser's calendar or typed; `wrong`: the error."""

    def __init__(self, label: Any, wrong: Any, *, required: bool = True) -> None:
        super().__init__(
            label=label,
            required=required,
            widget=forms.DateInput({"class": "input", "type": "date"}, format="%Y-%m-%d"),
            input_formats=["%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y"],
            error_messages=dict.fromkeys(("required", "invalid"), wrong),
        )
