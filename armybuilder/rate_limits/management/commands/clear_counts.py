"""`manage.py clear_counts`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.rate_limits import buckets


class Command(BaseCommand):
    """Remove the counts of everyone who has been far from a limit for a while."""

    help = "Deletes the counts of unused rate limits."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Removed {buckets.sweep()} counts.")
