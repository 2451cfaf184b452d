"""`manage.py clear_prints`: for a daily timer."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from armybuilder.batches import delete_in_batches
from armybuilder.printing.models import KEPT_FOR, PrintJob
from armybuilder.printing.pdfs import files
from armybuilder.printing.pdfs.cache import PART


class Command(BaseCommand):
    """Remove bundles a day after completion, files without an owner, and records of finished tasks."""

    help = "Deletes bundles after a day, and files left by interrupted work."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        jobs = delete_in_batches(PrintJob.objects.out_of_date(now))
        removed = _remove_orphans() + _remove_parts(settings.PRINT_CACHE)
        delete_in_batches(DBTaskResult.objects.finished().filter(finished_at__lt=now - KEPT_FOR))
        self.stdout.write(f"Removed {jobs} old bundles and {removed} files.")


def _remove_orphans() -> int:
    """Remove the files whose jobs are gone."""
    found = set(files.names())  # first: a job that starts meanwhile has no file among them
    orphans = found - {job.file_name for job in PrintJob.objects.all()}
    for name in orphans:
        files.delete(name)
    return len(orphans)


def _remove_parts(folder: Path) -> int:
    """Remove unfinished files of killed processes: nobody writes a file for a day."""
    yesterday = time.time() - KEPT_FOR.total_seconds()
    parts = [path for path in folder.glob(f"{PART}*") if path.stat().st_mtime < yesterday]
    for path in parts:
        path.unlink(missing_ok=True)
    return len(parts)
