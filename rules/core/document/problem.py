"""Problems of a document, and their places."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import NamedTuple

import msgspec

from rules.core.text import Language, Text, fill, shown

Path = tuple[str | int, ...]
LONGEST_LINE = 900  # the line of an error has at most 1,000 characters, including the file name

READING = msgspec.yaml.decode(FilePath(__file__).with_name("problems.yaml").read_bytes(), type=dict[str, Text])

# The names of JSON types in a sentence.
TYPE_NAMES = {
    "object": "{…}",
    "array": "[…]",
    "string": "“…”",
    "integer": "0, 1, 2, …",
    "boolean": "true, false",
    "null": "null",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence and its place: in which file, list or version (`subject`), on which line, at which path.

    Line 0, path "" and subject "" mean the whole of it.
    """

    text: str
    line: int = 0
    path: str = ""
    subject: str = ""

    def __str__(self) -> str:
        where = f"{self.subject}:{self.line}" if self.line else self.subject
        return f"{where}: {self.text}" if where else self.text


class Breach(NamedTuple):
    """A breach of a format: its place, its reason (a key of `READING`), the facts, and a suggestion."""

    path: Path
    key: str
    facts: Mapping[str, object]
    meant: str = ""

    def sentence(self, language: Language) -> str:
        """Return the reason why something breaks the format."""
        facts = {name: shown(str(value)) for name, value in self.facts.items()}
        text = fill(READING[self.key], language, facts)
        if not self.meant:
            return text
        return text + "; " + fill(READING["did-you-mean"], language, {"word": shown(self.meant)})


class UnreadableListError(Exception):
    """A document that is not a list: where (`path`, "" the whole), why (a key of `READING`), and the facts."""

    def __init__(self, path: str, reason: str, meant: str = "", **facts: object) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason
        self.meant = meant
        self.facts = facts

    def line(self, language: Language) -> str:
        """Return one line that says what is wrong with the document, and where."""
        text = Breach((), self.reason, self.facts, self.meant).sentence(language)
        path = shown(self.path, 300)
        return (f"{path}: {text}" if path else text)[:LONGEST_LINE]


def dotted(path: Path) -> str:
    """Return a path as it is written: `lists[3].name`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
