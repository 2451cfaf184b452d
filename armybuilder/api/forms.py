"""The form of a access token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.api.actions import USUAL_DAYS
from armybuilder.api.models import ApiToken

LASTS = [(30, _("30 days")), (USUAL_DAYS, _("90 days")), (365, _("1 year"))]


class TokenForm(forms.Form):
    """The name of a token, what it may do, and for how long."""

    name = forms.CharField(
        max_length=80,
        error_messages={
            "required": _("Say what the token is for."),
            "max_length": _("At most 80 characters."),
        },
    )
    days = forms.ChoiceField(
        choices=LASTS,
        initial=USUAL_DAYS,
        required=False,
        error_messages={"invalid_choice": _("Choose one.")},
    )
    scope = forms.ChoiceField(
        choices=ApiToken.Scope.choices,
        initial=ApiToken.Scope.READ,
        error_messages={"required": _("Choose one."), "invalid_choice": _("Choose one.")},
    )

    def clean_days(self) -> int:
        """For how many days; what is usual where nothing was said."""
        return int(self.cleaned_data["days"] or USUAL_DAYS)
