"""Tokens and paper standees to cut out, with the numbers of men and vehicles on the roster.

Tokens: states of men, hidden troops, vehicles out of action, numbered markers, the active side. Standees fold up: a
man, a vehicle, a civilian or a journalist, and a foot.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of
from rules.core.document.roster import Figure
from rules.core.document.rows import numbered
from rules.core.procedures import bystanders


@dataclass(frozen=True, slots=True)
class KitSizes:
    """Sizes in mm, shared by layouts and the style sheet.

    A standee folds into two faces of 33 mm and two feet. The ridge is the pattern along the top of a face.
    """

    token: float = 20.0
    stick: float = 31.0
    stick_words: float = 10.0  # from the edge to the text
    standee_width: float = 30.0
    standee_height: float = 80.0
    standee_foot: float = 7.0
    standee_ridge: float = 2.5


KIT = KitSizes()
# States with their own sign, drawn in `static/print/tokens`.
SIGNS = {"suppressed", "shocked", "tired", "wounded", "badly-wounded", "first-wound"}
DRAWN = {"civilian", "journalist"}  # markers with a picture


class Token(NamedTuple):
    """A token: its sign, word and number."""

    sign: str
    word: str
    number: str


class Standee(NamedTuple):
    """A standee: both sides with number and picture, the front with name and weapons, the foot with the squad."""

    number: str
    name: str
    weapons: str
    picture: str
    squad: str


def tokens(setting: Setting) -> Iterator[Token]:
    """Yield the tokens of a list kind by kind."""
    catalogue, pieces = setting.catalogue, list(numbered(setting.roster))
    men = [item.key for item in pieces if isinstance(item.row, Figure)]
    for state in catalogue.states:
        if state.effect != "out":
            sign = next((name for name in (state.id, state.effect) if name in SIGNS), "state")
            yield from (Token(sign, setting.say(state.name), number) for number in men)
    if catalogue.odds.spotting:
        yield from (Token("hidden", gettext("hidden"), number) for number in men)
    vehicles = (item.key for item in pieces if not isinstance(item.row, Figure))
    yield from (Token("out", gettext("out of action"), number) for number in vehicles)
    # Includes IEDs, which look like dummies on the table.
    for marker in range(1, (catalogue.procedures.objectives or 0) + 1):
        yield Token("marker", gettext("objective"), str(marker))
    if catalogue.odds.initiative:
        yield Token("active", gettext("active"), "")


def standees(setting: Setting) -> Iterator[Standee]:
    """Yield a standee for each man and vehicle, then for bystanders."""
    for squad in squads_of(setting):
        for unit in squad.units:
            weapons = ", ".join(dict.fromkeys(unit.armed))
            yield from (Standee(key, unit.name, weapons, unit.icon, squad.name) for key in unit.keys)
    for number, kind in bystanders(setting.catalogue, setting.roster):
        word = setting.say(kind.name).capitalize()
        yield Standee(f"{word[:1]}{number}", word, "", kind.id if kind.id in DRAWN else "", "")
