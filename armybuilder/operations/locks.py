"""Locks between the processes that share a database."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

# Numbers for PostgreSQL's locks, used by nothing else.
PREPARING = 0x5371_7561
NIGHTLY = 0x5371_7562


class TakenError(Exception):
    """Another process holds the lock."""


@contextmanager
def alone(number: int, path: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the lock of this number, or of this file on SQLite. Raises TakenError without `wait`."""
    with _file(path, wait) if connection.vendor == "sqlite" else _number(number, wait):
        yield


@contextmanager
def _file(path: Path, wait: bool) -> Iterator[None]:
    with open(path, "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TakenError from None
        yield


@contextmanager
def _number(number: int, wait: bool) -> Iterator[None]:
    own = connection.copy()  # commands may close their current connection
    try:
        with own.cursor() as cursor:
            if wait:
                cursor.execute("SELECT pg_advisory_lock(%s)", [number])
            else:
                cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
                if cursor.fetchone() == (False,):
                    raise TakenError
            yield
    finally:
        own.close()
