"""`manage.py checklist FILE…`: check lists from the command line, without a database."""

import sys

from rules.core.assess import json_line, judge, text_for_people
from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import MOST_BYTES
from rules.core.text import Language
from rules.management.console import ReadingCommand, refuse, write

LEGAL, ILLEGAL = 0, 1


class Command(ReadingCommand):
    """Prints one report for each list. Exits 0: all legal, 1: one is not, 2: one cannot be read (2 beats 1)."""

    help = "Check army lists (armylist/1 documents)."
    file_help = "a list; - reads standard input"
    json_help = "armylist-report/1"

    def answer(self, file: str, library: Library, language: Language, *, as_json: bool) -> int:
        try:
            roster, report = judge(_read(file), library)
        except (OSError, ValueError) as error:
            return refuse(file, getattr(error, "strerror", None) or str(error))
        except UnreadableListError as error:
            return refuse(file, error.line(language))
        if as_json:
            write(sys.stdout, json_line(file, roster, report, language))
        else:
            write(sys.stdout, text_for_people(file, roster, report, language).encode("utf-8", "replace"))
        return LEGAL if report.legal else ILLEGAL


def _read(file: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than a list may have."""
    with open(0 if file == "-" else file, "rb", closefd=file != "-") as stream:
        return stream.read(MOST_BYTES + 1)
