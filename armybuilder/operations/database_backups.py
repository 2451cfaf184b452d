"""Write and restore backups of the database."""

import os
import sqlite3
import subprocess
from contextlib import closing
from datetime import date
from pathlib import Path

from django.db import DatabaseError, connection
from psycopg.conninfo import make_conninfo

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.refusals import RefusedError


def run(program: str, *arguments: str) -> None:
    """Run a program on the database until it ends. Raises RefusedError."""
    command = [program, f"--dbname={_conninfo()}", *arguments]
    # Everyone could read it in the command line.
    secret = {"PGPASSWORD": connection.settings_dict["PASSWORD"]}
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
    named = {"host": own["HOST"], "port": own["PORT"], "user": own["USER"], "dbname": own["NAME"]}
    return make_conninfo(**options, **{name: value for name, value in named.items() if value})


PREFIX = "squadra-"
ENDINGS = {"sqlite": ".sqlite3", "postgresql": ".dump"}


def name_of(day: date) -> str:
    return f"{PREFIX}{day.isoformat()}{ENDINGS[connection.vendor]}"


def write(target: Path) -> None:
    """Write the database into `target`, readable only by its owner; a failure leaves an old file unchanged."""
    part = target.with_name(f"{target.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        if connection.vendor == "sqlite":
            _from_sqlite(part)
        else:
            run("pg_dump", "--format=custom", "--no-owner", f"--file={part}")
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
    if connection.vendor == "sqlite":
        _into_sqlite(source)
        return
    connection.close()
    own = ["--single-transaction", "--exit-on-error", "--no-owner", "--clean", "--if-exists"]
    run("pg_restore", *own, str(source))


def _check(source: Path) -> None:
    try:
        with source.open("rb") as file:
            begins = file.read(16)
    except OSError as error:
        raise RefusedError(f"{source} cannot be read: {error.strerror}.") from None
    if not begins.startswith(BEGINNINGS[connection.vendor]):
        other = [NAMES[vendor] for vendor, beginning in BEGINNINGS.items() if begins.startswith(beginning)]
        told = f"a backup of {other[0]}, and the database is {connection.display_name}" if other else "no backup"
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
