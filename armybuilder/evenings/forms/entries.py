"""The forms of answers, guests, the desk, results and seasons."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from armybuilder.evenings.forms.fields import CountField, DayField, PickField, TextField
from armybuilder.widgets import Notes, Renderer
from rules.fields import WholeNumberField


class GuestForm(forms.Form):
    """The name of a guest."""

    default_renderer = Renderer()

    name = TextField(_("Guest’s name"), 60, required=_("What is the guest’s name?"))


class RemarkForm(forms.Form):
    """The reason for sending a list back."""

    default_renderer = Renderer()

    remark = TextField(
        _("Message to the player"),
        600,
        widget=Notes(),
        required=_("What is wrong with it? Without a remark nobody knows what to change."),
    )


MOST_DEFEAT_POINTS = 9999
LARGEST_TOTAL = 99  # of the roll for the attack
MOST_DIGITS = 3  # of the number of times


class RollForm(forms.Form):
    """The totals of both players at the table, with the bonus of their troops."""

    first_total = WholeNumberField(min_value=2, max_value=LARGEST_TOTAL)
    second_total = WholeNumberField(min_value=2, max_value=LARGEST_TOTAL)


class ResultForm(forms.Form):
    """The defeat points that each side took, and who held the field: the first, the second or nobody."""

    first_lost = WholeNumberField(min_value=0, max_value=MOST_DEFEAT_POINTS)
    second_lost = WholeNumberField(min_value=0, max_value=MOST_DEFEAT_POINTS)
    held = forms.TypedChoiceField(
        choices=[("", ""), ("1", "1"), ("2", "2")], coerce=int, empty_value=None, required=False
    )


WRONG_DAY = _("Enter the day as 17/12/2026, or leave it empty.")


class SeasonForm(forms.Form):
    """The days, what counts, and how many of the best games nights."""

    default_renderer = Renderer()

    begins = DayField(_("From"), WRONG_DAY, required=False)
    ends = DayField(_("To"), WRONG_DAY, required=False)
    by = PickField(
        _("What counts"),
        [("points", _("points at games nights")), ("places", _("players finished above"))],
        required=False,
    )
    best = CountField(_("Best games nights"), 1, 100, _("Only these count. Leave empty for all."))

    def clean(self) -> dict[str, Any]:
        """Refuse a season that ends before it begins."""
        cleaned = super().clean() or {}
        begins, ends = cleaned.get("begins"), cleaned.get("ends")
        if begins and ends and ends < begins:
            self.add_error("ends", gettext("That is before the start."))
        return cleaned
