"""Forms of sharing."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ComplaintForm(forms.Form):
    """Why a public list should not be there."""

    reason = forms.CharField(
        max_length=1000,
        error_messages={
            "required": _("Say briefly what is wrong with it."),
            "max_length": _("At most 1,000 characters."),
        },
    )
