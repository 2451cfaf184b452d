"""What is said of a game, in words: its log, and what is due."""

from collections.abc import Callable
from functools import cached_property
from unicodedata import bidirectional

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.games.reaction_words import Names, reaction_words
from rules.core.catalogue import Catalogue
from rules.core.game.due import (
    Due,
    EndedDue,
    InitiativeDue,
    LastTurnDue,
    MarkerDue,
    MoraleDue,
    WoundedDue,
)
from rules.core.game.events import (
    FLED,
    HIDDEN,
    STABILISED,
    Active,
    AnyEvent,
    Called,
    LimitIs,
    Line,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Scored,
    Side,
    Signed,
    TurnIs,
    Undone,
    Used,
)
from rules.core.game.luck import Luck
from rules.core.game.reaction import ReactionDue, called_by
from rules.core.game.rolling import INITIATIVE, LIMIT, MORALE, SUPPRESSION
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


class LogWords(Struct, frozen=True):
    """A line of the log in words, and whose it is. `who`: what the side is called; "": it is of the whole table."""

    side: Side
    who: str
    words: str
    is_own: bool

    def __str__(self) -> str:
        return f"{self.who}: {self.words}" if self.who else self.words


class LogTurn(Struct, frozen=True, dict=True):
    """What was said in a turn, the last of it first. `in_words`: makes words of a line, where they are asked for."""

    turn: int
    said: tuple[Line, ...]
    in_words: Callable[[Line], LogWords]

    @property
    def id(self) -> str:
        """Its id on the page."""
        return f"log-{self.turn}"

    @cached_property
    def lines(self) -> tuple[LogWords, ...]:
        """The lines in words."""
        return tuple(map(self.in_words, self.said))


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


def said(event: AnyEvent, side: Side, names: Names, catalogue: Catalogue, language: Language) -> str:
    """Return a line of the log in words."""
    match event:
        case Mark():
            return _mark(event, names.get((side, event.piece), event.piece), catalogue, language)
        case Used():
            who = names.get((side, event.extra), event.extra)
            return gettext("%(extra)s used: %(times)s") % {"extra": who, "times": event.times}
        case Marker():
            shown = gettext("shown") if event.shown else gettext("put down")
            state = gettext("taken away") if event.gone else shown
            word = marker_word(event, side, names, catalogue, language)
            what = f"{word}, {event.note}" if event.note else word
            if event.until:
                state = gettext("to the end of turn %(turn)s") % {"turn": event.until}
            words = {"what": what, "number": event.marker, "state": state}
            return gettext("Marker %(number)s, %(what)s: %(state)s") % words
        case TurnIs():
            return gettext("Turn %(turn)s") % {"turn": event.turn}
        case LimitIs():
            return gettext("The game has %(turns)s turns") % {"turns": event.turns}
        case Active():
            who = names.get((event.active, ""), "")
            return gettext("Initiative of turn %(turn)s: %(who)s") % {"turn": event.turn, "who": who}
        case MoraleTested():
            done = gettext("Morale passed") if event.passed else gettext("Morale failed")
            return f"{done} ({names.get((side, event.squad), event.squad)})" if event.squad else done
        case Called():
            who = names.get((side, event.squad), event.squad)
            name = called_by(catalogue)
            done = f"{who}: {name.to(language) if name else event.squad}"
            return done if event.on else gettext("%(done)s, no longer") % {"done": done}
        case Scored():
            return f"{names.get((side, event.row), event.row)}: {event.times}"
        case Rolled():
            return _rolled(event, names.get((side, event.piece), "") if event.piece else "")
        case PhaseIs():
            return {
                "setting-up": gettext("Set-up"),
                "playing": gettext("The game begins"),
                "ended": gettext("The game is over"),
            }[event.phase]
        case Signed():
            return gettext("Signed: %(a)s : %(b)s") % {"a": event.a, "b": event.b}
        case Undone():
            return gettext("Taken back") if event.on else gettext("Done again")


def _rolled(event: Rolled, who: str) -> str:
    about = {
        MORALE: gettext("Morale, dice"),
        INITIATIVE: gettext("Initiative, dice"),
        LIMIT: gettext("Turns of the game, die"),
        SUPPRESSION: gettext("%(who)s to act again, die") % {"who": who},
    }.get(event.about, event.about)
    return f"{about}: {', '.join(str(face) for face in event.faces)}"


