"""Writes the database into a file, by the means of each database: SQLite's VACUUM INTO, PostgreSQL's pg_dump.

Either reads one moment of it, and keeps nobody from writing.
"""

import os
import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

from django.db import DatabaseError, connection

from armybuilder.operations.database_backups import postgresql
from armybuilder.refusals import RefusedError

PREFIX = "squadra-"
ENDINGS = {"sqlite": ".sqlite3", "postgresql": ".dump"}


def name_of(day: date) -> str:
    """Return the name of the file of a day."""
    return f"{PREFIX}{day.isoformat()}{ENDINGS[connection.vendor]}"


def write(target: Path) -> None:
    """Write the database into `target`, readable by its owner alone, in place of one that is there.

    What is interrupted, or is not whole, leaves the old one as it was. Raises RefusedError.
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
    """Remove all but the newest files of days in a folder; return how many."""
    found = sorted(path for ending in ENDINGS.values() for path in folder.glob(f"{PREFIX}????-??-??{ending}"))
    old = sorted(found, key=lambda path: path.stem)[:-kept] if kept else []
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _from_sqlite(part: Path) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(part)])  # takes an empty file
        with closing(sqlite3.connect(part)) as copy:
            told = copy.execute("PRAGMA quick_check").fetchone()
    except (DatabaseError, sqlite3.Error) as error:
        raise RefusedError(f"SQLite could not write {part}: {error}.") from None
    if told != ("ok",):
        raise RefusedError(f"The copy is damaged: {told[0]}.")


def _from_postgresql(part: Path) -> None:
    postgresql.run("pg_dump", "--format=custom", "--no-owner", f"--file={part}")
