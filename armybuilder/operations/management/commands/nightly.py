"""`manage.py nightly`: for a daily timer."""

import logging
import os
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from armybuilder.operations import beat, locks
from armybuilder.operations.daily import JOBS

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """Run the daily jobs, each whether or not the others fail."""

    help = "Runs the daily jobs. People can keep working meanwhile. If interrupted, it continues the next time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("jobs", nargs="*", metavar="JOB", help="only these jobs, without a backup")

    def run_from_argv(self, argv: list[str]) -> None:
        """Run as a separate process with a lower priority than those that answer users."""
        os.nice(10)
        super().run_from_argv(argv)

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the jobs. Raises CommandError if one failed, or if another `nightly` is running."""
        jobs = options["jobs"] or [*(["backup"] if settings.BACKUP_FOLDER else []), *JOBS]
        try:
            with locks.alone(locks.NIGHTLY, settings.DATA_DIR / "nightly.lock", wait=False):
                failed = [name for name in jobs if not self._is_done(name)]
                if not options["jobs"]:
                    beat.nightly_is_done()
        except locks.TakenError:
            raise CommandError("Another `nightly` is running: this one did nothing.") from None
        if failed:
            raise CommandError(f"Failed: {', '.join(failed)}. The log says why.")

    def _is_done(self, name: str) -> bool:
        try:
            if name in JOBS:
                self.stdout.write(JOBS[name](timezone.now()))
            else:
                call_command(name, stdout=self.stdout)
        except Exception:
            logger.exception("%s failed", name)
            return False
        return True
