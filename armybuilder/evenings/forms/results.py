"""The forms of what was played."""

from django import forms

MOST_DEFEAT_POINTS = 9999


class ResultForm(forms.Form):
    """The defeat points that each side took."""

    first_lost = forms.IntegerField(min_value=0, max_value=MOST_DEFEAT_POINTS)
    second_lost = forms.IntegerField(min_value=0, max_value=MOST_DEFEAT_POINTS)
