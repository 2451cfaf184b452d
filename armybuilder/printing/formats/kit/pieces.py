"""Tokens and paper standees to cut out, with the numbers of men and vehicles on the roster.

Tokens: states of men, hidden troops, vehicles out of action, numbered markers, the active side. Standees fold up: a
man, a vehicle, a civilian or a journalist, and a foot.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from armybuilder.printing.formats.kit.sizes import KIT
from armybuilder.printing.layout import fit
from armybuilder.printing.layout.fit import Text
from armybuilder.printing.units.setting import Setting
from armybuilder.printing.units.squads import squads_of
from rules.core.document.roster import Figure
from rules.core.document.rows import numbered
from rules.core.procedures import bystanders

TOKEN_ROOM = KIT.token - 2 * KIT.token_padding
WORDS = (8.0, 7.5, 7.0, 6.5)  # points
# States with their own sign, drawn in `static/print/tokens`.
SIGNS = {"suppressed", "shocked", "tired", "wounded", "badly-wounded", "first-wound"}

ROOM = KIT.standee_width - 2 * KIT.standee_padding
NAMES = (9.0, 8.0, 7.0, 6.5)  # points
WEAPONS = (7.5, 7.0, 6.5)
HIGH = fit.height(2, NAMES[1])  # mm
DRAWN = {"civilian", "journalist"}  # markers with a picture


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its sign, word and number."""

    sign: str
    word: Text
    number: str


def tokens(setting: Setting) -> Iterator[Token]:
    """Yield the tokens of a list kind by kind."""
    catalogue, pieces = setting.catalogue, list(numbered(setting.roster))
    men = [item.key for item in pieces if isinstance(item.row, Figure)]
    for state in catalogue.states:
        if state.effect != "out":
            sign = next((name for name in (state.id, state.effect) if name in SIGNS), "state")
            yield from _tokens(sign, setting.say(state.name), men)
    if catalogue.odds.spotting:
        yield from _tokens("hidden", gettext("hidden"), men)
    vehicles = [item.key for item in pieces if item.key not in set(men)]
    yield from _tokens("out", gettext("out of action"), vehicles)
    # Includes IEDs, which look like dummies on the table.
    markers = range(1, (catalogue.procedures.objectives or 0) + 1)
    yield from _tokens("marker", gettext("objective"), map(str, markers))
    if catalogue.odds.initiative:
        yield from _tokens("active", gettext("active"), [""])


def _tokens(sign: str, word: str, numbers: Iterable[str]) -> Iterator[Token]:
    fitting = fit.fit(word, fit.TITLE, WORDS, TOKEN_ROOM)
    yield from (Token(sign, fitting, number) for number in numbers)


@dataclass(frozen=True, slots=True)
class Standee:
    """A standee: its front with number, name and weapons, its back with number and picture, the owner on its foot."""

    number: str
    name: Text
    weapons: Text
    picture: str
    foot: str


def standees(setting: Setting) -> Iterator[Standee]:
    """Yield a standee for each man and vehicle, then for bystanders."""
    for squad in squads_of(setting):
        for unit in squad.units:
            told = ", ".join(dict.fromkeys(unit.armed))
            for key in unit.keys:
                yield _standee(key, squad.name, unit.name, told, unit.icon)
    for number, kind in bystanders(setting.catalogue, setting.roster):
        word = setting.say(kind.name).capitalize()
        yield _standee(f"{word[:1]}{number}", "", word, "", kind.id if kind.id in DRAWN else "")


def _standee(number: str, squad: str, name: str, weapons: str, picture: str) -> Standee:
    return Standee(
        number,
        fit.fit(name, fit.TITLE, NAMES, ROOM, HIGH),
        fit.fit(weapons, fit.MEDIUM, WEAPONS, ROOM, HIGH),
        picture,
        fit.fit(" · ".join(filter(None, (number, squad.strip()))), fit.MEDIUM, (fit.FLOOR,), ROOM).text,
    )
