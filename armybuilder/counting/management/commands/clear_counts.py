"""`manage.py clear_counts`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand

from armybuilder.counting.buckets import sweep


class Command(BaseCommand):
    """Remove what was counted for limits that have all their room again."""

    help = "Removes what was counted for limits that have all their room again."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Removed {sweep()} counts.")
