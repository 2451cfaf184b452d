"""`manage.py load_rules`: load the rules' YAML files into the database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.actions import Publication, load_catalogues
from rules.core.catalogue.catalogue import OWN
from rules.encoding import yaml_files
from rules.loading.reading import FilesError, read_rulesets

SENTENCES = {
    "new": "{ruleset}: version {number} is new and current",
    "former": "{ruleset}: version {number} is current again, in place of version {replaced}",
}


class Command(BaseCommand):
    """Load the named files, or all shipped ones; other rulesets stay."""

    help = "Loads rulesets from YAML: all of them, or none if there is a problem. Changed rulesets get a new version."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="*", type=Path, help="YAML files (default: those in fixtures/rules)")
        parser.add_argument("--check", action="store_true", help="report problems and load nothing")

    def handle(self, *args: Any, paths: list[Path], check: bool, **options: Any) -> None:
        try:
            catalogues = read_rulesets(paths or yaml_files())
        except FilesError as error:
            raise CommandError(f"Nothing was loaded.\n{error}") from error
        if own := [catalogue.id for catalogue in catalogues if catalogue.id.startswith(OWN)]:
            raise CommandError(f"Nothing was loaded. People import own rules on the site: {', '.join(own)}.")
        if check:
            self.stdout.write(f"No problem found. Files: {len(catalogues)}.")
            return
        publications = load_catalogues(catalogues)
        if options["verbosity"]:
            changes = [_sentence(one) for one in publications if one.outcome != "unchanged"]
            self.stdout.write("\n".join(changes) or "Rules: no changes.")


def _sentence(publication: Publication) -> str:
    version, outcome, replaced = publication
    return SENTENCES[outcome].format(ruleset=version.ruleset_id, number=version.number, replaced=replaced)
