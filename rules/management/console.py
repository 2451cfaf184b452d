"""Shared parts of the commands without a database: shipped rules, one-line refusals, ordered output."""

import os
import sys
from argparse import ArgumentParser
from typing import Any, TextIO

import msgspec
from django.core.management.base import BaseCommand, CommandError

from rules.core.catalogue.library import Library, read_library
from rules.core.text import LANGUAGES, Language
from rules.encoding import CATALOGUES_FILE

MOST_OF_A_LINE = 1000
UNREADABLE = 2  # the exit code where a file cannot be read or answered


class ReadingCommand(BaseCommand):
    """A command that answers each of the files it is given. It exits with the largest of their codes."""

    requires_system_checks: list[str] = []
    file_help: str
    json_help: str

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help=self.file_help)
        parser.add_argument("--json", action="store_true", help=f"one JSON object per line ({self.json_help})")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the messages")

    def handle(self, *args: Any, files: list[str], json: bool, language: Language, **options: Any) -> None:
        library = shipped_library()
        sys.exit(max([self.answer(file, library, language, as_json=json) for file in files]))

    def answer(self, file: str, library: Library, language: Language, *, as_json: bool) -> int:
        """Write the answer to one file, and return its exit code."""
        raise NotImplementedError


def shipped_library() -> Library:
    """Return the shipped rules. Raises CommandError where their file is missing or damaged."""
    try:
        library: Library | None = read_library(CATALOGUES_FILE.read_bytes())
    except (OSError, msgspec.DecodeError):
        library = None
    if library is None or not library.catalogues:
        text = f"{CATALOGUES_FILE} is missing or damaged: `make rules` writes it again."
        raise CommandError(text, returncode=UNREADABLE)
    return library


def refuse(where: str, reason: str) -> int:
    """Write the reason to standard error in one line, and return the exit code."""
    name = "".join(letter if letter.isprintable() else "?" for letter in where)
    line = f"{name[-80:]}: {reason}"[:MOST_OF_A_LINE]
    write(sys.stderr, line.encode("utf-8", "replace") + b"\n")
    return UNREADABLE


def write(stream: TextIO, text: bytes) -> None:
    """Write at once, so that answers and refusals keep their order."""
    try:
        stream.buffer.write(text)
        stream.flush()
    except BrokenPipeError:  # `| head` has seen enough; the exit code still speaks for all
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
