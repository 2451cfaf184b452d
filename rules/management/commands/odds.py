"""`manage.py odds FILE…`: answer questions about dice from the command line, without a database."""

import sys
from collections.abc import Iterator
from typing import BinaryIO

from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.reader import MOST_BYTES
from rules.core.text import Language
from rules.management.console import ReadingCommand, refuse, write

ANSWERED = 0


class Command(ReadingCommand):
    """Prints the answer to each question. Exits 0: all are answered, 2: one could not be."""

    help = "Answer questions about dice (odds/1 documents)."
    file_help = "a question; - reads one question per line from standard input"
    json_help = "odds-answer/1"

    def answer(self, file: str, library: Library, language: Language, *, as_json: bool) -> int:
        """Answer the question of a file, or those of standard input, and return the exit code."""
        try:
            if file != "-":
                with open(file, "rb") as stream:
                    return _question(stream.read(MOST_BYTES + 1), file, None, library, language, as_json)
            with open(0, "rb", closefd=False) as stream:
                codes = [_question(text, file, line, library, language, as_json) for line, text in _questions(stream)]
        except (OSError, ValueError) as error:
            return refuse(file, getattr(error, "strerror", None) or str(error))
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


def _question(data: bytes, file: str, line: int | None, library: Library, language: Language, as_json: bool) -> int:
    from rules.core.odds import answer
    from rules.core.odds.format.answers import json_line, text_for_people

    where = file if line is None else f"{file}:{line}"
    try:
        made = answer(data, library, language)
    except UnreadableListError as error:
        return refuse(where, error.line(language))
    if as_json:
        write(sys.stdout, json_line(made, file, line))
    else:
        text = text_for_people(made, where, library.catalogues[made["ruleset"]], language)
        write(sys.stdout, text.encode("utf-8", "replace"))
    return ANSWERED
