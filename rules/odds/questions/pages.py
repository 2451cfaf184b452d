"""The questions besides fire: how each is read from an address, and how its answer is shown."""

from collections.abc import Callable
from typing import Any

from rules.odds.asking.facts import Engine
from rules.odds.asking.fields import Address
from rules.odds.asking.forms import QuestionForm
from rules.odds.questions import close_quarters, hits, rolls
from rules.odds.showing.answers import Answer, Raw

# Each shows a question of its own type.
PAGES: dict[str, tuple[Callable[[Address, Engine], QuestionForm], Callable[[Engine, Any, Raw], Answer]]] = {
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
