"""`manage.py clear_notices`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.batches import delete_in_batches
from armybuilder.notices.models import Notice


class Command(BaseCommand):
    """Remove notifications that are 90 days old, read or not."""

    help = "Deletes notifications after 90 days."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(
            f"Removed {delete_in_batches(Notice.objects.out_of_date(timezone.now()))} old notifications."
        )
