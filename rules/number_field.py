"""The only form field for whole numbers: Django's own reads “1.000” as 1."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import get_format

PLAIN = re.compile(r"[+-]?[0-9]{1,18}\Z")
SPACES = "\u00a0\u202f\u2009 "  # between the groups of a large number


def read_whole(text: str) -> int | None:
    """Return a whole number in the notation of the active language, None for anything else.

    In Italian “1.000” is a thousand and “1,000” is refused; in English it is the other way round.
    """
    written = text.strip().replace("\N{MINUS SIGN}", "-")
    for separator in (str(get_format("THOUSAND_SEPARATOR")), *SPACES):
        if re.match(rf"[+-]?[0-9]{{1,3}}(?:{re.escape(separator)}[0-9]{{3}}){{1,5}}\Z", written):
            written = written.replace(separator, "")
    return int(written) if PLAIN.match(written) else None


class WholeNumberField(forms.IntegerField):
    """A whole number, with or without groups of three digits; decimals are refused."""

    def to_python(self, value: Any) -> int | None:
        """Return the number, None if empty."""
        if value in self.empty_values or isinstance(value, int):
            return None if value in self.empty_values else int(value)
        if not str(value).strip():
            return None
        number = read_whole(str(value))
        if number is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return number
