"""From the items of a catalogue to rows of the database, and back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from django.db import models as orm
from msgspec.structs import FieldInfo

from rules.core.text import Text
from rules.loading.shapes import convert

Columns = dict[str, Any]
ItemT = TypeVar("ItemT", bound=msgspec.Struct)


@dataclass(frozen=True)
class CustomField:
    """A field whose value is not in one column as it is: how to write its columns, and how to read it from a row."""

    columns: Callable[[Any], Columns]
    value: Callable[[Any], Any]


def _text(name: str, may_lack: bool) -> CustomField:
    """Return a text field: a column for each language. If it `may_lack`, two blank columns are no text."""

    def columns(value: Text | None) -> Columns:
        return {f"{name}_it": value.it if value else "", f"{name}_en": value.en if value else ""}

    def value(row: object) -> Text | None:
        both = Text(getattr(row, f"{name}_it"), getattr(row, f"{name}_en"))
        return both if both.it or both.en or not may_lack else None

    return CustomField(columns, value)


@dataclass(frozen=True)
class RowMapping(Generic[ItemT]):
    """A type of the catalogue and the model of its rows.

    By default a field is stored in the column of its name, an `id` in `slug`, and a text in a column for each language.
    `renamed` gives other column names, and `custom` the fields that are stored in another way. `under` has the mappings
    of the rows that belong to each row. The fields in `without` are not stored.
    """

    item: type[ItemT]
    model: type[orm.Model]
    renamed: Mapping[str, str] = field(default_factory=dict)
    custom: Mapping[str, CustomField] = field(default_factory=dict)
    under: "Mapping[str, RowMapping[Any]]" = field(default_factory=dict)
    without: Iterable[str] = ()

    @cached_property
    def _custom(self) -> dict[str, CustomField]:
        texts = {
            one.name: _text(one.name, may_lack=one.type is not Text)
            for one in self._fields
            if one.type in (Text, Text | None)
        }
        return texts | dict(self.custom)

    @cached_property
    def _fields(self) -> list[FieldInfo]:
        return [one for one in msgspec.structs.fields(self.item) if one.name not in self.without]

    @cached_property
    def plain(self) -> list[tuple[FieldInfo, str, bool]]:
        """Return the fields with one column each, the column names, and whether they are JSON."""
        names = {"id": "slug", **self.renamed}
        found = [
            (one, names.get(one.name, one.name))
            for one in self._fields
            if one.name not in self._custom and one.name not in self.under
        ]
        return [
            (one, column, isinstance(self.model._meta.get_field(column), orm.JSONField))
            for one, column in found
        ]

    def columns(self, item: ItemT) -> Columns:
        """Return the columns of an item."""
        made: Columns = {}
        for one, column, is_json in self.plain:
            value = getattr(item, one.name)
            made[column] = msgspec.to_builtins(value) if is_json else value
        for name, odd in self._custom.items():
            made |= odd.columns(getattr(item, name))
        return made

    def fields(self, row: orm.Model) -> Columns:
        """Return the fields of a row's item. Raises ShapeError."""
        made = {
            one.name: convert(getattr(row, column), one.type, (one.name,))
            if is_json
            else getattr(row, column)
            for one, column, is_json in self.plain
        }
        made |= {name: odd.value(row) for name, odd in self._custom.items()}
        return made | {name: table.items(getattr(row, name)) for name, table in self.under.items()}

    def items(self, rows: Any) -> tuple[ItemT, ...]:
        """Return the items of rows. Raises ShapeError."""
        return tuple(self.item(**self.fields(row)) for row in rows.all())

    def save(self, owner: str, items_of: Iterable[tuple[orm.Model, Sequence[ItemT]]]) -> None:
        """Write items for the rows that own them, in order. `owner` is the column that refers to those rows."""
        items = [
            (item, self.model(**{owner: row}, position=place, **self.columns(item)))
            for row, items in items_of
            for place, item in enumerate(items)
        ]
        self.model._default_manager.bulk_create(row for _item, row in items)
        for name, table in self.under.items():
            table.save(table.owner_in(self.model), ((row, getattr(item, name)) for item, row in items))

    def owner_in(self, model: type[orm.Model]) -> str:
        """Return the column that refers to the rows of a model."""
        return next(one.name for one in self.model._meta.fields if one.related_model is model)

    def prefetched(self, name: str) -> Iterator[str]:
        """Yield what to prefetch for the rows of this name and the rows under them."""
        yield from (f"{name}__{one}" for one in self.under) if self.under else [name]
