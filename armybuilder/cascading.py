"""Deleting rows with all that hangs on them, in as few statements as there are tables.

Django's own `delete` fetches every row first, to see what hangs on it: with the write lock held, a millisecond each.
"""

from collections.abc import Collection, Iterator
from typing import Any

from django.db import connection, models


def delete(model: type[models.Model], keys: Collection[Any]) -> None:
    """Delete the rows of these keys, and the rows of other tables that refer to them with CASCADE.

    What refers to them with SET_NULL stays, and refers to nothing.
    No signals are sent. Where a row refers to one of them otherwise, the database refuses: IntegrityError, at the end
    of the transaction.
    """
    values = [model._meta.pk.get_db_prep_value(key, connection) for key in keys]
    if not values:
        return
    marks = ", ".join(["%s"] * len(values))
    with connection.cursor() as cursor:
        for statement in _statements(model, f"{model._meta.pk.column} IN ({marks})"):
            cursor.execute(statement, values)


def _statements(model: type[models.Model], condition: str) -> Iterator[str]:
    """What hangs on rows goes before them."""
    table = model._meta.db_table
    for relation in model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, models.ManyToOneRel):
            continue
        column = relation.field.column
        rows = f"SELECT {relation.field.target_field.column} FROM {table} WHERE {condition}"
        if relation.on_delete is models.CASCADE:
            yield from _statements(relation.field.model, f"{column} IN ({rows})")
        elif relation.on_delete is models.SET_NULL:
            other = relation.field.model._meta.db_table
            yield f"UPDATE {other} SET {column} = NULL WHERE {column} IN ({rows})"
    yield f"DELETE FROM {table} WHERE {condition}"
