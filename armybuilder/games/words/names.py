"""Names, reactions and refusals in words."""

from collections.abc import Mapping, Sequence
from unicodedata import bidirectional

from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry
from rules.core.game.events import FLED, HIDDEN, STABILISED, Marker, Side
from rules.core.game.reaction import OF_MARKER, Modifier, Occasion, ReactionDue, SideKeys
from rules.core.game.side_status import kind_of
from rules.core.text import Language

Names = Mapping[tuple[Side, str], str]  # of the pieces and extras of both sides


STATE_WORDS: dict[str, StrPromise] = {
    "hit": pgettext_lazy("vehicle", "hit"),
    "immobile": pgettext_lazy("vehicle", "immobile"),
    "out": pgettext_lazy("vehicle", "out of action"),
    "exploded": pgettext_lazy("vehicle", "exploded"),
    STABILISED: _("stabilised"),
    FLED: _("fled"),
    HIDDEN: _("hidden"),
}


class Words(Struct, frozen=True):
    """The words of a game, in a language. `names`: of the pieces, squads and extras of both sides."""

    catalogue: Catalogue
    language: Language
    names: Names = {}

    def name(self, side: Side, key: str) -> str:
        return self.names.get((side, key), key)

    def extra(self, row: ExtraEntry) -> str:
        known = self.catalogue.extra_by_id.get(row.extra)
        name = known.name.to(self.language) if known else row.extra
        return f"{name} {row.level}" if row.level else name

    def marker(self, marker: Marker, side: Side) -> str:
        """Return the kind of a marker and its piece: "ambush (Ferri)"."""
        kind = kind_of(self.catalogue, marker)
        word = kind.name.to(self.language) if kind else marker.about
        return f"{word} ({self.name(side, marker.piece)})" if marker.piece else word

    def state(self, state: str) -> str:
        own = next((item for item in self.catalogue.states if item.id == state), None)
        return own.name.to(self.language) if own else str(STATE_WORDS.get(state, state))


def reaction_words(item: ReactionDue, side: Side, words: Words) -> tuple[str, str]:
    squad = words.name(side, item.squad)
    head = gettext("Morale of %(squad)s") % {"squad": squad} if item.squad else gettext("Morale of those nearby")
    why = "; ".join(_occasion(one, words) for one in item.occasions)
    faces = ", ".join(f"{face} ({man})" for man, face in item.faces)
    shown = gettext(". Rolled: %(faces)s") % {"faces": faces} if faces else ""
    return head, f"{why}. {_rolled(item, words.language)}{shown}"


def added_words(item: ReactionDue, words: Words) -> str:
    added = ", ".join(_modifier(one, words) for one in item.others)
    return gettext("Add: %(added)s.") % {"added": added} if added else ""


def _occasion(one: Occasion, words: Words) -> str:
    who, what = _labels(one.keys, words), one.name.to(words.language)
    if one.fact == "damage":
        return gettext("Hit: %(men)s") % {"men": who}
    if one.fact == "called":
        return what
    if one.within is not None:
        return gettext("%(what)s within %(cm)s cm (%(who)s)") % {"what": what, "cm": one.within, "who": who}
    return f"{what} ({who})"


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


def _modifier(one: Modifier, words: Words) -> str:
    whom = f" ({_labels(one.keys, words)})" if one.keys else ""
    return f"{one.name.to(words.language)} {one.amount}{whom}"


def _labels(keys: SideKeys, words: Words) -> str:
    """Return men and vehicles by their numbers on paper, markers by theirs on the table, squads and extras by name."""
    return ", ".join(_label(side, key, words) for side, key in keys)


def _label(side: Side, key: str, words: Words) -> str:
    if key.startswith(OF_MARKER):
        return gettext("marker %(number)s") % {"number": key.removeprefix(OF_MARKER)}
    return words.name(side, key) if key[0] in "SX" else key


FSI, PDI = "\u2068", "\u2069"  # around text with its own direction
TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def set_apart(name: str) -> str:
    if name.isascii():
        return name
    kinds = set(map(bidirectional, name))
    if kinds.isdisjoint({"R", "AL"} | TURNING):
        return name
    return f"{FSI}{''.join(sign for sign in name if bidirectional(sign) not in TURNING)}{PDI}"


def score_words(points: Mapping[Side, int], sides: Sequence[Side]) -> str:
    """Return the points of both sides in short, in their order: "20 : 0"."""
    return " : ".join(str(points[side]) for side in sides)


def percent(chance: object) -> str:
    """Return a chance in words: 100 only for certainty, 0 only for the impossible."""
    value = float(chance) * 100  # type: ignore[arg-type]
    whole = round(value)
    return str(min(99, max(1, whole))) if 0 < value < 100 else str(whole)


#: By the reason of an EventRefusedError.
LINE_REFUSALS: Mapping[str, StrPromise] = {
    "unknown": _("The list or the game does not have that."),
    "no-attack": _("The attacker can only be recorded before the game starts, if the rules have an attacker."),
    "no-limit": _("The number of turns can only be set before the game starts, to a number that the dice can give."),
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
