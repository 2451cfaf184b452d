"""The forms of the organisers' desk."""

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.evenings.forms.entries import GuestForm
from armybuilder.widgets import Notes, Renderer

LONGEST_REMARK = 600


class RemarkForm(forms.Form):
    """What is wrong with a list that is sent back."""

    default_renderer = Renderer()

    remark = forms.CharField(
        label=_("What you write to them"),
        max_length=LONGEST_REMARK,
        widget=Notes(),
        error_messages={
            "required": _("What is wrong with it? Without a remark nobody knows what to change."),
            "max_length": _("600 characters at most."),
        },
    )


class WalkInForm(GuestForm):
    """The name of a walk-in without an account."""
