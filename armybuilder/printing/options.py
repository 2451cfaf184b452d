"""What a print-out can be asked for; it stands in the address, so that a link is a print-out."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, cast

from armybuilder.numbers import whole_number
from rules.core.text import LANGUAGES, Language

Form = Literal["roster", "cards", "reference", "deployment", "booklet"]
Paper = Literal["a4", "letter"]
CardFor = Literal["group", "figure"]  # a card for each row of the list, or for each man and vehicle
CardKinds = Literal["all", "troops", "squads", "extras"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")
CARDS_FOR: tuple[CardFor, ...] = ("group", "figure")
CARD_KINDS: tuple[CardKinds, ...] = ("all", "troops", "squads", "extras")
BLANKS_AT_MOST = 18  # blank cards
# mm between the side margins of print.css (11 mm each).
CONTENT_WIDTH: dict[Paper, float] = {"a4": 188.0, "letter": 193.9}


@dataclass(frozen=True, slots=True)
class RulesVersion:
    """A version of a ruleset, and the day it was made."""

    number: int
    date: date


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a list comes from, which it does not say itself: its rules, and where others read it ("": nowhere)."""

    rules: RulesVersion | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Options:
    """Paper, language, and whether to save ink (no fills). No query string can say the `origin`.

    Cards alone read `each`, `kinds`, `backs` and how many `blanks` come with them.
    """

    language: Language
    paper: Paper = "a4"
    ink: bool = False
    origin: Origin = Origin()
    each: CardFor = "group"
    kinds: CardKinds = "all"
    backs: bool = False
    blanks: int = 0

    @property
    def content_width(self) -> float:
        """The width between the margins, mm."""
        return CONTENT_WIDTH[self.paper]


def read_options(query: Mapping[str, str], page_language: Language) -> Options:
    """Return the options of a query string. What it does not say, or says wrongly, is the page's language and A4."""
    language, paper = query.get("language"), query.get("paper")
    each, kinds = query.get("each"), query.get("kinds")
    return Options(
        language=cast(Language, language) if language in LANGUAGES else page_language,
        paper=cast(Paper, paper) if paper in PAPERS else "a4",
        ink=query.get("ink") == "1",
        each=cast(CardFor, each) if each in CARDS_FOR else "group",
        kinds=cast(CardKinds, kinds) if kinds in CARD_KINDS else "all",
        backs=query.get("backs") == "1",
        blanks=_count(query.get("blanks", ""), BLANKS_AT_MOST),
    )


def _count(text: str, most: int) -> int:
    """A small number, at most so many; what is none is 0."""
    return min(whole_number(text, digits=3) or 0, most)
