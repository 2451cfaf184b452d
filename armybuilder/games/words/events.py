"""The events of a game in words."""

from collections.abc import Sequence

from django.utils.translation import gettext

from armybuilder.games.words.names import marker_word, score_words, state_word
from armybuilder.games.words.reactions import Names
from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.events import (
    SIDES,
    Active,
    AnyEvent,
    Attacks,
    Called,
    LimitIs,
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
from rules.core.game.reaction import REACTION, called_by
from rules.core.game.rolling import ATTACKS, INITIATIVE, LASTS, LIMIT, MORALE, RETURNS, SUPPRESSION, WOUNDED
from rules.core.text import Language


def event_words(
    event: AnyEvent,
    side: Side,
    names: Names,
    catalogue: Catalogue,
    language: Language,
    sides: Sequence[Side] = SIDES,
) -> str:
    """Return an event of a side in words: "Rifleman 2 lost". `sides`: the order of their points."""
    match event:
        case Mark():
            return _mark(event, names.get((side, event.piece), event.piece), catalogue, language)
        case Used():
            who = names.get((side, event.extra), event.extra)
            return gettext("%(extra)s used: %(times)s") % {"extra": who, "times": event.times}
        case Marker():
            return _marker(event, marker_word(event, side, names, catalogue, language))
        case MoraleTested():
            done = gettext("Morale passed") if event.passed else gettext("Morale failed")
            return f"{done} ({names.get((side, event.squad), event.squad)})" if event.squad else done
        case Called():
            return _called(event, names.get((side, event.squad), event.squad), catalogue, language)
        case Scored():
            return f"{names.get((side, event.row), event.row)}: {event.times}"
        case Rolled():
            return _rolled(event, names.get((side, event.piece), "") if event.piece else "")
        case Signed():
            score = score_words({"a": event.a, "b": event.b}, sides)
            said = gettext("Signed: %(score)s") if event.on else gettext("Does not agree with %(score)s")
            return said % {"score": score}
        case Undone():
            return gettext("Undone") if event.on else gettext("Redone")
        case TurnIs() | LimitIs() | Attacks() | Active() | PhaseIs():
            return _shared(event, names)


def _shared(event: TurnIs | LimitIs | Attacks | Active | PhaseIs, names: Names) -> str:
    """Return in words what holds for both sides."""
    match event:
        case TurnIs():
            return gettext("Turn %(turn)s") % {"turn": event.turn}
        case LimitIs():
            return gettext("The game has %(turns)s turns") % {"turns": event.turns}
        case Attacks():
            return gettext("%(who)s attacks") % {"who": names.get((event.attacker, ""), "")}
        case Active():
            who = names.get((event.active, ""), "")
            return gettext("Initiative of turn %(turn)s: %(who)s") % {"turn": event.turn, "who": who}
        case PhaseIs():
            return {
                "setting-up": gettext("Deployment"),
                "playing": gettext("The game starts"),
                "ended": gettext("The game is over"),
            }[event.phase]


def _mark(event: Mark, who: str, catalogue: Catalogue, language: Language) -> str:
    word = state_word(event.state, catalogue, language)
    if event.on:
        words = {"who": who, "state": word, "turn": event.until}
        return (
            gettext("%(who)s %(state)s, until turn %(turn)s") if event.until else "%(who)s %(state)s"
        ) % words
    return gettext("%(who)s no longer %(state)s") % {"who": who, "state": word}


def _marker(event: Marker, word: str) -> str:
    shown = gettext("revealed") if event.shown else gettext("placed")
    state = gettext("removed") if event.gone else shown
    if event.until:
        state = gettext("until the end of turn %(turn)s") % {"turn": event.until}
    what = f"{word}, {event.note}" if event.note else word
    words = {"what": what, "number": event.marker, "state": state}
    return gettext("Marker %(number)s, %(what)s: %(state)s") % words


def _called(event: Called, who: str, catalogue: Catalogue, language: Language) -> str:
    name = called_by(catalogue)
    done = f"{who}: {name.to(language) if name else event.squad}"
    return done if event.on else gettext("%(done)s, no longer") % {"done": done}


def _rolled(event: Rolled, who: str) -> str:
    about = {
        MORALE: gettext("Morale roll") + (f" ({who})" if who else ""),
        REACTION: gettext("%(who)s, morale roll") % {"who": who},
        INITIATIVE: gettext("Initiative roll"),
        LIMIT: gettext("Roll for the number of turns"),
        ATTACKS: gettext("Roll for who attacks"),
        WOUNDED: gettext("%(who)s, roll for survival") % {"who": who},
        SUPPRESSION: gettext("%(who)s, roll to act again") % {"who": who},
        LASTS: gettext("Marker %(number)s, roll for how long it stays") % {"number": event.marker},
        RETURNS: gettext("Marker %(number)s, roll for whether it returns") % {"number": event.marker},
    }.get(event.about, event.about)
    return f"{about}: {', '.join(str(face) for face in event.faces)}"
