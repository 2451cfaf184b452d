"""The form of a personal token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.api.models import ApiToken


class TokenForm(forms.Form):
    """The name of a token, and what it may do."""

    name = forms.CharField(
        max_length=80,
        error_messages={
            "required": _("Say what the token is for."),
            "max_length": _("80 characters at most."),
        },
    )
    scope = forms.ChoiceField(
        choices=ApiToken.Scope.choices,
        initial=ApiToken.Scope.READ,
        error_messages={"required": _("Choose one."), "invalid_choice": _("Choose one.")},
    )
