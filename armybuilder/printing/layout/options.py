"""The options of all formats. `choosing/forms.py` reads them from an address."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from rules.core.text import Language

Sides = Literal[1, 2]  # of the paper
Paper = Literal["a4", "letter"]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a ruleset or a list, and its date; of a list also the start of the digest of its file.

    That is the `sha256sum` of the export.
    """

    number: int
    date: date
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Handed:
    """The games night of a submitted list. Its roster is for a referee and an opponent, without notes or boxes.

    `label` is above the name, `facts` (label, text) below it, after the `code`, which can be checked at `address`.
    Its extras are printed only if `told`.
    """

    label: str
    code: str
    facts: tuple[tuple[str, str], ...]
    address: str
    told: bool


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a list: its rules, and its address for other readers ("" without one).

    `player` is its owner ("" without a name). `version` is its version. `handed` is set for a list submitted to a games
    night.
    """

    rules: Version | None = None
    link: str = ""
    player: str = ""
    version: Version | None = None
    handed: Handed | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """Print options: language, paper, amount of ink.

    `duplex`: double-sided, with backs for cut-out sheets. `opponent`: the roster is the opponent's half page.
    `blank`: nine cards to fill in by hand. `cover`: a bundle starts with a cover page. No address can set the
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
        """Return the number of printed sides of the paper."""
        return 2 if self.duplex else 1
