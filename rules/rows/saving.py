"""Writing the items of a catalogue as rows."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from django.db import models as orm

from rules import models
from rules.rows.mapping import Columns

RowT = TypeVar("RowT", bound=orm.Model)
ItemT = TypeVar("ItemT")


def save(
    table: type[RowT], ruleset: models.Ruleset, items: Sequence[ItemT], columns: Callable[[ItemT], Columns]
) -> list[RowT]:
    """Write the items of a section, each in its place, and return their rows."""
    rows = [table(ruleset=ruleset, position=place, **columns(item)) for place, item in enumerate(items)]
    return table._default_manager.bulk_create(rows)


def save_under(
    owner: str,
    owners: Iterable[orm.Model],
    table: type[RowT],
    items_of_owners: Iterable[Sequence[ItemT]],
    columns: Callable[[ItemT], Columns],
) -> None:
    """Write the items that belong to the rows of another table, each in its place under its owner."""
    table._default_manager.bulk_create(
        table(**{owner: row}, position=place, **columns(item))
        for row, items in zip(owners, items_of_owners, strict=True)
        for place, item in enumerate(items)
    )
