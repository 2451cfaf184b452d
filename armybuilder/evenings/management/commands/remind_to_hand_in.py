"""`manage.py remind_to_hand_in`: for a daily timer."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.evenings.actions.planning import remind_all


class Command(BaseCommand):
    """Remind players without a list of the deadlines of the next 24 hours, each once."""

    help = "Reminds players of deadlines in the next 24 hours if the worker did not."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"Deadlines: {remind_all(timezone.now())}.")
