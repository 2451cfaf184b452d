"""The names of the rules in the admin: of tables, columns, and words in columns. `labels.yaml` has them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from django.apps import apps
from django.utils.functional import Promise
from msgspec import Struct

from rules.core.text import Text
from rules.language import named
from rules.reference.handbook import TOPICS


class _Labels(Struct, forbid_unknown_fields=True):
    tables: dict[str, tuple[Text, Text]]
    columns: dict[str, Text]
    words: dict[str, dict[str, Text]]


_LABELS = msgspec.yaml.decode(Path(__file__).with_suffix(".yaml").read_bytes(), type=_Labels)

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
