"""Simultaneous actions on PostgreSQL; on SQLite, whose database in memory has one connection, in turn."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.conf import settings
from django.db import connection

Act = Callable[[], object]
Raised = list[type[Exception] | None]


def one_after_the_other(*acts: Act) -> Raised:
    """Run the actions in turn, and return what each raised."""
    return [tried(act) for act in acts]


def tried(act: Act) -> type[Exception] | None:
    try:
        act()
    except Exception as error:
        return type(error)
    return None


def at_once(*acts: Act) -> Raised:
    """Run the actions at the same time, each with its own connection, and return what each raised."""
    start = Barrier(len(acts))

    def run(act: Act) -> type[Exception] | None:
        try:
            start.wait()
            return tried(act)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


ON_POSTGRESQL = "postgresql" in settings.DATABASES["default"]["ENGINE"]
both_ways = pytest.mark.parametrize("run", [at_once if ON_POSTGRESQL else one_after_the_other])
Run = Callable[..., Raised]
