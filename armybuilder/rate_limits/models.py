"""The table of counts. `buckets.py` explains them."""

from django.db import models


class Bucket(models.Model):
    """The remainder of a limit for one address or person; from `full_at` on it is full, and not needed.

    `key` is a keyed hash, which hides its owner. `full_at` and `taken_at`, the time of the last use, are in
    microseconds since 1970: whole numbers avoid rounding errors.
    """

    key = models.CharField(max_length=64, primary_key=True)
    full_at = models.BigIntegerField(db_index=True)
    taken_at = models.BigIntegerField(db_default=0)

    def __str__(self) -> str:
        return self.key
