"""`manage.py restore FILE`: replace the database with a backup."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.operations import database_backups
from armybuilder.refusals import RefusedError


class Command(BaseCommand):
    """Replace the database with a file from `backup`, completely or not at all."""

    help = "Replaces the database with a file of `backup`. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="even if it contains users’ data, which are lost")

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        if database_backups.has_data() and not replace:
            raise CommandError(
                "The database holds people's data, which would be lost: make a `backup` of it, and say --replace."
            )
        try:
            database_backups.restore(file)
        except RefusedError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Restored {file}. Start the site, which updates it.")
