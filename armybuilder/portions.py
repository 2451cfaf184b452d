"""Long work in small commits, with a breath after each: an edit beside it waits for one of them at most."""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db import models, transaction

WRITE = 0.005  # seconds of writing in a commit, or as long as the disk takes to keep it: as much as an edit
REST = 1.5  # times as long as the last commit nothing is held
LEAST, MOST = 8, 512  # keys in a portion

K = TypeVar("K")


def in_portions(keys: Sequence[K], prepare: Callable[[Sequence[K]], Callable[[], int]]) -> int:
    """Do something to all keys, each portion in a transaction of its own, and return the sum of what that returns.

    `prepare` takes a portion and reads, while nothing is held; what it returns writes. In between somebody else may
    have written: the writer must look again. The last portion says how many keys the next may hold.
    """
    done, start, size, free = 0, 0, LEAST, 0.0
    while portion := keys[start : start + size]:
        write = prepare(portion)
        time.sleep(max(0.0, free - time.monotonic()))
        with transaction.atomic():
            begun = time.monotonic()  # after others were waited for
            done += write()
            written = time.monotonic()
        ended = time.monotonic()
        writing = written - begun
        # Now and then keeping takes longer, while nothing is held: SQLite moves its log into the file.
        keeping = min(ended - written, 2 * WRITE)
        free = ended + REST * (writing + keeping)
        start += size
        size = _next_size(size, writing, keeping)
    return done


def remove(rows: "models.QuerySet[Any]") -> int:
    """Remove rows on which no others hang, and return how many. What is not among them any more by then stays."""

    def prepare(some: Sequence[Any]) -> Callable[[], int]:
        return lambda: rows.filter(pk__in=some).delete()[0]

    return in_portions(list(rows.order_by().values_list("pk", flat=True)), prepare)


def _next_size(size: int, writing: float, keeping: float) -> int:
    """At most twice as many, so that one quick portion does not lead to a long one."""
    fitting = int(size * max(WRITE, keeping) / writing) if writing else MOST
    return max(LEAST, min(fitting, 2 * size, MOST))
