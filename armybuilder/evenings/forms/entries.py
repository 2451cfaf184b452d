"""The forms of answers, guests and the desk."""

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.widgets import Input, Notes, Renderer


class AnswerForm(forms.Form):
    """Whether one comes."""

    state = forms.ChoiceField(choices=[(state, state) for state in ("coming", "perhaps", "not-coming")])


class GuestForm(forms.Form):
    """The name of a guest."""

    default_renderer = Renderer()

    name = forms.CharField(
        label=_("Guest’s name"),
        max_length=60,
        widget=Input(maxlength=50),
        error_messages={
            "required": _("What is the guest’s name?"),
            "max_length": _("At most 60 characters."),
        },
    )


LONGEST_REMARK = 600


class RemarkForm(forms.Form):
    """The reason why a list is sent back."""

    default_renderer = Renderer()

    remark = forms.CharField(
        label=_("Message to the player"),
        max_length=LONGEST_REMARK,
        widget=Notes(),
        error_messages={
            "required": _("What is wrong with it? Without a remark nobody knows what to change."),
            "max_length": _("At most 600 characters."),
        },
    )


class WalkInForm(GuestForm):
    """The name of a walk-in without an account."""
