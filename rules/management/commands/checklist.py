"""`manage.py checklist FILE…`: judge lists from the command line, without a database."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, TextIO

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules.core.checklist import json_line, judge, text_for_people
from rules.core.library import Library, read_library
from rules.core.reader import MOST_BYTES, UnreadableListError
from rules.core.text import LANGUAGES, Language

CATALOGUES = Path(__file__).parents[2] / "catalogues.json"

LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
MOST_OF_A_LINE = 1000


class Command(BaseCommand):
    """Prints one report for each list. Exits 0: all legal, 1: one is not, 2: one cannot be read (2 beats 1)."""

    help = "Check army lists (armylist/1 documents)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a list; - reads standard input")
        parser.add_argument("--json", action="store_true", help="one JSON object a line (armylist-report/1)")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the messages")

    def handle(self, *args: Any, **options: Any) -> None:
        library = _library()
        codes = [_check(file, library, options["language"], options["json"]) for file in options["files"]]
        sys.exit(max(codes))


def _library() -> Library:
    """Return the shipped rules. Raises CommandError where their file is missing, damaged or another's."""
    try:
        library: Library | None = read_library(CATALOGUES.read_bytes())
    except (OSError, msgspec.DecodeError):
        library = None
    if library is None or not library.catalogues:
        text = f"{CATALOGUES} is missing or damaged: `make catalogues` writes it anew."
        raise CommandError(text, returncode=UNREADABLE)
    return library


def _check(file: str, library: Library, language: Language, as_json: bool) -> int:
    try:
        roster, report = judge(_read(file), library)
    except (OSError, ValueError) as error:
        return _refuse(file, getattr(error, "strerror", None) or str(error))
    except UnreadableListError as error:
        return _refuse(file, error.line(language))
    if as_json:
        _write(sys.stdout, json_line(file, roster, report, language))
    else:
        _write(sys.stdout, text_for_people(file, roster, report, language).encode("utf-8", "replace"))
    return LEGAL if report.legal else ILLEGAL


def _read(file: str) -> bytes:
    """Return the bytes of a file or of standard input, at most one more than a list may have."""
    with open(0 if file == "-" else file, "rb", closefd=file != "-") as stream:
        return stream.read(MOST_BYTES + 1)


def _refuse(file: str, reason: str) -> int:
    name = "".join(letter if letter.isprintable() else "?" for letter in file)
    line = f"{name[-80:]}: {reason}"[:MOST_OF_A_LINE]
    _write(sys.stderr, line.encode("utf-8", "replace") + b"\n")
    return UNREADABLE


def _write(stream: TextIO, text: bytes) -> None:
    """Write at once, so that reports and refusals keep their order."""
    try:
        stream.buffer.write(text)
        stream.flush()
    except BrokenPipeError:  # `| head` has seen enough; the exit code still speaks for all lists
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
