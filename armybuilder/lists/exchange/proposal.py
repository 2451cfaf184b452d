"""The result of reading a text: each line beside its result, questions, and words not understood."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from armybuilder.lists.recognition.heads import Game, Head
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.document.problem import Problem
from rules.core.document.roster import Roster

RosterTable = Literal["figures", "vehicles", "extras"]


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a preview. `picks`: meanings by the keys of questions; "": not answered."""

    game: str = ""
    role: str = ""
    name: str = ""
    picks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A guess: the words, their possible meanings, and the current one. `answered`: by the user."""

    key: str
    term: Term
    chosen: Meaning
    answered: bool = False


@dataclass(frozen=True, slots=True)
class RosterPlace:
    """Where something stands: in which squad (None: the list), in which table, at which number (-1: the squad)."""

    squad: int | None
    table: RosterTable = "figures"
    number: int = -1


@dataclass(slots=True)
class ImportedRow:
    """The result of a line or part of it; `price`: the points typed beside it.

    `agrees`: the classes with this price; `decided`: the questions that the price answers.
    """

    place: RosterPlace
    price: int | None = None
    questions: list[Question] = field(default_factory=list)
    agrees: set[str] = field(default_factory=set)
    decided: dict[str, set[str]] = field(default_factory=dict)


@dataclass(slots=True)
class ImportedLine:
    """A typed line with its number, its result, and its note of the list.

    `left_out`: what the text says not to take. `is_head`: it says something of the list. `is_unsure`: it may have been
    misread, though nothing of it is asked.
    """

    number: int
    text: str
    rows: list[ImportedRow] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    is_head: bool = False
    is_unsure: bool = False

    @property
    def is_guess(self) -> bool:
        """Whether something of it is asked, and nobody has answered."""
        return self.is_unsure or any(not question.answered for row in self.rows for question in row.questions)


@dataclass(slots=True)
class Reading:
    """An imported list; None: `game` is asked for, or `problems` say why.

    `stopped`: too much was not understood, and the rest was not read. `total`: the typed points. `force`: the name of
    the force in the list, which is looked up later.
    """

    roster: Roster | None = None
    problems: list[Problem] = field(default_factory=list)
    stopped: bool = False
    game: Game | None = None
    head: Head = field(default_factory=Head)
    lines: list[ImportedLine] = field(default_factory=list)
    force: str = ""

    @property
    def questions(self) -> list[Question]:
        """Return all guesses, in the order of the lines."""
        return [question for line in self.lines for row in line.rows for question in row.questions]

    @property
    def unknown(self) -> list[str]:
        """Return the words not understood."""
        return [text for line in self.lines for text in line.unknown]

    @property
    def doubtful(self) -> list[str]:
        """Return the lines with an open guess, or left out."""
        return [line.text for line in self.lines if line.left_out or line.is_guess]
