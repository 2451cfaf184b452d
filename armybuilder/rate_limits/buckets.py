"""Token buckets in the database: a burst, refilled evenly over a number of seconds.

A bucket is two numbers: when it is full again, and when it was last taken from. Taking is one statement, the same on
SQLite and PostgreSQL, which lets processes share counts without waiting for a lock. (Libraries that count in a
database lock a row or the table for five statements or more; django-allauth's lock fails under load.)
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.db import InternalError, OperationalError, connection
from django.db.models import F
from django.utils.crypto import salted_hmac

from armybuilder.batches import delete_in_batches
from armybuilder.rate_limits.models import Bucket

logger = logging.getLogger(__name__)

WAIT_MS = 2000  # for SQLite's lock; an edit waits longer
SECOND = 1_000_000  # in microseconds

ASIDE = 60 * SECOND  # the possible difference between the clocks of several machines

# It changes no row when the bucket is empty. It returns none either: SQLite would be locked until Python fetched it.
# A bucket last used in the future was used by a clock that was set back since: its remaining tokens are available
# now, and this one is free. Otherwise a few of many tokens would block until that moment.
TAKE = """
INSERT INTO "counting_bucket" (key, full_at, taken_at) VALUES (%(key)s, %(if_full)s, %(now)s)
ON CONFLICT (key) DO UPDATE SET taken_at = %(now)s, full_at =
    CASE WHEN counting_bucket.taken_at > %(never)s THEN counting_bucket.full_at - counting_bucket.taken_at + %(now)s
    WHEN counting_bucket.full_at > %(now)s THEN counting_bucket.full_at + %(taken)s ELSE %(if_full)s END
WHERE counting_bucket.full_at <= %(latest)s OR counting_bucket.taken_at > %(never)s
"""


class Rate(NamedTuple):
    """This many at once, and the same number again, evenly, in this many seconds."""

    amount: int
    seconds: int

    @property
    def one(self) -> int:
        """The time for one token to come back, in microseconds."""
        return self.seconds * SECOND // self.amount


def take(name: str, key: str, rate: Rate, amount: int = 1) -> float:
    """Take `amount` from a bucket; return 0, or the seconds until it has enough, in which case nothing is taken.

    If counting fails, because the disk is full or SQLite is locked, the answer is 0 and the log says so. Call it
    outside transactions: a rollback would undo the count. Raises OperationalError without a connection.
    """
    hashed, now, taken = _hashed(name, key), _now(), rate.one * min(amount, rate.amount)
    latest = now + rate.seconds * SECOND - taken
    values: dict[str, str | int] = {
        "key": hashed,
        "now": now,
        "taken": taken,
        "if_full": now + taken,
        "latest": latest,
        "never": now + ASIDE,
    }
    with _forgiving(name), connection.cursor() as cursor:
        cursor.execute(TAKE, values)
        if cursor.rowcount == 0:
            full_at = Bucket.objects.filter(key=hashed).values_list("full_at", flat=True).first() or 0
            return max(1, full_at - latest) / SECOND  # some may have been given back meanwhile
    return 0


def give_back(name: str, key: str, rate: Rate) -> None:
    """Give one token back that was taken for nothing."""
    with _forgiving(name):
        Bucket.objects.filter(key=_hashed(name, key)).update(full_at=F("full_at") - rate.one)


def fill(name: str, key: str) -> None:
    with _forgiving(name):
        Bucket.objects.filter(key=_hashed(name, key)).delete()


def sweep() -> int:
    return delete_in_batches(Bucket.objects.filter(full_at__lte=_now()))


def _now() -> int:
    return int(time.time() * SECOND)


def _hashed(name: str, key: str) -> str:
    return salted_hmac(f"armybuilder.rate_limits:{name}", key, algorithm="sha256").hexdigest()


@contextmanager
def _forgiving(name: str) -> Iterator[None]:
    """Log a failed count, and go on; do not wait longer for SQLite's lock than a count is worth."""
    connection.ensure_connection()
    try:
        with _short_wait():
            yield
    except (OperationalError, InternalError):
        logger.exception("Not counted: %s", name)


@contextmanager
def _short_wait() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    usual = int(connection.settings_dict["OPTIONS"]["timeout"] * 1000)
    connection.connection.execute(f"PRAGMA busy_timeout = {WAIT_MS}")
    try:
        yield
    finally:
        connection.connection.execute(f"PRAGMA busy_timeout = {usual}")
