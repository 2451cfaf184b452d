"""Hash passwords, few at a time: each needs 100 MB."""

import threading
from typing import Any

from django.contrib.auth import hashers
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User

AT_ONCE = 2  # in a process; more would be no faster
_free = threading.BoundedSemaphore(AT_ONCE)


class Argon2PasswordHasher(hashers.Argon2PasswordHasher):
    """Django's hasher, with few at a time: sixty simultaneous sign-ins would take 100 MB each."""

    def encode(self, password: str, salt: str) -> Any:
        with _free:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        with _free:
            return super().verify(password, encoded)


USERNAME_RULE = _("No spaces. Use unaccented letters, numbers, dots and hyphens.")

# Usernames appear beside public lists: without accents and other scripts none imitates another. Accounts with an
# older name keep it.
USERNAME_VALIDATORS = [RegexValidator(regex=r"^[A-Za-z0-9._-]+\Z", message=USERNAME_RULE)]


LONGEST_PASSWORD = 128  # characters, a bound for hashing; shorter ones are allowed


class LengthValidator(MinimumLengthValidator):
    """Django's rule on length with an upper bound, and a message to translate: Django has it in English only."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for a password that is too short or too long."""
        super().validate(password, user)
        if len(password) > LONGEST_PASSWORD:
            text = gettext("Too long: a password can have at most %(number)d characters.")
            raise ValidationError(text % {"number": LONGEST_PASSWORD})

    def get_error_message(self) -> str:
        """Return the sentence about a password shorter than `min_length` characters."""
        return ngettext(
            "Too short: use at least %(number)d character.",
            "Too short: use at least %(number)d characters.",
            self.min_length,
        ) % {"number": self.min_length}
