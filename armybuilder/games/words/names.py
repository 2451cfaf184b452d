"""Names, reactions and refusals in words."""

from collections.abc import Mapping, Sequence
from unicodedata import bidirectional

from django.utils.formats import number_format
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.events import FLED, HIDDEN, STABILISED, Marker, Side
from rules.core.game.reaction import OF_MARKER, Modifier, Occasion, ReactionDue, SideKeys
from rules.core.game.rolling import Luck
from rules.core.text import Language

Names = Mapping[tuple[Side, str], str]  # of the pieces and extras of both sides


def reaction_words(item: ReactionDue, side: Side, names: Names, language: Language) -> tuple[str, str]:
    squad = names.get((side, item.squad), item.squad)
    head = (
        gettext("Morale of %(squad)s") % {"squad": squad} if item.squad else gettext("Morale of those nearby")
    )
    why = "; ".join(_occasion(one, names, language) for one in item.occasions)
    faces = ", ".join(f"{face} ({man})" for man, face in item.faces)
    shown = gettext(". Rolled: %(faces)s") % {"faces": faces} if faces else ""
    return head, f"{why}. {_rolled(item, language)}{shown}"


def added_words(item: ReactionDue, names: Names, language: Language) -> str:
    added = ", ".join(_modifier(one, names, language) for one in item.others)
    return gettext("Add: %(added)s.") % {"added": added} if added else ""


def _occasion(one: Occasion, names: Names, language: Language) -> str:
    who = _labels(one.keys, names)
    if one.fact == "damage":
        return gettext("Hit: %(men)s") % {"men": who}
    words = {"what": one.name.to(language), "who": who, "cm": one.within}
    if one.fact == "called":
        return one.name.to(language)
    if one.within is not None:
        return gettext("%(what)s within %(cm)s cm (%(who)s)") % words
    return f"{words['what']} ({who})"


def _rolled(item: ReactionDue, language: Language) -> str:
    words = {
        "die": item.die,
        "most": item.most,
        "added": ", ".join(f"{one.name.to(language)} {one.amount}" for one in item.counted),
    }
    if item.most is None:
        return gettext("Each man for himself: 1d%(die)s") % words
    if item.counted:
        return gettext("Each man for himself: 1d%(die)s, up to %(most)s (%(added)s)") % words
    return gettext("Each man for himself: 1d%(die)s, up to %(most)s before modifiers") % words


def _modifier(one: Modifier, names: Names, language: Language) -> str:
    whom = f" ({_labels(one.keys, names)})" if one.keys else ""
    return f"{one.name.to(language)} {one.amount}{whom}"


def _labels(keys: SideKeys, names: Names) -> str:
    """Return men and vehicles by their numbers on paper, markers by theirs on the table, squads and extras by name."""
    return ", ".join(_label(side, key, names) for side, key in keys)


def _label(side: Side, key: str, names: Names) -> str:
    if key.startswith(OF_MARKER):
        return gettext("marker %(number)s") % {"number": key.removeprefix(OF_MARKER)}
    return names.get((side, key), key) if key[0] in "SX" else key


STATE_WORDS: dict[str, StrPromise] = {
    "hit": pgettext_lazy("vehicle", "hit"),
    "immobile": pgettext_lazy("vehicle", "immobile"),
    "out": pgettext_lazy("vehicle", "out of action"),
    "exploded": pgettext_lazy("vehicle", "exploded"),
    STABILISED: _("stabilised"),
    FLED: _("fled"),
    HIDDEN: _("hidden"),
}


FSI, PDI = "\u2068", "\u2069"  # around text with its own direction
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def set_apart(name: str) -> str:
    if name.isascii():
        return name
    kinds = set(map(bidirectional, name))
    if kinds.isdisjoint({"R", "AL"} | TURNING):
        return name
    return f"{FSI}{''.join(sign for sign in name if bidirectional(sign) not in TURNING)}{PDI}"


def marker_word(marker: Marker, side: Side, names: Names, catalogue: Catalogue, language: Language) -> str:
    """Return the kind of a marker and its piece: "ambush (Ferri)"."""
    word = next(
        (kind.name.to(language) for kind in catalogue.markers if kind.id == marker.about), marker.about
    )
    return f"{word} ({names.get((side, marker.piece), marker.piece)})" if marker.piece else word


def state_word(state: str, catalogue: Catalogue, language: Language) -> str:
    own = next((item for item in catalogue.states if item.id == state), None)
    if own is not None:
        return own.name.to(language)
    return str(STATE_WORDS.get(state, state))


def score_words(points: Mapping[Side, int], sides: Sequence[Side]) -> str:
    """Return the points of both sides in short, in their order: "20 : 0"."""
    return " : ".join(str(points[side]) for side in sides)


def luck_words(luck: Luck) -> str:
    """Return the luck of dice: their number, those that passed, the expected number, the chance of this few."""
    return gettext(
        "%(dice)s dice, %(passed)s passed, %(expected)s expected; this many or fewer: %(chance)s%%"
    ) % {
        "dice": luck.dice,
        "passed": luck.passed,
        "expected": number_format(float(luck.expected), decimal_pos=1),
        "chance": percent(luck.chance),
    }


def percent(chance: object) -> str:
    """Return a chance in words: 100 only for certainty, 0 only for the impossible."""
    value = float(chance) * 100  # type: ignore[arg-type]
    whole = round(value)
    return str(min(99, max(1, whole))) if 0 < value < 100 else str(whole)


#: By the reason of an EventRefusedError.
LINE_REFUSALS: Mapping[str, StrPromise] = {
    "no-piece": _("Nobody in the list has that number."),
    "no-state": _("The game does not have that state."),
    "no-extra": _("The list does not have that extra."),
    "no-squad": _("The list does not have that squad."),
    "no-row": _("The game does not count those points."),
    "no-marker": _("The game does not have that marker."),
    "no-attack": _(
        "The attacker can only be recorded before the game starts, if the rules have an attacker."
    ),
    "no-limit": _(
        "The number of turns can only be set before the game starts, to a number that the dice can give."
    ),
    "no-phase": _("Nothing was changed: the game is not at that stage. Look at the table."),
    "no-turn": _("Nothing was changed: that turn does not follow the current one. Look at the table."),
    "not-due": _("Nothing was changed: that is not due now. Look at the table."),
    "said-already": _("That has been recorded already: look at the log."),
    "too-often": _("That cannot happen that many times."),
    "gone": _("That man or vehicle is already lost. Untick the loss first."),
    "not-wounded": _("Only a wounded man can be stabilised."),
    "marker-taken": _(
        "A marker with that number is already on the table, or the marker has changed: look at the markers."
    ),
    "not-started": _("You can sign once the game has started."),
    "other-points": _("The points have changed: check them, then sign."),
    "no-undo": _("You can only undo the last thing your side recorded."),
    "rolled": _("These dice are rolled on the site: press “Roll here”."),
    "rolled-here": _("The site rolled the dice for that, and a roll stays. You can only undo its outcome."),
    "ended": _("The game is over. Resume it, or undo its end."),
}
