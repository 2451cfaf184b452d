"""Nightly work in small batches, each in its own transaction, so that edits wait for one batch at most."""

import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db import models, transaction

BATCH = 100  # keys
REST = 20  # times the duration of a batch: on SQLite nobody else can write during one

K = TypeVar("K")


def in_batches(keys: Sequence[K], act: Callable[[Sequence[K]], int]) -> int:
    """Call `act` with batches of keys, each in a transaction; it must check that its rows still qualify."""
    done = 0
    for start in range(0, len(keys), BATCH):
        with transaction.atomic():
            began = time.monotonic()
            done += act(keys[start : start + BATCH])
        time.sleep(REST * (time.monotonic() - began))
    return done


def delete_in_batches(rows: "models.QuerySet[Any]") -> int:
    """Delete rows, and return their number. Rows that no longer qualify when their batch starts are kept."""

    def delete(keys: Sequence[Any]) -> int:
        return rows.filter(pk__in=keys).delete()[0]

    return in_batches(list(rows.order_by().values_list("pk", flat=True)), delete)
