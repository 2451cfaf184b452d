"""`manage.py load_forces`: load forces from YAML files into the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from armybuilder.forces.actions import load_force
from rules.loading.reading import FilesError, read_forces, shipped_forces
from rules.management.console import shipped_library


class Command(BaseCommand):
    """Load the named files, or all shipped ones; other forces stay."""

    help = "Loads forces from YAML or JSON files: all of them, or none if there is a problem, with file and line."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="*", type=Path, help="files (default: those in fixtures/forces)")
        parser.add_argument("--check", action="store_true", help="report problems and load nothing")

    def handle(self, *args: Any, paths: list[Path], check: bool, **options: Any) -> None:
        files = paths or shipped_forces()
        try:
            forces = read_forces(files, shipped_library().catalogues)
        except FilesError as error:
            raise CommandError(f"Nothing was loaded.\n{error}") from error
        if check:
            self.stdout.write(f"No problem found. Files: {len(forces)}.")
            return
        texts = [path.read_text(encoding="utf-8-sig") for path in files]
        changed = [force.id for force, text in zip(forces, texts, strict=True) if load_force(force, text)]
        if options["verbosity"]:
            self.stdout.write("\n".join(f"{name}: new" for name in changed) or "Forces: no changes.")
