"""Columns that hold a short list in the form in which a person writes it, so that it can be edited as text."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

GAP = "–"  # the place of a number that is not there: out of range, immune


class TextColumn(models.CharField[Any, Any], ABC):
    """A column of text that Python sees as a value of another type: `read` and `write` undo each other."""

    empty: ClassVar[type] = tuple
    notation: ClassVar[Promise]  # how the text is written, as a form says it

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"max_length": 500, "blank": True, "default": self.empty, **kwargs})

    @staticmethod
    @abstractmethod
    def read(text: str) -> Any:
        """Return the value of a text. Raises ValueError."""

    @staticmethod
    @abstractmethod
    def write(value: Any) -> str:
        """Return the text of a value."""

    def to_python(self, value: Any) -> Any:
        return self.read(value) if isinstance(value, str) else value

    def from_db_value(self, value: str | None, expression: object, connection: object) -> Any:
        return self.to_python(value)

    def get_prep_value(self, value: Any) -> Any:
        return value if value is None or isinstance(value, str) else self.write(value)

    def formfield(self, **kwargs: Any) -> Any:  # type: ignore[override]
        return super().formfield(**{"form_class": ColumnFormField, "column": self, **kwargs})


class ColumnFormField(forms.CharField):
    """The text of such a column in a form."""

    def __init__(self, *, column: TextColumn, **kwargs: Any) -> None:
        super().__init__(**{"help_text": column.notation, **kwargs})
        self.column = column

    def prepare_value(self, value: Any) -> Any:
        # A form that came without the field is shown again with nothing in it.
        return value if value is None or isinstance(value, str) else self.column.write(value)

    def to_python(self, value: Any) -> Any:
        """Return the column's value of what was typed."""
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

    @staticmethod
    def read(text: str) -> tuple[int | None, ...]:
        return tuple(None if word == GAP else int(word) for word in text.split())

    @staticmethod
    def write(value: tuple[int | None, ...]) -> str:
        return " ".join(GAP if number is None else str(number) for number in value)


class WordsField(TextColumn):
    """Ids in an order that matters, `lmg mmg hmg`, as a tuple of str."""

    notation = _("IDs separated by spaces: lmg mmg hmg.")

    @staticmethod
    def read(text: str) -> tuple[str, ...]:
        return tuple(text.split())

    @staticmethod
    def write(value: tuple[str, ...]) -> str:
        return " ".join(value)


class PhrasesField(TextColumn):
    """Texts of a word or several, `sten, tommy gun`, as a tuple of str."""

    notation = _("Words separated by commas: sten, tommy gun.")

    @staticmethod
    def read(text: str) -> tuple[str, ...]:
        return tuple(phrase for part in text.split(",") if (phrase := " ".join(part.split())))

    @staticmethod
    def write(value: tuple[str, ...]) -> str:
        return ", ".join(value)


class PricesField(TextColumn):
    """Points by level, `1:5 2:10 3:15`, as a dict of int to int."""

    empty = dict
    notation = _("level:points pairs separated by spaces: 1:5 2:10.")

    @staticmethod
    def read(text: str) -> dict[int, int]:
        pairs = (word.split(":") for word in text.split())
        return {int(level): int(points) for level, points in pairs}

    @staticmethod
    def write(value: dict[int, int]) -> str:
        return " ".join(f"{level}:{points}" for level, points in value.items())