def luck_words(luck: Luck) -> str:
    """Return how lucky dice were: how many, how many passed, how many do in the mean, the chance of so few."""
    return gettext(
        "%(dice)s dice, %(passed)s passed, %(expected)s expected; so many or fewer: %(chance)s %%"
    ) % {
        "dice": luck.dice,
        "passed": luck.passed,
        "expected": number_format(float(luck.expected), decimal_pos=1),
        "chance": percent(luck.chance),
    }


def _mark(event: Mark, who: str, catalogue: Catalogue, language: Language) -> str:
    word = state_word(event.state, catalogue, language)
    if event.on:
        words = {"who": who, "state": word, "turn": event.until}
        return (
            gettext("%(who)s %(state)s, until turn %(turn)s") if event.until else "%(who)s %(state)s"
        ) % words
    return gettext("%(who)s no longer %(state)s") % {"who": who, "state": word}


def percent(chance: object) -> str:
    """Return a chance as people say it: 100 for certainty alone, 0 for what cannot be."""
    value = float(chance) * 100  # type: ignore[arg-type]
    whole = round(value)
    return str(min(99, max(1, whole))) if 0 < value < 100 else str(whole)


def due_words(
    item: Due, names: Names, side: Side, catalogue: Catalogue, language: Language
) -> tuple[str, str]:
    """Return what is due: its heading, and what is rolled."""
    match item:
        case MoraleDue():
            return _morale(item)
        case ReactionDue():
            return reaction_words(item, side, names, language)
        case InitiativeDue():
            return gettext("Turn %(turn)s: initiative") % {"turn": item.turn}, _initiative(item)
        case WoundedDue():
            who = names.get((side, item.piece), item.piece)
            return (
                gettext("%(who)s, wounded") % {"who": who},
                gettext("Lives until turn %(turn)s without a medic.") % {"turn": item.until},
            )
        case EndedDue():
            who = names.get((side, item.piece), item.piece)
            state = state_word(item.state, catalogue, language)
            head = gettext("%(who)s no longer %(state)s") % {"who": who, "state": state}
            return head, gettext("It lasted until the end of turn %(turn)s.") % {"turn": item.last}
        case MarkerDue():
            return _marker(item, side, names, catalogue, language)
        case LastTurnDue():
            return gettext("The last turn"), gettext("The game has %(turns)s turns.") % {"turns": item.turns}


def _marker(
    item: MarkerDue, side: Side, names: Names, catalogue: Catalogue, language: Language
) -> tuple[str, str]:
    word = marker_word(item.marker, side, names, catalogue, language)
    words = {"number": item.marker.marker, "what": word, "turn": item.last}
    if item.is_over:
        head = gettext("Marker %(number)s, %(what)s: it is over") % words
        return head, gettext("It lasted until the end of turn %(turn)s.") % words
    head = gettext("Marker %(number)s, %(what)s, to the end of turn %(turn)s") % words
    text = item.kind.each_turn.to(language) if item.kind.each_turn else ""
    rolled = gettext("1d%(die)s, %(need)s or more") % {"die": item.die, "need": item.need}
    return head, f"{text} {rolled}" if item.need else text


def _initiative(item: InitiativeDue) -> str:
    own = _dice(item, item.adds)
    less = ngettext("−1: active in %(turns)s turn", "−%(turns)s: active in %(turns)s turns", item.turns)
    own += f" ({less % {'turns': item.turns}})" if item.turns else ""
    if item.enemy_adds is None:
        return own
    words = {"own": own, "enemy": _dice(item, item.enemy_adds)}
    return gettext("%(own)s against %(enemy)s: who is active?") % words


def _dice(item: InitiativeDue, adds: int) -> str:
    more = f" {adds:+d}".replace("-", "−") if adds else ""
    return f"{item.dice}d{item.die}{more}"


def _morale(item: MoraleDue) -> tuple[str, str]:
    lost = item.counted
    head = gettext("Morale test, losses: %(lost)s") % {"lost": lost}
    if not item.half_remain:
        head = gettext("%(head)s, more than half are gone") % {"head": head}
    if item.need is None:
        return head, gettext("No die can pass.")
    rolled = {"dice": item.dice, "need": item.need}
    words = (
        ngettext("one die, %(need)s or more", "%(dice)s dice, one of %(need)s or more will do", item.dice)
        % rolled
    )
    return head, words + (
        gettext("; to fail does not count this time (motivation)") if item.is_spared else ""
    )
