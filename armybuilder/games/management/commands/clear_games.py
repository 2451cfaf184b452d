"""`manage.py clear_games`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.games.actions import games


class Command(BaseCommand):
    """Remove games without an account that recorded nothing for 90 days."""

    help = (
        "Removes games that nobody with an account plays and in which nothing was written down for 90 days; those of "
        "games nights stay."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Removed {games.clear(timezone.now())} old games of visitors.")
