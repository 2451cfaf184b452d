"""Words of the play screen that several of its parts use: names, states, markers, chances."""

from collections.abc import Mapping, Sequence
from unicodedata import bidirectional

from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from armybuilder.games.words.reactions import Names
from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.events import FLED, HIDDEN, STABILISED, Marker, Side
from rules.core.game.rolling import Luck
from rules.core.text import Language

STATE_WORDS: dict[str, StrPromise] = {
    "hit": pgettext_lazy("vehicle", "hit"),
    "immobile": pgettext_lazy("vehicle", "immobile"),
    "out": pgettext_lazy("vehicle", "out of action"),
    "exploded": pgettext_lazy("vehicle", "exploded"),
    STABILISED: _("stabilised"),
    FLED: _("fled"),
    HIDDEN: _("hidden"),
}


FSI, PDI = "\u2068", "\u2069"  # around what has a direction of its own
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def set_apart(name: str) -> str:
    """Return a name that turns nothing around beside it in a line, whatever direction it has or asks for."""
    if name.isascii():
        return name
    kinds = set(map(bidirectional, name))
    if kinds.isdisjoint({"R", "AL"} | TURNING):
        return name
    return f"{FSI}{''.join(sign for sign in name if bidirectional(sign) not in TURNING)}{PDI}"


def marker_word(marker: Marker, side: Side, names: Names, catalogue: Catalogue, language: Language) -> str:
    """Return what a marker is, and what it stands for: "ambush (Ferri)"."""
    word = next(
        (kind.name.to(language) for kind in catalogue.markers if kind.id == marker.about), marker.about
    )
    return f"{word} ({names.get((side, marker.piece), marker.piece)})" if marker.piece else word


def state_word(state: str, catalogue: Catalogue, language: Language) -> str:
    """Return what a piece is that is in a state."""
    own = next((item for item in catalogue.states if item.id == state), None)
    if own is not None:
        return own.name.to(language)
    return str(STATE_WORDS.get(state, state))


def score_words(points: Mapping[Side, int], sides: Sequence[Side]) -> str:
    """Return the points of both sides in short, in their order: "20 : 0"."""
    return " : ".join(str(points[side]) for side in sides)


def luck_words(luck: Luck) -> str:
    """Return how lucky dice were: how many, how many passed, how many do in the mean, the chance of so few."""
    return gettext(
        "%(dice)s dice, %(passed)s passed, %(expected)s expected; this many or fewer: %(chance)s %%"
    ) % {
        "dice": luck.dice,
        "passed": luck.passed,
        "expected": number_format(float(luck.expected), decimal_pos=1),
        "chance": percent(luck.chance),
    }


def percent(chance: object) -> str:
    """Return a chance as people say it: 100 for certainty alone, 0 for what cannot be."""
    value = float(chance) * 100  # type: ignore[arg-type]
    whole = round(value)
    return str(min(99, max(1, whole))) if 0 < value < 100 else str(whole)
