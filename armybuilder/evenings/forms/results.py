"""The forms of results."""

from django import forms

from rules.number_field import WholeNumberField

MOST_DEFEAT_POINTS = 9999
LARGEST_TOTAL = 99  # of the roll for the attack
MOST_DIGITS = 3  # of how often something happened


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
