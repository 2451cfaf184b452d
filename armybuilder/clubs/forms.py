"""The forms of clubs."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from armybuilder.time_zones import LONGEST_NAME, zone_names
from rules.fields import WholeNumberField


class TimeZoneField(forms.CharField):
    """The name of a time zone: “Europe/Rome”; it may be empty. Spaces are read as underscores."""

    def __init__(self) -> None:
        wrong = _("This time zone does not exist. Enter one like Europe/Rome.")
        super().__init__(
            required=False, max_length=LONGEST_NAME, error_messages={"invalid": wrong, "max_length": wrong}
        )

    def clean(self, value: Any) -> str:
        """Return the official name, whether it was typed in capitals or small letters."""
        said = str(super().clean(value)).replace(" ", "_")
        if not said:
            return ""
        found = next((name for name in zone_names() if name.casefold() == said.casefold()), None)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class NewClubForm(forms.Form):
    """The name of a club, and its time zone, which the browser fills in."""

    name = forms.CharField(
        max_length=80,
        error_messages={"required": _("Give the club a name."), "max_length": _("At most 80 characters.")},
    )
    time_zone = TimeZoneField()


class ClubForm(NewClubForm):
    """The name and description of a club."""

    about = forms.CharField(
        max_length=2000, required=False, error_messages={"max_length": _("At most 2,000 characters.")}
    )


class InvitationForm(forms.Form):
    """The number of uses of an invitation (empty: any), and the email it is sent to."""

    uses = WholeNumberField(
        min_value=1,
        max_value=1000,
        required=False,
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("Enter a number from 1 to 1,000, or leave it empty.")
        ),
    )
    email = forms.EmailField(required=False, error_messages={"invalid": _("This is not an email address.")})
