"""`manage.py dump_rules`: write rulesets from the database as YAML."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.catalogue import catalogue_for
from rules.core.catalogue.catalogue import Catalogue
from rules.loading.dumping import dump
from rules.models import Ruleset
from rules.rows import build_catalogue


class Command(BaseCommand):
    """Write the rulesets that are named, otherwise the site's. A shipped one comes out as its file is."""

    help = "Writes rulesets as YAML: one to the screen, or each into RULESET.yaml with --folder."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="ids (default: all of the site)")
        parser.add_argument("--folder", type=Path, help="where to write the files")

    def handle(self, *args: Any, rulesets: list[str], folder: Path | None, **options: Any) -> None:
        chosen = _chosen(rulesets)
        if folder is None and len(chosen) != 1:
            raise CommandError("Name one ruleset, or a --folder.")
        for ruleset in chosen:
            text = dump(_catalogue(ruleset))
            if folder is None:
                self.stdout.write(text, ending="")
                continue
            _write(folder / f"{ruleset.pk}.yaml", text)
            self.stdout.write(f"{ruleset.pk}.yaml")


def _chosen(ids: list[str]) -> list[Ruleset]:
    """Return the rulesets of ids. Raises CommandError."""
    known = {ruleset.pk: ruleset for ruleset in Ruleset.objects.filter(visibility=None)}
    known |= Ruleset.objects.in_bulk(ids)
    unknown = [name for name in ids if name not in known]
    if unknown:
        raise CommandError(f"Unknown ruleset: {', '.join(unknown)}. Known: {', '.join(known) or 'none'}.")
    return [known[name] for name in dict.fromkeys(ids or known)]


def _catalogue(ruleset: Ruleset) -> Catalogue:
    """Return the rows of a ruleset, or the current version of one that people wrote. Raises CommandError."""
    if not ruleset.is_own:
        return build_catalogue(ruleset)
    if ruleset.current_id is None:
        raise CommandError(f"{ruleset.pk} has no version yet.")
    return catalogue_for(ruleset.current_id)


def _write(path: Path, text: str) -> None:
    try:
        path.write_bytes(text.encode())
    except OSError as error:
        raise CommandError(f"{path.name}: cannot be written: {error.strerror}") from error
