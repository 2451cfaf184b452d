"""`manage.py backup`: write the database into one file."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from armybuilder.operations import database_backups
from armybuilder.refusals import RefusedError


class Command(BaseCommand):
    """Write the named file, or one with today's date in BACKUP_FOLDER, where the newest few are kept."""

    help = "Writes the database into a file while people keep working: the named one, or today’s in BACKUP_FOLDER."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="(default: one of today's date in BACKUP_FOLDER)")

    def handle(self, *args: Any, file: Path | None, **options: Any) -> None:
        folder: Path | None = settings.BACKUP_FOLDER
        removed = 0
        try:
            if file:
                database_backups.write(file)
            elif folder:
                file = folder / database_backups.name_of(timezone.localdate())
                database_backups.write(file)
                removed = database_backups.tidy(folder, settings.BACKUPS_KEPT)
            else:
                raise CommandError("Name a file, or set BACKUP_FOLDER.")
        except RefusedError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Wrote {file}; removed {removed} old ones.")
