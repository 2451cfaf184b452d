"""`manage.py checklist FILE…`: check lists from the command line, without a database."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.core.assess import json_line, judge, text_for_people
from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import MOST_BYTES
from rules.core.text import LANGUAGES, Language
from rules.management.console import refuse, shipped_library, write

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    """Prints one report for each list. Exits 0: all legal, 1: one is not, 2: one cannot be read (2 beats 1)."""

    help = "Check army lists (armylist/1 documents)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a list; - reads standard input")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object per line (armylist-report/1)"
        )
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the messages")

    def handle(self, *args: Any, **options: Any) -> None:
        library = shipped_library(UNREADABLE)
        codes = [_check(file, library, options["language"], options["json"]) for file in options["files"]]
        sys.exit(max(codes))


def _check(file: str, library: Library, language: Language, as_json: bool) -> int:
    try:
        roster, report = judge(_read(file), library)
    except (OSError, ValueError) as error:
        return refuse(file, getattr(error, "strerror", None) or str(error), UNREADABLE)
    except UnreadableListError as error:
        return refuse(file, error.line(language), UNREADABLE)
    if as_json:
        write(sys.stdout, json_line(file, roster, report, language))
    else:
        write(sys.stdout, text_for_people(file, roster, report, language).encode("utf-8", "replace"))
    return LEGAL if report.legal else ILLEGAL


def _read(file: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than a list may have."""
    with open(0 if file == "-" else file, "rb", closefd=file != "-") as stream:
        return stream.read(MOST_BYTES + 1)
