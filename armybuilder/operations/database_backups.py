"""Write, restore and move backups of the database."""

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from itertools import islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.color import no_style
from django.db import DatabaseError, connection, connections, models, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.db.migrations.recorder import MigrationRecorder
from psycopg import DataError
from psycopg.conninfo import make_conninfo

from armybuilder import env
from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.refusals import RefusedError


def run(program: str, *arguments: str) -> None:
    """Run a program on the database until it ends. Raises RefusedError."""
    command = [program, f"--dbname={_conninfo()}", *arguments]
    secret = {
        "PGPASSWORD": connection.settings_dict["PASSWORD"]
    }  # everyone could read it in the command line
    try:
        done = subprocess.run(
            command, env=os.environ | secret, stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise RefusedError(f"{program} is not installed: apt-get install postgresql-client.") from None
    if done.returncode:
        raise RefusedError(f"{program} failed: {done.stderr.decode(errors='replace').strip()}")


def _conninfo() -> str:
    """Return a program's connection options for the database, without the password."""
    own = connection.settings_dict
    options = {name: value for name, value in own["OPTIONS"].items() if isinstance(value, str)}
    named: dict[str, Any] = {
        "host": own["HOST"],
        "port": own["PORT"],
        "user": own["USER"],
        "dbname": own["NAME"],
    }
    return make_conninfo(**options, **{name: value for name, value in named.items() if value})


PREFIX = "squadra-"
ENDINGS = {"sqlite": ".sqlite3", "postgresql": ".dump"}


def name_of(day: date) -> str:
    return f"{PREFIX}{day.isoformat()}{ENDINGS[connection.vendor]}"


def write(target: Path) -> None:
    """Write the database into `target`, readable only by its owner, replacing an existing file.

    An interrupted or incomplete backup leaves the old one unchanged. Raises RefusedError.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        (_from_sqlite if connection.vendor == "sqlite" else _from_postgresql)(part)
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.rename(target)
    except OSError as error:
        raise RefusedError(f"{target} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


def tidy(folder: Path, kept: int) -> int:
    """Remove all but the newest daily files in a folder; return their number."""
    found = sorted(path for ending in ENDINGS.values() for path in folder.glob(f"{PREFIX}????-??-??{ending}"))
    old = sorted(found, key=lambda path: path.stem)[:-kept] if kept else []
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _from_sqlite(part: Path) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(part)])  # accepts an empty file
        with closing(sqlite3.connect(part)) as copy:
            told = copy.execute("PRAGMA quick_check").fetchone()
    except (DatabaseError, sqlite3.Error) as error:
        raise RefusedError(f"SQLite could not write {part}: {error}.") from None
    if told != ("ok",):
        raise RefusedError(f"The copy is damaged: {told[0]}.")


def _from_postgresql(part: Path) -> None:
    run("pg_dump", "--format=custom", "--no-owner", f"--file={part}")


BEGINNINGS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
OURS = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def has_data() -> bool:
    """Return whether anyone has an account or a list, beyond what `prepare.py` creates."""
    if User._meta.db_table not in connection.introspection.table_names():
        return False
    return User.objects.exists() or ArmyList.objects.filter(is_sample=False).exists()


def restore(source: Path) -> None:
    """Restore the database from a file. Raises RefusedError; the database is then unchanged."""
    _check(source)
    (_into_sqlite if connection.vendor == "sqlite" else _into_postgresql)(source)


def _check(source: Path) -> None:
    try:
        with source.open("rb") as file:
            begins = file.read(16)
    except OSError as error:
        raise RefusedError(f"{source} cannot be read: {error.strerror}.") from None
    if not begins.startswith(BEGINNINGS[connection.vendor]):
        other = [NAMES[vendor] for vendor, beginning in BEGINNINGS.items() if begins.startswith(beginning)]
        told = (
            f"a backup of {other[0]}, and the database is {connection.display_name}" if other else "no backup"
        )
        raise RefusedError(f"{source} is {told}.")


def _into_sqlite(source: Path) -> None:
    connection.ensure_connection()
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            told = copy.execute("PRAGMA quick_check").fetchone()
            if told != ("ok",):
                raise RefusedError(f"{source} is damaged: {told[0]}.")
            if not copy.execute(OURS, [ArmyList._meta.db_table]).fetchone():
                raise RefusedError(f"{source} is a database of another program.")
            copy.backup(connection.connection)
    except sqlite3.Error as error:
        raise RefusedError(f"SQLite could not restore {source}: {error}.") from None
    except UnicodeDecodeError:  # SQLite names a damaged table, and its name can be unreadable
        raise RefusedError(f"{source} is damaged: its tables have no names any more.") from None


def _into_postgresql(source: Path) -> None:
    own = ["--single-transaction", "--exit-on-error", "--no-owner", "--clean", "--if-exists"]
    connection.close()
    run("pg_restore", *own, str(source))


FILE = "moved_from"  # the name of its connection
AT_ONCE = 500  # rows

Row = tuple[Any, ...]
Model = type[models.Model]


def move(path: Path) -> int:
    """Move all rows of an SQLite file into the database, and return their number. Raises RefusedError."""
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
    """Move the rows of a table, and read each of them back. Raises RefusedError if one differs."""
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
    # In their default order some would be joined to later tables.
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
