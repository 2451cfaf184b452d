"""How a type of the catalogue and its model go together: the columns of an item, and the item of a row."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from django.db import models as orm
from msgspec.structs import FieldInfo

from rules.core.text.text import Text
from rules.loading.shapes import convert

Columns = dict[str, Any]
ItemT = TypeVar("ItemT", bound=msgspec.Struct)


@dataclass(frozen=True)
class Odd:
    """A field that is not one column of the same value: its columns, and its value in a row."""

    columns: Callable[[Any], Columns]
    value: Callable[[Any], Any]


def _text(name: str, may_lack: bool) -> Odd:
    """Return how a text has a column for each language. One that may lack does so where both are blank."""

    def columns(value: Text | None) -> Columns:
        return {f"{name}_it": value.it if value else "", f"{name}_en": value.en if value else ""}

    def value(row: object) -> Text | None:
        both = Text(getattr(row, f"{name}_it"), getattr(row, f"{name}_en"))
        return both if both.it or both.en or not may_lack else None

    return Odd(columns, value)


@dataclass(frozen=True)
class Table(Generic[ItemT]):
    """A type and its model. A field has the column of its name, an `id` the column `slug`, a text two columns.

    `renamed` are columns of another name, `odd` the fields that have several, and `under` the tables of the rows that
    hang on each row.
    """

    item: type[ItemT]
    model: type[orm.Model]
    renamed: Mapping[str, str] = field(default_factory=dict)
    odd: Mapping[str, Odd] = field(default_factory=dict)
    under: "Mapping[str, Table[Any]]" = field(default_factory=dict)
    but: Iterable[str] = ()

    @cached_property
    def _odd(self) -> dict[str, Odd]:
        texts = {
            one.name: _text(one.name, may_lack=one.type is not Text)
            for one in self._fields
            if one.type in (Text, Text | None)
        }
        return texts | dict(self.odd)

    @cached_property
    def _fields(self) -> list[FieldInfo]:
        return [one for one in msgspec.structs.fields(self.item) if one.name not in self.but]

    @cached_property
    def plain(self) -> list[tuple[FieldInfo, str, bool]]:
        """Return the fields that have a column each, with its name and whether it is JSON."""
        names = {"id": "slug", **self.renamed}
        found = [
            (one, names.get(one.name, one.name))
            for one in self._fields
            if one.name not in self._odd and one.name not in self.under
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
        for name, odd in self._odd.items():
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
        made |= {name: odd.value(row) for name, odd in self._odd.items()}
        return made | {name: table.items(getattr(row, name)) for name, table in self.under.items()}

    def items(self, rows: Any) -> tuple[ItemT, ...]:
        """Return the items of rows. Raises ShapeError."""
        return tuple(self.item(**self.fields(row)) for row in rows.all())

    def save(self, owner: str, items_of: Iterable[tuple[orm.Model, Sequence[ItemT]]]) -> None:
        """Write the items of rows of another table, each in its place. `owner` is the column that names those rows."""
        items = [
            (item, self.model(**{owner: row}, position=place, **self.columns(item)))
            for row, items in items_of
            for place, item in enumerate(items)
        ]
        self.model._default_manager.bulk_create(row for _item, row in items)
        for name, table in self.under.items():
            table.save(table.owner_in(self.model), ((row, getattr(item, name)) for item, row in items))

    def owner_in(self, model: type[orm.Model]) -> str:
        """Return the column of these rows that names their row of a model."""
        return next(one.name for one in self.model._meta.fields if one.related_model is model)

    def prefetched(self, name: str) -> Iterator[str]:
        """Yield what a query fetches beforehand to have the rows of the name, and those under them."""
        yield from (f"{name}__{one}" for one in self.under) if self.under else [name]
