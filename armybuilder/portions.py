"""Long work in small commits, with a breath after each: an edit beside it waits for one of them at most."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from django.db import connection, models, transaction

LEAST, MOST = 8, 512  # keys in a portion

K = TypeVar("K")


class Pace(NamedTuple):
    """How long a commit writes, in seconds, or as long as the disk takes to keep it; how much longer it rests then."""

    write: float
    rest: float


ALL_WAIT = Pace(0.001, 3)  # on SQLite: who writes keeps all others from it
FEW_WAIT = Pace(0.010, 1)  # on PostgreSQL: only from the same rows


def in_portions(keys: Sequence[K], prepare: Callable[[Sequence[K]], Callable[[], int]]) -> int:
    """Do something to all keys, each portion in a transaction of its own, and return the sum of what that returns.

    `prepare` takes a portion and reads, while nothing is held; what it returns writes. In between somebody else may
    have written: the writer must look again. The last portion says how many keys the next may hold.
    """
    pace = ALL_WAIT if connection.vendor == "sqlite" else FEW_WAIT
    done, start, size, free, kept = 0, 0, LEAST, 0.0, float("inf")
    while portion := keys[start : start + size]:
        write = prepare(portion)
        time.sleep(max(0.0, free - time.monotonic()))
        with transaction.atomic():
            begun = time.monotonic()  # after others were waited for
            done += write()
            written = time.monotonic()
        ended = time.monotonic()
        writing, keeping = written - begun, ended - written
        free = ended + pace.rest * (writing + min(keeping, writing))
        kept = min(kept, keeping)
        start += size
        size = _next_size(size, writing, max(pace.write, kept))
    return done


def remove(rows: "models.QuerySet[Any]") -> int:
    """Remove rows on which no others hang, and return how many. What is not among them any more by then stays."""

    def prepare(some: Sequence[Any]) -> Callable[[], int]:
        return lambda: rows.filter(pk__in=some).delete()[0]

    return in_portions(list(rows.order_by().values_list("pk", flat=True)), prepare)


def _next_size(size: int, writing: float, wanted: float) -> int:
    """At most twice as many, at least half: one portion that is quick or slow by chance does not decide."""
    fitting = int(size * wanted / writing) if writing else MOST
    return max(LEAST, size // 2, min(fitting, 2 * size, MOST))
