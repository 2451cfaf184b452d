"""Puts a file of `manage.py backup` in the place of the database, all of it or nothing.

On SQLite by its backup API, on PostgreSQL by pg_restore: either in one transaction, whole when it ends.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.operations.database_backups import postgresql
from armybuilder.refusals import RefusedError

BEGINNINGS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
OURS = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


def has_data() -> bool:
    """Return whether someone has an account or a list: what `prepare.py` makes is nobody's."""
    if User._meta.db_table not in connection.introspection.table_names():
        return False
    return User.objects.exists() or ArmyList.objects.filter(is_sample=False).exists()


def restore(source: Path) -> None:
    """Make the database what a file says. If it raises RefusedError, the database is as it was."""
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
    except UnicodeDecodeError:  # SQLite names a table that is damaged, and nobody can read its name
        raise RefusedError(f"{source} is damaged: its tables have no names any more.") from None


def _into_postgresql(source: Path) -> None:
    own = ["--single-transaction", "--exit-on-error", "--no-owner", "--clean", "--if-exists"]
    connection.close()
    postgresql.run("pg_restore", *own, str(source))
