"""`manage.py verify_lists`: compare stored values of lists with their sources."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations.integrity import CHECKS, disagreements


class Command(BaseCommand):
    """Derive totals, chains of revisions and facets again. Users can keep working meanwhile."""

    help = "Derives the stored values of lists again, reports differences, and exits with 1 if there are any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--repair",
            action="store_true",
            help="store the derived values if they follow from the list's document or history",
        )

    def handle(self, *args: Any, repair: bool, **options: Any) -> None:
        mended, left = 0, 0
        for rows, look in CHECKS:
            for finding in disagreements(rows(), look, repair=repair):
                is_mended = repair and finding.mend is not None
                self.stdout.write(f"{finding}{' (repaired)' if is_mended else ''}")
                mended += is_mended
                left += not is_mended
        if left:
            raise CommandError(f"{left} differ{f', {mended} were repaired' if mended else ''}.")
        self.stdout.write(f"No differences; {mended} were repaired." if mended else "No differences.")
