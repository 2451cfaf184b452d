"""The forms of those who come."""

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.widgets import Input, Renderer


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
