"""`manage.py finish_deletions`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.personal_data.actions.deletion import finish_all


class Command(BaseCommand):
    """Finish interrupted deletions of accounts."""

    help = "Deletes what is left of accounts whose deletion was interrupted."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Finished deleting {finish_all(timezone.now())} accounts.")
