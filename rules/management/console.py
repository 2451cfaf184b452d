"""Shared parts of the commands without a database: shipped rules, one-line refusals, ordered output."""

import os
import sys
from typing import TextIO

import msgspec
from django.core.management.base import CommandError

from rules.core.catalogue.library import Library, read_library
from rules.encoding import CATALOGUES_FILE

MOST_OF_A_LINE = 1000


def shipped_library(code: int) -> Library:
    """Return the shipped rules. Raises CommandError with an exit code where their file is missing or damaged."""
    try:
        library: Library | None = read_library(CATALOGUES_FILE.read_bytes())
    except (OSError, msgspec.DecodeError):
        library = None
    if library is None or not library.catalogues:
        text = f"{CATALOGUES_FILE} is missing or damaged: `make rules` writes it again."
        raise CommandError(text, returncode=code)
    return library


def refuse(where: str, reason: str, code: int) -> int:
    """Write the reason to standard error in one line, and return the exit code."""
    name = "".join(letter if letter.isprintable() else "?" for letter in where)
    line = f"{name[-80:]}: {reason}"[:MOST_OF_A_LINE]
    write(sys.stderr, line.encode("utf-8", "replace") + b"\n")
    return code


def write(stream: TextIO, text: bytes) -> None:
    """Write at once, so that answers and refusals keep their order."""
    try:
        stream.buffer.write(text)
        stream.flush()
    except BrokenPipeError:  # `| head` has seen enough; the exit code still speaks for all
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
