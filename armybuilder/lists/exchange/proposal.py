"""The result of reading a text: each line beside its result, questions, and words not understood."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from armybuilder.lists.recognition.heads import Game, Head
from armybuilder.lists.recognition.pieces import Term
from armybuilder.lists.recognition.vocabulary import Meaning
from rules.core.document.problem import Problem
from rules.core.document.roster import Roster

RosterTable = Literal["figures", "vehicles", "extras"]


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a preview. `picks` are meanings by question key, "" if not answered."""

    game: str = ""
    role: str = ""
    name: str = ""
    picks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A guess: the words, their possible meanings and the current meaning. `answered`: the user has chosen."""

    key: str
    term: Term
    chosen: Meaning
    answered: bool = False


@dataclass(frozen=True, slots=True)
class RosterPlace:
    """A position: the squad (None for the list), the table and the index (-1 for the squad itself)."""

    squad: int | None
    table: RosterTable = "figures"
    number: int = -1

    def of(self, army: Any) -> Any:
        """Return what is there in a roster, or in a list in progress; None for the list itself."""
        if self.squad is None:
            return army.extras[self.number] if self.number >= 0 else None
        squad = army.squads[self.squad]
        return squad if self.number < 0 else getattr(squad, self.table)[self.number]


@dataclass(slots=True)
class ImportedRow:
    """The result of a line or part of a line. `price` is the points typed beside it.

    `agrees` are the classes with this price; `decided` are the questions answered by the price.
    """

    place: RosterPlace
    price: int | None = None
    questions: list[Question] = field(default_factory=list)
    agrees: set[str] = field(default_factory=set)
    decided: dict[str, set[str]] = field(default_factory=dict)


@dataclass(slots=True)
class LinePart:
    """A text of a line, and the rows read from it: a heading, or things."""

    kind: Literal["title", "rows"]
    text: str
    rows: list[ImportedRow]


@dataclass(slots=True)
class ImportedLine:
    """A typed line with its number, its result, and its note for the list.

    `left_out` are the words excluded by the text. `is_head`: the line is about the list. `is_part`: it was read
    with the line above. `is_unsure`: it may be
    misread, although there is no question about it, unless the user has confirmed it. `key` is that of its questions.
    `said` is its text without markup, `parts` are the texts of its rows, and `sum` is the price of all its things.
    `is_exact`: it is in our own format. `is_row`: it is from a table, with names of columns if `is_counted`, and
    without unknown columns if `is_clear`.
    """

    number: int
    text: str
    rows: list[ImportedRow] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    is_head: bool = False
    is_part: bool = False
    is_unsure: bool = False
    is_confirmed: bool = False
    key: str = ""
    said: str = ""
    parts: list[LinePart] = field(default_factory=list)
    is_exact: bool = False
    is_row: bool = False
    is_counted: bool = False
    is_clear: bool = True
    sum: int = 0

    @property
    def is_guess(self) -> bool:
        """Whether it has an open question."""
        return self.is_unsure or any(not question.answered for row in self.rows for question in row.questions)


@dataclass(slots=True)
class Reading:
    """An imported list; None if `game` is a question, or for the reasons in `problems`.

    `stopped`: too much was not understood, and the rest was not read. `total` is the typed points. `force` is the name
    of the force in the list, looked up later.
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
