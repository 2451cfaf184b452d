"""`manage.py clear_notices`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.notices.models import Notice
from armybuilder.portions import remove


class Command(BaseCommand):
    """Remove notices that are 90 days old, read or not."""

    help = "Removes notices that are 90 days old."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Removed {remove(Notice.objects.out_of_date(timezone.now()))} old notices.")
