"""`manage.py move_data FILE`: move from SQLite to PostgreSQL."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations import database_backups
from armybuilder.refusals import RefusedError


class Command(BaseCommand):
    """Move everything from an SQLite file into the database of DATABASE_URL, and compare row by row."""

    help = "Moves all data from an SQLite file into the PostgreSQL database of DATABASE_URL. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Beside the options of every command."""
        parser.add_argument("file", type=Path, help="squadra.sqlite3 of the data folder; it is not changed")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Move the data. Raises CommandError if nothing was moved."""
        try:
            moved = database_backups.move(file)
        except RefusedError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Moved {moved} rows. All were read back and compared.")
