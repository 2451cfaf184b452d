"""Problems: what is wrong with something that was read, and where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.core.text.characters import shown
from rules.core.text.messages import READING, fill
from rules.core.text.text import Language

Path = tuple[str | int, ...]
LONGEST_LINE = 900  # the line of an error holds at most 1,000 characters, the file's name included


@dataclass(frozen=True, slots=True)
class Problem:
    """A sentence, and where it holds: in which file, list or version (`subject`), on which line, at which path.

    Line 0, path "" and subject "" are the whole of it.
    """

    text: str
    line: int = 0
    path: str = ""
    subject: str = ""

    def __str__(self) -> str:
        where = f"{self.subject}:{self.line}" if self.line else self.subject
        return f"{where}: {self.text}" if where else self.text


class Breach(NamedTuple):
    """A breach of a format: where, why (a key of `READING`), the facts, and what may have been meant."""

    path: Path
    key: str
    facts: Mapping[str, object]
    meant: str = ""

    def sentence(self, language: Language) -> str:
        """Return why something breaks the format."""
        facts = {name: shown(str(value)) for name, value in self.facts.items()}
        text = fill(READING[self.key], language, facts)
        if not self.meant:
            return text
        return text + "; " + fill(READING["did-you-mean"], language, {"word": shown(self.meant)})


class UnreadableListError(Exception):
    """A document that is no list: where (`path`, "" the whole of it), why (a key of `READING`), and its facts."""

    def __init__(self, path: str, reason: str, meant: str = "", **facts: object) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason
        self.meant = meant
        self.facts = facts

    def line(self, language: Language) -> str:
        """Return the one line that says where the document is wrong and why."""
        text = Breach((), self.reason, self.facts, self.meant).sentence(language)
        path = shown(self.path, 300)
        return (f"{path}: {text}" if path else text)[:LONGEST_LINE]


def dotted(path: Path) -> str:
    """Return a path as it is written: `lists[3].name`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")
