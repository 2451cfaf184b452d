"""The forms of clubs."""

from django import forms
from django.utils.translation import gettext_lazy as _


class NewClubForm(forms.Form):
    """The name of a club."""

    name = forms.CharField(
        max_length=80,
        error_messages={"required": _("A club has a name."), "max_length": _("80 characters at most.")},
    )


class ClubForm(NewClubForm):
    """The name of a club, and what it says of itself."""

    about = forms.CharField(
        max_length=2000, required=False, error_messages={"max_length": _("2,000 characters at most.")}
    )


class InvitationForm(forms.Form):
    """How many an invitation lets in (nothing: whoever has it), and whom it is mailed to."""

    uses = forms.IntegerField(
        min_value=1,
        max_value=1000,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("A number from 1 to 1,000, or nothing.")
        ),
    )
    email = forms.EmailField(required=False, error_messages={"invalid": _("This is no e-mail address.")})
