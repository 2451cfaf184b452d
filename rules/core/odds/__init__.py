"""Exact odds: a question about dice (`odds/1`) and its answer. Pure Python.

answer                     bytes in, `odds-answer/1` out; `answer_to` for a question already read
profile_of, strengths_of   the strengths of a list
facts_in_hand, rolls_in_hand, at_air, save_of   the rolls of a man with a weapon, and his saves
printed_handbook           the handbook with its numbers
"""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from rules.core.catalogue.library import Library
from rules.core.odds import bombardment, close_quarters, fire, nerve, profile, rolls
from rules.core.odds.book import Book
from rules.core.odds.format.questions import AnyQuestion
from rules.core.odds.format.reading import UnreadableQuestionError, question_of, read_question
from rules.core.odds.handbook import printed_handbook
from rules.core.odds.in_hand import at_air, facts_in_hand, rolls_in_hand, save_of
from rules.core.odds.profile import AtDistance, Curve, Profile, profile_of, usual_target
from rules.core.odds.strengths import OpposedRoll, Strengths, stops_armour, strengths_of
from rules.core.text import Language

# Each takes a question of its type, and raises UnreadableListError if the ruleset cannot answer it.
ANSWERS: dict[str, Callable[[Book, Any], dict[str, Any]]] = {
    "fire": fire.answer,
    "save": fire.save,
    "covering-fire": nerve.covering_fire,
    "suppression": nerve.suppression,
    "morale": nerve.morale,
    "spotting": rolls.spotting,
    "melee": close_quarters.melee,
    "storming": close_quarters.storming,
    "initiative": close_quarters.initiative,
    "bombardment": bombardment.answer,
    "roll": rolls.roll,
    "profile": profile.answer,
}


def answer(data: bytes, library: Library, language: Language = "en") -> dict[str, Any]:
    """Return the `odds-answer/1` for the question in `data`. Raises UnreadableListError if it is not a question."""
    return answer_to(read_question(data, library), library, language)


def answer_to(question: AnyQuestion, library: Library, language: Language = "en") -> dict[str, Any]:
    """Return the `odds-answer/1` for a question. Raises UnreadableListError if its ruleset has no answer."""
    book = Book(library, library.catalogues[question.ruleset], language)
    head: dict[str, Any] = {
        "format": "odds-answer/1",
        "ruleset": question.ruleset,
        "question": question.question,
    }
    if question.id is not UNSET:
        head["id"] = question.id
    return head | ANSWERS[question.question](book, question)
