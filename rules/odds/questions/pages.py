"""The questions besides fire: how each is read from an address, and how its answer is shown."""

from collections.abc import Callable
from typing import Any

from rules.odds.asking.facts import Engine
from rules.odds.asking.fields import Address
from rules.odds.asking.forms import QuestionForm
from rules.odds.questions.close_quarters import (
    read_initiative,
    read_melee,
    read_storming,
    show_initiative,
    show_melee,
    show_storming,
)
from rules.odds.questions.hits import (
    read_bombardment,
    read_covering,
    read_save,
    show_bombardment,
    show_covering,
    show_save,
)
from rules.odds.questions.rolls import (
    read_morale,
    read_roll,
    read_spotting,
    read_suppression,
    show_morale,
    show_roll,
    show_spotting,
    show_suppression,
)
from rules.odds.showing.answers import Answer, Raw

# Each shows a question of its own type.
PAGES: dict[str, tuple[Callable[[Address, Engine], QuestionForm], Callable[[Engine, Any, Raw], Answer]]] = {
    "save": (read_save, show_save),
    "covering-fire": (read_covering, show_covering),
    "spotting": (read_spotting, show_spotting),
    "suppression": (read_suppression, show_suppression),
    "morale": (read_morale, show_morale),
    "melee": (read_melee, show_melee),
    "storming": (read_storming, show_storming),
    "initiative": (read_initiative, show_initiative),
    "bombardment": (read_bombardment, show_bombardment),
    "roll": (read_roll, show_roll),
}
