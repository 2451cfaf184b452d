"""The questions of a ruleset: their addresses; how those besides fire are read from one, and how an answer is shown."""

from collections.abc import Callable

from django.urls import reverse

from rules.core.catalogue.odds.data import Odds
from rules.core.odds import ANSWERS
from rules.odds.asking.form import Form
from rules.odds.questions import close_quarters, hits, rolls
from rules.odds.showing.answers import Answer, Raw
from rules.odds.showing.words import QUESTIONS

PAGES: dict[str, tuple[Callable[[Form], None], Callable[[Form, Raw], Answer]]] = {
    "save": (hits.read_save, hits.show_save),
    "covering-fire": (hits.read_covering, hits.show_covering),
    "spotting": (rolls.read_spotting, rolls.show_spotting),
    "suppression": (rolls.read_suppression, rolls.show_suppression),
    "morale": (rolls.read_morale, rolls.show_morale),
    "melee": (close_quarters.read_melee, close_quarters.show_melee),
    "storming": (close_quarters.read_storming, close_quarters.show_storming),
    "initiative": (close_quarters.read_initiative, close_quarters.show_initiative),
    "bombardment": (hits.read_bombardment, hits.show_bombardment),
    "roll": (rolls.read_roll, rolls.show_roll),
}


def questions_of(odds: Odds) -> list[str]:
    """Return the answerable questions of a ruleset, in the order of the tabs."""
    known = ANSWERS.keys() & odds.questions
    return [question for question in QUESTIONS if question in known]


def page_of(ruleset_id: str, question: str) -> str:
    if question == "fire":
        return reverse("odds:fire", args=[ruleset_id])
    return reverse("odds:question", args=[ruleset_id, question])
