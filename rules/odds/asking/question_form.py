"""What the forms of all questions but fire share: a question as it is read, and the fields that several have."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rules.core.catalogue.odds.effects import Question
from rules.odds.asking.engine import Engine
from rules.odds.asking.facts import Facts
from rules.odds.asking.fields import Address, Field, FormSide, NumberInput, TickInput, choice
from rules.odds.asking.targets import Aimed
from rules.odds.showing.answers import Piece, piece
from rules.odds.showing.numbers import Raw
from rules.odds.showing.words import names


@dataclass(frozen=True, slots=True)
class QuestionForm:
    """A question as an address tells it, the fields of its form, and its facts where it has any."""

    raw: Raw
    sides: tuple[FormSide, ...]
    facts: Facts


@dataclass(frozen=True, slots=True)
class TargetForm(QuestionForm):
    """A question about hits on somebody."""

    aimed: Aimed


def classes(engine: Engine) -> dict[str, str]:
    """Return the names of the classes by their ids."""
    return names(engine.catalogue.classes, engine.language)


def ask_class(address: Address, engine: Engine, name: str, label: str) -> tuple[str, Field]:
    """Return the class that an address tells, a middle one where it tells none, and its field."""
    known = classes(engine)
    value = address.one_of(name, known, list(known)[len(known) // 2])
    return value, choice(name, label, known, value)


def ask_number(
    address: Address, name: str, label: str, bounds: tuple[int, int], default: int
) -> tuple[int, Field]:
    """Return the number that an address tells, and its field."""
    value = address.number(name, *bounds, default, keep=True)
    return value, NumberInput(name, label, value, *bounds)


def ask_facts(address: Address, engine: Engine, question: Question) -> Facts:
    """Return the facts that an address tells."""
    return Facts.read(address, engine.catalogue.odds, question, engine.language)


def ask_ticks(
    address: Address, engine: Engine, question: Question, sides: Iterable[str]
) -> dict[str, tuple[list[str], list[Field]]]:
    """Return the facts told of each side, and their boxes: one side's are told under its letter (`s-leader`)."""
    known = {
        one.id: one.name.to(engine.language)
        for one in engine.catalogue.odds.situations
        if question in one.questions
    }
    address.correct({f"{side}-{fact}": label for side in sides for fact, label in known.items()})
    made: dict[str, tuple[list[str], list[Field]]] = {}
    for side in sides:
        told = [fact for fact in known if address.tick(f"{side}-{fact}")]
        ticks: list[Field] = [
            TickInput(f"{side}-{fact}", label, fact in told) for fact, label in known.items()
        ]
        made[side] = told, ticks
    return made


def no_facts(address: Address, engine: Engine) -> Facts:
    """Return that a question asks for no facts of its own."""
    return Facts((), (), engine.language)


def pieces(*parts: tuple[str, Fraction, str]) -> tuple[Piece, ...]:
    """Return the pieces of a bar, each with its name, its chance, and how it is drawn."""
    made, start = [], Fraction(0)
    for label, chance, kind in parts:
        if chance:
            made.append(piece(label, chance, start, kind))
        start += chance
    return tuple(made)
