"""Signs of life of the background worker and of `nightly`. They stand in the cache, which all machines share."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress

from django.core.cache import cache
from django.db import DatabaseError, connections

KEY = "worker-beat"
EVERY = 20  # seconds
QUIET = 60  # seconds without a beat, after which something is wrong
KEPT = 24 * 3600  # seconds
NIGHTLY_KEY = "nightly-done"
NIGHTLY_KEPT = 2 * 24 * 3600  # seconds


def beat() -> None:
    """Note that a worker lives."""
    cache.set(KEY, time.time(), KEPT)


def silent_for() -> float | None:
    """Return for how many seconds no worker was heard of; None if none was for a day.

    A beat from the future counts as one from as long ago: it is of a clock that has been set back since. Raises
    DatabaseError where the database cannot be asked.
    """
    heard: float | None = cache.get(KEY)
    return None if heard is None else abs(time.time() - heard)


def worker() -> str:
    """Return "ok", or how long no worker was heard of. Raises DatabaseError."""
    seconds = silent_for()
    if seconds is None:
        return "not heard of"
    return "ok" if seconds <= QUIET else f"not heard of for {seconds:.0f} s"


def nightly_is_done() -> None:
    """Note that what is due once a day was done."""
    cache.set(NIGHTLY_KEY, time.time(), NIGHTLY_KEPT)


def was_nightly() -> bool:
    """Whether what is due once a day was done in the last two days. Raises DatabaseError."""
    return cache.get(NIGHTLY_KEY) is not None


def keep_beating(beside: Callable[[], None]) -> None:
    """Beat, and go on with it in a thread of its own until the process ends: a bundle may take the worker minutes.

    `beside` is done as often.
    """
    _try(beside)
    threading.Thread(target=_go_on, args=[beside], daemon=True).start()


def _go_on(beside: Callable[[], None]) -> None:
    while True:
        time.sleep(EVERY)
        _try(beside)


def _try(beside: Callable[[], None]) -> None:
    with suppress(DatabaseError):  # the worker itself says that the database is away
        beat()
        beside()
    connections.close_all()
