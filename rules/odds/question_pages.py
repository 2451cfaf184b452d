"""Which questions of a ruleset have a page, and where it stands."""

from django.urls import reverse

from rules.core.catalogue.odds.data import Odds
from rules.odds.asking.engine import answerable
from rules.odds.showing.words import QUESTIONS


def questions_of(odds: Odds) -> list[str]:
    """Return the questions that a ruleset has and that can be answered, in the order of the tabs."""
    known = answerable().intersection(odds.questions)
    return [question for question in QUESTIONS if question in known]


def page_of(ruleset_id: str, question: str) -> str:
    """Return the address of a ruleset's page of a question."""
    if question == "fire":
        return reverse("odds:fire", args=[ruleset_id])
    return reverse("odds:question", args=[ruleset_id, question])
