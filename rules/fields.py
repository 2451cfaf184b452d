"""Fields of forms and columns: whole numbers, JSON, and short lists as typed by a person."""

import json
import re
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _


class OneErrorDecoder(json.JSONDecoder):
    """A JSON decoder for Django's form field: thousands of digits or brackets give the same error as invalid JSON."""

    def decode(self, s: str, *args: Any) -> Any:
        """Return the decoded text. Raises JSONDecodeError."""
        try:
            return super().decode(s, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), "", 0) from error


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
        if value in self.empty_values or isinstance(value, int):
            return None if value in self.empty_values else int(value)
        if not str(value).strip():
            return None
        number = read_whole(str(value))
        if number is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return number


GAP = "–"  # a missing number: out of range, immune


class TextColumn(models.CharField[Any, Any]):
    """A column of text with several values in Python: the subclasses say how one is read and written."""

    kind: ClassVar[type] = tuple
    separator: ClassVar[str | None] = None  # None: spaces
    notation: ClassVar[Promise]  # how to write the text, as a form says it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": 500, "blank": True, "default": self.kind, **kwargs})

    def read(self, text: str) -> Any:
        """Return the values of a text. Raises ValueError."""
        parts = (" ".join(part.split()) for part in text.split(self.separator))
        return self.kind(self.read_one(part) for part in parts if part)

    def write(self, values: Any) -> str:
        """Return the text of values: `read` returns them again."""
        return f"{self.separator or ''} ".join(map(self.write_one, values))

    def read_one(self, text: str) -> Any:
        """Return one value of a text. Raises ValueError."""
        return text

    def write_one(self, value: Any) -> str:
        return str(value)

    def to_python(self, value: Any) -> Any:
        return self.read(value) if isinstance(value, str) else value

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Any:
        return self.to_python(value)

    def get_prep_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else self.write(value)

    def value_to_string(self, obj: models.Model) -> str:
        """Return the text of a row's value for `dumpdata`."""
        return str(self.get_prep_value(self.value_from_object(obj)))

    def formfield(self, **kwargs: Any) -> Any:  # type: ignore[override]
        return super().formfield(**{"form_class": ColumnFormField, "column": self, **kwargs})


class ColumnFormField(forms.CharField):
    """The text of such a column in a form."""

    def __init__(self, *, column: TextColumn, **kwargs: Any) -> None:
        super().__init__(**{"help_text": column.notation, **kwargs})
        self.column = column

    def prepare_value(self, value: Any) -> Any:
        # A form submitted without the field is shown again with nothing in it.
        return value if value is None or isinstance(value, str) else self.column.write(value)

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value) or ""
        if self.max_length and len(text) > self.max_length:
            raise ValidationError(gettext("At most %(most)s characters.") % {"most": self.max_length})
        try:
            return self.column.read(text)
        except ValueError:
            raise ValidationError(str(self.column.notation)) from None


class NumbersField(TextColumn):
    """Whole numbers and gaps, `4 5 – 6`, as a tuple of int | None."""

    notation = _("Whole numbers separated by spaces, – where there is none: 4 5 – 6.")

    def read_one(self, text: str) -> int | None:
        return None if text == GAP else int(text)

    def write_one(self, value: int | None) -> str:
        return GAP if value is None else str(value)


class WordsField(TextColumn):
    """Ids in a significant order, `lmg mmg hmg`, as a tuple of str."""

    notation = _("IDs separated by spaces: lmg mmg hmg.")


class PhrasesField(TextColumn):
    """Texts of one or more words, `sten, tommy gun`, as a tuple of str."""

    separator = ","
    notation = _("Words separated by commas: sten, tommy gun.")


class PricesField(TextColumn):
    """Points by level, `1:5 2:10 3:15`, as a dict of int to int."""

    kind = dict
    notation = _("level:points pairs separated by spaces: 1:5 2:10.")

    def write(self, values: dict[int, int]) -> str:
        return super().write(values.items())

    def read_one(self, text: str) -> tuple[int, int]:
        level, points = text.split(":")
        return int(level), int(points)

    def write_one(self, value: tuple[int, int]) -> str:
        level, points = value
        return f"{level}:{points}"
