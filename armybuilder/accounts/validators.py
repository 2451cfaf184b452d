"""What a password must be."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LengthValidator(MinimumLengthValidator):
    """Django's rule on length, with a message that we translate: Django has it in English only."""

    def get_error_message(self) -> str:
        """What is said about a password shorter than `min_length` characters."""
        return ngettext(
            "Too short: a password has at least %(number)d character.",
            "Too short: a password has at least %(number)d characters.",
            self.min_length,
        ) % {"number": self.min_length}
