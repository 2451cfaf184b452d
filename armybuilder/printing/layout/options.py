"""The options of all formats. `choosing/forms.py` reads them from an address."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from rules.core.text import Language

Sides = Literal[1, 2]  # of the paper
Paper = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """A version of a ruleset, and the day it was made."""

    number: int
    date: date


@dataclass(frozen=True, slots=True)
class ListVersion:
    """A version of a list, the day it was made, and how the digest of its file begins (`sha256sum` of the export)."""

    number: int
    date: date
    digest: str


@dataclass(frozen=True, slots=True)
class Handed:
    """What a list was handed in for: its roster is for a referee and an opponent, without notes, notes on rules, boxes.

    `label` stands above the name, `facts` (label, text) below it, after the `code`, which is checked at `address`.
    Its extras stand on it only where they are `told`.
    """

    label: str
    code: str
    facts: tuple[tuple[str, str], ...]
    address: str
    told: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a list comes from, which it does not say itself: its rules, and where others read it ("": nowhere).

    `player`: whose it is ("": nobody who has a name). `version`: which of its versions this is. `handed`: of one that
    was handed in for an evening.
    """

    rules: RulesVersion | None = None
    link: str = ""
    player: str = ""
    version: ListVersion | None = None
    handed: Handed | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What every format reads: language, paper, whether to save ink (no fills). No query string can say the `origin`.

    A format with options of its own has a subclass. Of what is bound together: `duplex`: each list or format begins on
    a front; `cover`: a bundle begins with a page that says what is in it; `kit`: everything for the table includes the
    kit to cut out.
    """

    language: Language
    paper: Paper = "a4"
    ink: bool = False
    origin: Origin = Origin()
    duplex: bool = False
    cover: bool = False
    kit: bool = False

    @property
    def sides(self) -> Sides:
        """Return how many sides of the paper are printed on, where there are several lists or formats."""
        return 2 if self.duplex else 1
