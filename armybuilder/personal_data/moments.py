"""Times of a backup, which may say any."""

from datetime import UTC, datetime

FIRST_DAY = datetime(2020, 1, 1, tzinfo=UTC)  # no list is older


def past(moment: datetime, now: datetime) -> datetime:
    """Return a time that can have been."""
    return min(max(moment, FIRST_DAY), now)
