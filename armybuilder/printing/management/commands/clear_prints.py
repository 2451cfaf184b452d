"""`manage.py clear_prints`: for a daily timer."""

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from armybuilder.portions import remove
from armybuilder.printing.cache import PART
from armybuilder.printing.models import PrintJob
from armybuilder.printing.querysets import KEPT_FOR


class Command(BaseCommand):
    """Remove bundles that are a day old, files that belong to nothing, and the notes about tasks that are done."""

    help = "Removes printed bundles that are a day old, with whatever interrupted work left behind."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        jobs = remove(PrintJob.objects.out_of_date(now))
        files = _remove_orphans(settings.PRINT_JOBS) + _remove_parts(settings.PRINT_CACHE)
        remove(DBTaskResult.objects.finished().filter(finished_at__lt=now - KEPT_FOR))
        self.stdout.write(f"Removed {jobs} old bundles and {files} files.")


def _remove_orphans(folder: Path) -> int:
    """Remove the files whose jobs are gone."""
    kept = {job.path.name for job in PrintJob.objects.all()}
    orphans = [path for path in folder.glob("*.pdf") if path.name not in kept]
    for path in orphans:
        path.unlink(missing_ok=True)
    return len(orphans) + _remove_parts(folder)


def _remove_parts(folder: Path) -> int:
    """Remove what processes were writing when they were killed: nobody writes a file for a day."""
    yesterday = time.time() - KEPT_FOR.total_seconds()
    parts = [path for path in folder.glob(f"{PART}*") if path.stat().st_mtime < yesterday]
    for path in parts:
        path.unlink(missing_ok=True)
    return len(parts)
