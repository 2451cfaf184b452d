"""The table of counts. How they work: `buckets.py`."""

from django.db import models


class Bucket(models.Model):
    """What is left of a limit to one address or person; from `full_at` on it is full, and need not be kept.

    `key` tells nobody whose it is: it is a keyed hash. `full_at` and `taken_at`, when someone last took from it, are
    in microseconds since 1970: whole numbers, so that nothing is lost in rounding.
    """

    key = models.CharField(max_length=64, primary_key=True)
    full_at = models.BigIntegerField(db_index=True)
    taken_at = models.BigIntegerField(db_default=0)

    def __str__(self) -> str:
        return self.key
