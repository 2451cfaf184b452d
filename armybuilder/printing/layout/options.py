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
    """A version of a list, its day, and the beginning of its file's digest (`sha256sum` of the export)."""

    number: int
    date: date
    digest: str


@dataclass(frozen=True, slots=True)
class Handed:
    """The games night of a submitted list: its roster is for a referee and an opponent, without notes or boxes.

    `label` is above the name, `facts` (label, text) below it, after the `code`, which can be checked at `address`.
    Its extras are printed only if they are `told`.
    """

    label: str
    code: str
    facts: tuple[tuple[str, str], ...]
    address: str
    told: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a list: its rules, and its address for other readers ("": none).

    `player`: its owner ("": none with a name). `version`: its version. `handed`: for a list submitted to a games
    night.
    """

    rules: RulesVersion | None = None
    link: str = ""
    player: str = ""
    version: ListVersion | None = None
    handed: Handed | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """Print options: language, paper, amount of ink.

    `duplex`: double-sided, with backs for cut-out sheets. `opponent`: the roster is the half page for the opponent.
    `blank`: the cards are nine to fill in by hand. `cover`: a bundle starts with its contents. No address can set the
    `origin`.
    """

    language: Language
    paper: Paper = "a4"
    ink: bool = False
    origin: Origin = Origin()
    duplex: bool = False
    opponent: bool = False
    blank: bool = False
    cover: bool = False

    @property
    def sides(self) -> Sides:
        """Return how many sides of the paper are printed."""
        return 2 if self.duplex else 1
