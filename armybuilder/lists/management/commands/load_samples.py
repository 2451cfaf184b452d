"""`manage.py load_samples`: load the example lists into the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from armybuilder.lists.actions.creating import SampleError, load_samples


class Command(BaseCommand):
    """Load the examples after the rules; unchanged ones are not touched."""

    help = "Loads the example lists of fixtures/lists: all of them, or none if there is a problem."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            outcomes = load_samples()
        except SampleError as error:
            raise CommandError(f"No example was loaded.\n{error}") from error
        told = ", ".join(f"{number} {outcome}" for outcome, number in sorted(outcomes.items()))
        self.stdout.write(f"Examples: {told}.")
