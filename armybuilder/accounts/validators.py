"""Validators of user names and passwords."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

USERNAME_RULE = _("No spaces: letters without accents, digits, dot, hyphen.")

# Names stand beside public lists: without accents and other scripts none looks like somebody else's. Accounts that have
# such a name keep it.
USERNAME_VALIDATORS = [RegexValidator(regex=r"^[A-Za-z0-9._-]+\Z", message=USERNAME_RULE)]


class LengthValidator(MinimumLengthValidator):
    """Django's rule on length, with a message that we translate: Django has it in English only."""

    def get_error_message(self) -> str:
        """Return the sentence about a password shorter than `min_length` characters."""
        return ngettext(
            "Too short: a password has at least %(number)d character.",
            "Too short: a password has at least %(number)d characters.",
            self.min_length,
        ) % {"number": self.min_length}
