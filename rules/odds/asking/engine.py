"""Asking the engine in the words of a page."""

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.odds import answer_to, question_of
from rules.core.odds.answering import ANSWERS
from rules.core.text import Language
from rules.odds.showing.numbers import Raw
from rules.odds.showing.words import side_names


def answerable() -> frozenset[str]:
    """Return the questions that the engine answers."""
    return frozenset(ANSWERS)


@dataclass(frozen=True, slots=True)
class Engine:
    """The rules of a ruleset among all others, and the language of their sentences."""

    library: Library
    catalogue: Catalogue
    language: Language

    def ask(self, raw: Raw) -> Raw:
        """Return the answer to a question of the ruleset. Raises UnreadableListError where it has none."""
        question = {"format": "odds/1", "ruleset": self.catalogue.id} | raw
        return answer_to(question_of(question, self.library), self.library, self.language)

    def try_asking(self, raw: Raw) -> Raw | None:
        """Return the answer to a question; None where it has none."""
        try:
            return self.ask(raw)
        except UnreadableListError:
            return None

    def refusal(self, error: UnreadableListError) -> str:
        """Return why a question has no answer, as the page says it."""
        reason = error.line(self.language).removeprefix(f"{error.path}: ")
        if error.path in side_names():
            return gettext("No answer, “%(side)s”: %(reason)s.") % {
                "side": side_names()[error.path],
                "reason": reason,
            }
        return gettext("No answer: %(reason)s.") % {"reason": reason}
