"""The fields of the builder's forms. Unknown ids are refused, unless the row had them already."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from msgspec import UNSET, UnsetType

from armybuilder.lists.forms.base import FormContext
from armybuilder.lists.quotas import LONGEST_NAME
from armybuilder.lists.words import surcharge
from armybuilder.widgets import Chips, Input, Notes, NumberInput, Select, priced, with_present
from rules.core.catalogue.entry import Entry
from rules.fields import WholeNumberField

LONGEST_TEAM, LONGEST_NOTES, LONGEST_LIST_NOTES = 20, 1000, 4000

Choices = Iterable[tuple[str, str]]  # ids with their labels


class LineField(forms.CharField):
    """A line of text."""

    def __init__(
        self, label: str, longest: int = LONGEST_NAME, *, missing: str = "", widget: Any = None, **kwargs: Any
    ) -> None:
        messages = {"max_length": gettext("At most %(most)s characters.") % {"most": longest}}
        if missing:
            messages["required"] = missing
        widget = widget or Input()
        super().__init__(
            label=label,
            max_length=longest,
            required=bool(missing),
            error_messages=messages,
            widget=widget,
            **kwargs,
        )

    def to_python(self, value: Any) -> str:
        """Return the text; browsers end lines with CR LF."""
        return (super().to_python(value) or "").replace("\r\n", "\n")

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Return no limit: a browser would silently cut long text."""
        return {}


class Number(WholeNumberField):
    """A whole number within bounds; `refusal` is the error."""

    def __init__(self, label: str, least: int, most: int, refusal: str, *, widget: Any = None, **kwargs: Any) -> None:
        messages = dict.fromkeys(("invalid", "min_value", "max_value", "required"), refusal)
        widget = widget or NumberInput()
        super().__init__(label=label, min_value=least, max_value=most, error_messages=messages, widget=widget, **kwargs)


class OneOf(forms.ChoiceField):
    """One id of a table, or the row's present one (`own`); `refusal` is the error for others."""

    def __init__(
        self,
        label: str,
        choices: Choices,
        own: str,
        *,
        required: bool,
        refusal: str = "",
        widget: Any = None,
    ) -> None:
        messages = {
            # Django fills in the value: a “%” of a question is plain text.
            "invalid_choice": refusal.replace("%", "%%") or gettext("This edition does not have that option."),
            "required": gettext("Choose one."),
        }
        super().__init__(
            label=label,
            choices=with_present(choices, [own]),
            required=required,
            error_messages=messages,
            widget=widget or Select(),
        )


class AnyOf(forms.MultipleChoiceField):
    """Any ids of a table, or of the row's present ones."""

    def __init__(self, label: str, choices: Choices, own: Sequence[str], *, most: int = 0, widget: Any = None) -> None:
        messages = {"invalid_choice": gettext("This edition does not have that option.")}
        super().__init__(
            label=label,
            choices=with_present(choices, own),
            required=False,
            error_messages=messages,
            widget=widget or Chips(),
        )
        self.most = most

    def clean(self, value: Any) -> tuple[str, ...]:
        """Return the ids, in the order of the form."""
        ids: list[str] = super().clean(value)
        if self.most and len(ids) > self.most:
            raise forms.ValidationError(gettext("At most %(most)s.") % {"most": self.most})
        return tuple(ids)


def entry_choices(
    entries: Iterable[Entry], context: FormContext, prices: Mapping[str, int] | None = None
) -> list[tuple[str, str]]:
    costs = prices or {}
    return [(entry.id, priced(entry.name.to(context.language), surcharge(costs.get(entry.id, 0)))) for entry in entries]


def name_field() -> LineField:
    return LineField(gettext("Name"), widget=Input(placeholder=gettext("unnamed")))


def notes_field(longest: int = LONGEST_NOTES) -> LineField:
    return LineField(gettext("Notes"), longest, widget=Notes())


def count_field(most: int, row_id: str) -> Number:
    """Return the field for the number of a row. It is in the stepper, without a visible label."""
    number = gettext("Number")
    refusal = gettext("The quantity must be a number from 1 to %(most)s.") % {"most": most}
    stepper = NumberInput(**{"id": f"{row_id}-n", "aria-label": number, "class": False})
    return Number(number, 1, most, refusal, widget=stepper)


class CombatValue(Number):
    """A combat value, or none."""

    def __init__(self) -> None:
        refusal = gettext("The combat value must be a number from 0 to 100.")
        super().__init__(gettext("Combat value"), 0, 100, refusal, required=False)

    def clean(self, value: Any) -> int | UnsetType:
        number: int | None = super().clean(value)
        return UNSET if number is None else number
