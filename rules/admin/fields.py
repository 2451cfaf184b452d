"""The form fields of the rules' tables in the admin, and the names of tables, columns and words (`labels.yaml`)."""

from collections.abc import Mapping
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import msgspec
from django import forms
from django.apps import apps
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from rules.core.judging.checks import CHECKS
from rules.core.text import LANGUAGES, Text
from rules.fields import OneErrorDecoder
from rules.language import named
from rules.loading.reading import FilesError, odds_document, parse_odds
from rules.loading.reasons import Found, ShapeError, convert
from rules.reference.handbook import TOPICS
from rules.rows import MAPPINGS


class _Labels(Struct, forbid_unknown_fields=True):
    tables: dict[str, tuple[Text, Text]]
    columns: dict[str, Text]
    words: dict[str, dict[str, Text]]


_LABELS = msgspec.yaml.decode(Path(__file__).with_name("labels.yaml").read_bytes(), type=_Labels)

#: The words in columns that allow a few of them, by "model.column".
WORDS: Mapping[str, Mapping[Any, str | Promise]] = {
    name: {word: named(text) for word, text in words.items()}
    for name, words in (_LABELS.words | {"handbooktable.topic": TOPICS}).items()
}


def name_tables() -> None:
    """Name the rules' tables and their columns, for Django's own pages and messages.

    A model's own `verbose_name` would need a migration for each changed word.
    """
    for model in apps.get_app_config("rules").get_models():
        table = str(model._meta.model_name)
        model._meta.verbose_name, model._meta.verbose_name_plural = map(named, _LABELS.tables[table])
        for field in model._meta.fields:
            if text := _text(table, field.name):
                field.verbose_name = named(text)


def label(table: str, column: str) -> str:
    """Return the label of a column of a table. Raises KeyError."""
    text = _text(table, column)
    if text is None:
        raise KeyError(column)
    return named(text)


def _text(table: str, column: str) -> Text | None:
    return _LABELS.columns.get(f"{table}.{column}") or _LABELS.columns.get(column)


def called(table: str, column: str, value: Any) -> Any:
    """Return the name of a word in a column; any other value as it is."""
    return WORDS.get(f"{table}.{column}", {}).get(value, value) if isinstance(value, str) else value


# The type of each column that is a field of the catalogue, and whether it is JSON.
TYPES: dict[str, tuple[Any, bool]] = {
    f"{table.model._meta.model_name}.{column}": (one.type, is_json)
    for table in MAPPINGS
    for one, column, is_json in table.plain
}
# Columns with one of a few words that their type does not name.
ONE_OF: dict[str, tuple[str, ...]] = {
    "check.function": ("", *sorted(CHECKS)),
    "ruleset.language": ("", *LANGUAGES),
}
# Help for columns of JSON.
HELP = {"handbookrow.about": _("Leave empty to use the subjects of the number in the first cell with a path.")}


class ShapedJSON(forms.JSONField):
    """JSON of one shape; blank is the empty value. `column` is its name in error messages."""

    def __init__(self, *, column: str, shape: Any, **kwargs: Any) -> None:
        super().__init__(
            **{"required": False, "widget": forms.Textarea(attrs={"rows": 3, "cols": 80}), **kwargs},
            decoder=OneErrorDecoder,
        )
        self.column = column
        self.shape = shape

    def prepare_value(self, value: Any) -> Any:
        return "" if value is None else super().prepare_value(value)

    def clean(self, value: Any) -> Any:
        """Return the plain value. Refuse another shape with its place and reason."""
        plain = super().clean(value)
        if plain is None and NoneType not in get_args(self.shape):
            plain = [] if get_origin(self.shape) is tuple else {}
        try:
            convert(plain, self.shape, (self.column,))
        except ShapeError as error:
            raise ValidationError([reason for _path, reason in error.found]) from None
        return plain


class OddsField(forms.CharField):
    """The odds of a ruleset as YAML. Errors name the line and the field."""

    def __init__(self, **kwargs: Any) -> None:
        area = forms.Textarea(attrs={"rows": 30, "cols": 120, "wrap": "off", "spellcheck": "false"})
        super().__init__(**{"required": False, "strip": False, "widget": area, **kwargs})

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).replace("\r\n", "\n")

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        try:
            parse_odds(text)
        except FilesError as error:
            raise ValidationError([on_line(it.line, it.text) for it in error.problems]) from None
        except ShapeError as error:
            raise ValidationError(odds_sentences(text, error.found)) from None
        return text


def odds_sentences(text: str, found: list[Found]) -> list[str]:
    document = odds_document(text)
    lines = sorted((document.line(path[1:]), reason) for path, reason in found)
    return [on_line(line, sentence) for line, sentence in dict.fromkeys(lines)]


def on_line(line: int, sentence: str) -> str:
    return gettext("Line %(line)s: %(problem)s") % {"line": line, "problem": sentence}


def field_for(table: str, column: str) -> forms.Field | None:
    """Return the form field of a column that is not plain text, a number or a box; None for those."""
    name = f"{table}.{column}"
    what = label(table, column)
    if name == "ruleset.odds":
        return OddsField(label=what, help_text=_("YAML, as under “odds” in the file of a ruleset."))
    expected, is_json = TYPES.get(name, (None, False))
    if words := ONE_OF.get(name) or _words(expected):
        choices = [(word, called(table, column, word) or "–") for word in words]
        return forms.ChoiceField(label=what, choices=choices, required="" not in words)
    if is_json:
        return ShapedJSON(label=what, column=column, shape=expected, help_text=HELP.get(name, ""))
    if get_origin(expected) is tuple and (words := _words(get_args(expected)[0])):
        boxes = forms.CheckboxSelectMultiple
        choices = [(word, called(table, column, word)) for word in words]
        return forms.MultipleChoiceField(label=what, choices=choices, widget=boxes, required=False)
    return None


def _words(expected: Any) -> tuple[str, ...]:
    """Return the words of a type that allows a few."""
    return get_args(expected) if get_origin(expected) is Literal else ()
