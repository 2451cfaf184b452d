"""`manage.py load_forces`: forces from their YAML files."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.loading.forces import ForceError, read_forces, shipped_files
from rules.management.console import shipped_library


class Command(BaseCommand):
    """Check the files that are named, else all that come with the program."""

    help = "Checks forces, a YAML or JSON file each: what is wrong is said with file and line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="*", type=Path, help="files (default: those in fixtures/forces)")
        parser.add_argument("--check", action="store_true", help="only say what is wrong, load nothing")

    def handle(self, *args: Any, paths: list[Path], check: bool, **options: Any) -> None:
        try:
            forces = read_forces(paths or shipped_files(), shipped_library(2).catalogues)
        except ForceError as error:
            raise CommandError(f"nothing was loaded.\n{error}") from error
        self.stdout.write(f"No problem found. Files: {len(forces)}.")
