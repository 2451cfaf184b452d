"""`manage.py clear_drafts`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.lists.actions import upkeep
from armybuilder.lists.models import ArmyList


class Command(BaseCommand):
    """Remove drafts unopened for 90 days, other data of their browsers, and lists in the bin for 30."""

    help = (
        "Removes drafts that nobody opened for 90 days with the ready squads of their browsers, and lists that were "
        "deleted over 30 days ago."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        drafts = upkeep.clear(ArmyList.objects.expired_drafts(now))
        deleted = upkeep.clear(ArmyList.objects.expired_in_bin(now))
        squads = upkeep.clear_squads(now)
        of_lists = f"Removed {drafts} old drafts, {deleted} deleted lists"
        self.stdout.write(f"{of_lists} and {squads} ready-made squads, deleted or of old browsers.")
