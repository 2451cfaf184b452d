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
        label=_("Name of the guest"),
        max_length=60,
        widget=Input(maxlength=50),
        error_messages={
            "required": _("What is the guest called?"),
            "max_length": _("60 characters at most."),
        },
    )


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
