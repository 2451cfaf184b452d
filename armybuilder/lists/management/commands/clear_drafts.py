"""`manage.py clear_drafts`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.lists import upkeep
from armybuilder.lists.models import ArmyList


class Command(BaseCommand):
    """Remove drafts that nobody opened for 90 days, and lists that have been in the bin for 30."""

    help = "Removes drafts that nobody opened for 90 days, and lists that were deleted over 30 days ago."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        drafts = upkeep.clear(ArmyList.objects.expired_drafts(now))
        deleted = upkeep.clear(ArmyList.objects.expired_in_bin(now))
        self.stdout.write(f"Removed {drafts} old drafts and {deleted} deleted lists.")
