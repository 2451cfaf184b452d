"""`manage.py odds FILE…`: answer questions about dice from the command line, without a database."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand

from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import MOST_BYTES
from rules.core.text import LANGUAGES, Language
from rules.management.console import refuse, shipped_library, write

ANSWERED, UNANSWERED = 0, 2


class Command(BaseCommand):
    """Prints the answer to each question. Exits 0: all are answered, 2: one could not be."""

    help = "Answer questions about dice (odds/1 documents)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a question; - reads one question per line from standard input",
        )
        parser.add_argument("--json", action="store_true", help="one JSON object per line (odds-answer/1)")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="language of the messages")

    def handle(self, *args: Any, **options: Any) -> None:
        library = shipped_library(UNANSWERED)
        language, as_json = options["language"], options["json"]
        codes = [_file(file, library, language, as_json) for file in options["files"]]
        sys.exit(max(codes))


def _file(file: str, library: Library, language: Language, as_json: bool) -> int:
    """Answer the question of a file, or those of standard input, and return the exit code."""
    try:
        if file != "-":
            with open(file, "rb") as stream:
                return _question(stream.read(MOST_BYTES + 1), file, None, library, language, as_json)
        with open(0, "rb", closefd=False) as stream:
            codes = [
                _question(text, file, line, library, language, as_json) for line, text in _questions(stream)
            ]
    except (OSError, ValueError) as error:
        return refuse(file, getattr(error, "strerror", None) or str(error), UNANSWERED)
    return max(codes, default=ANSWERED)


def _questions(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank with their numbers, of an endless one no more than is refused."""
    number = 0
    while text := stream.readline(MOST_BYTES + 1):
        number += 1
        if text.strip():
            yield number, text.rstrip(b"\r\n") if text.endswith(b"\n") else text
        while len(text) > MOST_BYTES and not text.endswith(b"\n"):
            text = stream.readline(MOST_BYTES + 1)
            if not text:
                break


def _question(
    data: bytes, file: str, line: int | None, library: Library, language: Language, as_json: bool
) -> int:
    from rules.core.odds import answer
    from rules.core.odds.format.answers import json_line, text_for_people

    where = file if line is None else f"{file}:{line}"
    try:
        made = answer(data, library, language)
    except UnreadableListError as error:
        return refuse(where, error.line(language), UNANSWERED)
    if as_json:
        write(sys.stdout, json_line(made, file, line))
    else:
        write(
            sys.stdout,
            text_for_people(made, where, library.catalogues[made["ruleset"]], language).encode(
                "utf-8", "replace"
            ),
        )
    return ANSWERED
