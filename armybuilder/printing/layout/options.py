"""The options of a print-out, as layouts get them. `forms.py` reads them from an address."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from rules.core.document.roster import Roster
from rules.core.text.text import Language

Form = Literal[
    "roster",
    "half",
    "cards",
    "reference",
    "deployment",
    "odds",
    "stands",
    "scenario",
    "kit",
    "booklet",
    "evening",
    "report",
    "cover",
    "numbers",
]
Pack = Literal["table"]  # several forms in one PDF
CardSize = Literal["63x88", "57x87", "70x120"]  # mm
Variant = Literal["", "large", "57x87", "70x120"]  # of a form: other sizes in the same style sheet
Style = str  # a form and its variant, if it is one: "reference/large"
Sides = Literal[1, 2]  # of the paper
Paper = Literal["a4", "letter"]
CardFor = Literal["group", "figure"]  # a card for each row of the list, or for each man and vehicle
CardKinds = Literal["all", "troops", "squads", "extras"]
Strip = Literal["room", "always", "no"]  # the game strip of a roster: where its page has room for it


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
    """Paper, language, and whether to save ink (no fills). No query string can say the `origin`.

    The roster alone reads `strip`. It has lines for a target in cover and for who has moved where `modifiers` are
    wanted, cards unless `plain`. Cards alone read `size`, `each`, `kinds`, `backs`, whether `chances` to hit stand on
    them, and how many `blanks` come. `duplex`: of several lists or forms each begins on a front.
    `photo`: backs have room for one in place of a drawing. `hide_extras`: the half-page roster does not tell them.
    `large`: the quick reference is set in large type. `cover`: a bundle begins with one that says what is in it.
    `against`: in how many of 100 turns each weapon puts this class or vehicle out of action, on roster and cards.
    `kit`: everything for the table has the kit to cut out as well. `enemy`: the id of the list whose tokens the kit
    has, too, as an address says it; `opponent` is that list, where whoever prints may read it.
    """

    language: Language
    paper: Paper = "a4"
    ink: bool = False
    strip: Strip = "room"
    origin: Origin = Origin()
    size: CardSize = "63x88"
    each: CardFor = "group"
    kinds: CardKinds = "all"
    backs: bool = False
    photo: bool = False
    chances: bool = False
    modifiers: bool = False
    plain: bool = False
    blanks: int = 0
    duplex: bool = False
    hide_extras: bool = False
    large: bool = False
    cover: bool = False
    against: str = ""
    kit: bool = False
    enemy: str = ""
    opponent: Roster | None = None

    @property
    def sides(self) -> Sides:
        """Return how many sides of the paper are printed on, where there are several lists or forms."""
        return 2 if self.duplex else 1
