"""`manage.py thin_revisions`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.lists.actions import upkeep


class Command(BaseCommand):
    """Thin out histories older than 30 days."""

    help = "Thins out the histories of lists: after 30 days only named revisions stay, and one per hour."

    def handle(self, *args: Any, **options: Any) -> None:
        removed = upkeep.thin(timezone.now())
        self.stdout.write(f"Removed {removed} old revision{'' if removed == 1 else 's'}.")
