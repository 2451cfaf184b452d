"""`manage.py write_catalogues`: write the file that `checklist` reads instead of a database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.encoding import CATALOGUES_FILE, encode_all, yaml_files
from rules.loading.reading import FilesError, read_rulesets


class Command(BaseCommand):
    """Write rules/catalogues.json, to be committed with the YAML it is made from."""

    help = "Writes rules/catalogues.json from the rules' YAML files. No database is needed."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            catalogues = read_rulesets(yaml_files())
        except FilesError as error:
            raise CommandError(f"Nothing was written.\n{error}") from error
        CATALOGUES_FILE.write_bytes(encode_all(catalogues))
        self.stdout.write(f"{CATALOGUES_FILE.name}: {', '.join(catalogue.id for catalogue in catalogues)}")
