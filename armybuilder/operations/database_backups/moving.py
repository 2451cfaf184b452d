"""Moves everything from a file of SQLite into PostgreSQL, and looks at each row there: all of it or nothing.

Rows go a few hundred at a time, however many there are. The file is held meanwhile: who looks at the site is answered,
who changes something waits.
"""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, models, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from psycopg import DataError

from armybuilder import env
from armybuilder.operations.database_backups.reading import has_data
from armybuilder.refusals import RefusedError

FILE = "moved_from"  # the name of its connection
AT_ONCE = 500  # rows

Row = tuple[Any, ...]
Model = type[models.Model]


def move(path: Path) -> int:
    """Move all rows of a file of SQLite into the database, and return how many they were. Raises RefusedError."""
    if connection.vendor != "postgresql":
        raise RefusedError("DATABASE_URL does not name the PostgreSQL database to move to.")
    if not path.is_file():
        raise RefusedError(f"There is no file {path}.")
    connections[FILE] = DatabaseWrapper({**connection.settings_dict, **env.sqlite(path)}, FILE)
    try:
        with transaction.atomic(using=FILE), transaction.atomic():
            return _move_all()
    except (DatabaseError, DataError) as error:
        raise RefusedError(f"The database refused it: {error}") from None
    finally:
        connections[FILE].close()
        del connections[FILE]


def _move_all() -> int:
    if _applied(FILE) != _applied("default"):
        raise RefusedError(
            "The two are of different versions: run `manage.py migrate` for each of them first."
        )
    if has_data():
        raise RefusedError("The database holds people's data already: move into a new one.")
    every = [model for model in apps.get_models(include_auto_created=True) if _has_table(model)]
    with connection.cursor() as cursor:
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in every)
        cursor.execute(f"TRUNCATE {names}")
    moved = sum(_move(model) for model in every)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), every):
            cursor.execute(statement)
    return moved


def _applied(alias: str) -> set[tuple[str, str]]:
    return set(MigrationRecorder(connections[alias]).applied_migrations())


def _has_table(model: Model) -> bool:
    return model._meta.managed and not model._meta.proxy


def _move(model: Model) -> int:
    """Move the rows of a table, and read each of them back. Raises RefusedError if one is another there."""
    moved = 0
    for rows in _chunks(model):
        _write(model, rows)
        there = dict(_rows(model, "default", pk__in=[row[0] for row in rows]))
        for key, *values in rows:
            if there.get(key) != tuple(values):
                raise RefusedError(f"{model._meta.label} {key} would not be the same.")
        moved += len(rows)
    if models.QuerySet(model, using="default").count() != moved:
        raise RefusedError(f"{model._meta.label} would have other rows, too.")
    return moved


def _chunks(model: Model) -> Iterator[list[Row]]:
    names = [field.attname for field in model._meta.concrete_fields]
    rows = models.QuerySet(model, using=FILE).order_by("pk").values_list("pk", *names).iterator(AT_ONCE)
    while chunk := list(islice(rows, AT_ONCE)):
        yield chunk


def _rows(model: Model, alias: str, **which: Any) -> Iterator[tuple[Any, Row]]:
    names = [field.attname for field in model._meta.concrete_fields]
    # In their own order some would be joined to tables that come later.
    rows: models.QuerySet[Any] = models.QuerySet(model, using=alias).filter(**which).order_by()
    for key, *values in rows.values_list("pk", *names):
        yield key, tuple(values)


def _write(model: Model, rows: list[Row]) -> None:
    fields, quote = model._meta.concrete_fields, connection.ops.quote_name
    columns = ", ".join(quote(field.column) for field in fields)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {quote(model._meta.db_table)} ({columns}) FROM STDIN") as copy,
    ):
        for _key, *values in rows:
            pairs = zip(fields, values, strict=True)
            copy.write_row([field.get_db_prep_save(value, connection) for field, value in pairs])
