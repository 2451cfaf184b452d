"""Heartbeats of workers, and tasks of killed ones."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, OperationalError, connections
from django.db.models import Q
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

KEY = "worker-beat"
EVERY = 20  # seconds
QUIET = 60  # seconds without a heartbeat, after which something is wrong
KEPT = 24 * 3600  # seconds
NIGHTLY_KEY = "nightly-done"
NIGHTLY_KEPT = 2 * 24 * 3600  # seconds


def beat() -> None:
    cache.set(KEY, time.time(), KEPT)


def silent_for() -> float | None:
    """Return the seconds since a worker was last heard of; None if none was for a day.

    A heartbeat from the future counts as equally old: its clock has been set back since. Raises DatabaseError if the
    database does not answer.
    """
    heard: float | None = cache.get(KEY)
    return None if heard is None else abs(time.time() - heard)


def worker() -> str:
    """Return "ok", or how long no worker has been heard of. Raises DatabaseError."""
    seconds = silent_for()
    if seconds is None:
        return "not heard of"
    return "ok" if seconds <= QUIET else f"not heard of for {seconds:.0f} s"


def nightly_is_done() -> None:
    cache.set(NIGHTLY_KEY, time.time(), NIGHTLY_KEPT)


def was_nightly() -> bool:
    """Whether the daily jobs ran in the last two days. Raises DatabaseError."""
    return cache.get(NIGHTLY_KEY) is not None


def keep_beating(beside: Callable[[], None]) -> None:
    """Send heartbeats, and call `beside`, in a thread until the process ends: tasks can take minutes."""
    _try(beside)
    threading.Thread(target=_go_on, args=[beside], daemon=True).start()


def _go_on(beside: Callable[[], None]) -> None:
    while True:
        time.sleep(EVERY)
        _try(beside)


def _try(beside: Callable[[], None]) -> None:
    with suppress(DatabaseError):  # the worker itself reports a missing database
        beat()
        beside()
    connections.close_all()


CLAIMED_FOR = timedelta(seconds=90)  # the worker of a longer task says every few seconds that it still runs
CLAIMS = 10  # a task that has killed this many workers is given up
# The database was away, or the worker was told to stop.
INTERRUPTED = [f"{error.__module__}.{error.__qualname__}" for error in (OperationalError, InterfaceError, SystemExit)]


def put_back(now: datetime) -> None:
    """Put tasks back into the queue; those with ten attempts fail."""
    # A start in the future comes from a clock that was set back.
    is_recent = Q(started_at__range=(now - CLAIMED_FOR, now + CLAIMED_FOR))
    of_the_dead = Q(status=TaskResultStatus.RUNNING) & ~is_recent
    interrupted = Q(status=TaskResultStatus.FAILED, exception_class_path__in=INTERRUPTED)
    for one in DBTaskResult.objects.filter(of_the_dead | interrupted):
        is_given_up = len(one.worker_ids) >= CLAIMS
        as_it_was = DBTaskResult.objects.filter(pk=one.pk, status=one.status, started_at=one.started_at)
        as_it_was.update(
            status=TaskResultStatus.FAILED if is_given_up else TaskResultStatus.READY,
            finished_at=now if is_given_up else None,
            exception_class_path="",
        )
