"""Events and due items in words, and the buttons of events."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext, ngettext
from msgspec import Struct, json
from msgspec.structs import asdict

from armybuilder.games.words.names import Names, Words, reaction_words, score_words
from rules.core.catalogue.handbook import PrintedRow
from rules.core.game.due import (
    Due,
    EndedDue,
    FailedDue,
    InitiativeDue,
    LastTurnDue,
    MarkerDue,
    MoraleDue,
    WoundedDue,
)
from rules.core.game.events import (
    SIDES,
    AnyEvent,
    Called,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Side,
    Signed,
    Undone,
)
from rules.core.game.reaction import REACTION, ReactionDue, called_by
from rules.core.game.rolling import ATTACKS, INITIATIVE, LASTS, LIMIT, MORALE, RETURNS, SUPPRESSION, WOUNDED
from rules.core.text import Language, fill, signed


class Button(Struct, frozen=True):
    """A button: its word, and its event as JSON. `pressed`: the event is already true; `is_off`: it is useless now.

    `state`: the class of its style, or the meaning of a face of a die.
    """

    word: str
    event: str
    pressed: bool = False
    state: str = ""
    is_off: bool = False


def event_text(event: AnyEvent) -> str:
    """Return an event as a button sends it: JSON."""
    return json.encode(event).decode()


def event_words(event: AnyEvent, side: Side, words: Words, sides: Sequence[Side] = SIDES) -> str:
    match event:
        case Mark():
            return _mark(event, words.name(side, event.piece), words)
        case Marker():
            return _marker(event, words.marker(event, side))
        case MoraleTested():
            done = gettext("Morale passed") if event.passed else gettext("Morale failed")
            return f"{done} ({words.name(side, event.squad)})" if event.squad else done
        case Called():
            return _called(event, words.name(side, event.squad), words)
        case Rolled():
            return _rolled(event, words.names.get((side, event.piece), "") if event.piece else "")
        case Signed():
            score = score_words({"a": event.a, "b": event.b}, sides)
            said = gettext("Signed: %(score)s") if event.on else gettext("Does not agree with %(score)s")
            return said % {"score": score}
        case Undone():
            return gettext("Undone") if event.on else gettext("Redone")
        case PhaseIs():
            return {
                "setting-up": gettext("Deployment"),
                "playing": gettext("The game starts"),
                "ended": gettext("The game is over"),
            }[event.phase]
        case _:
            return fill(event.log, words.language, _facts(event, side, words.names))


NAMED = ("piece", "squad", "extra", "row")  # the fields of events that name a thing of the side
SIDE_FIELDS = ("attacker", "active")  # and those that name a side


def _facts(event: AnyEvent, side: Side, names: Names) -> Mapping[str, object]:
    """Return the fields of an event, with names for the things and sides; "–" for empty texts."""
    facts = asdict(event)
    facts |= {field: names.get((side, facts[field]), facts[field]) for field in NAMED if field in facts}
    facts |= {field: names.get((facts[field], ""), "") for field in SIDE_FIELDS if field in facts}
    return {field: "–" if fact == "" else fact for field, fact in facts.items()}


def _mark(event: Mark, who: str, words: Words) -> str:
    facts = {"who": who, "state": words.state(event.state), "turn": event.until}
    if not event.on:
        return gettext("%(who)s no longer %(state)s") % facts
    return (gettext("%(who)s %(state)s, until turn %(turn)s") if event.until else "%(who)s %(state)s") % facts


def _marker(event: Marker, word: str) -> str:
    shown = gettext("revealed") if event.shown else gettext("placed")
    state = gettext("removed") if event.gone else shown
    if event.until:
        state = gettext("until the end of turn %(turn)s") % {"turn": event.until}
    what = f"{word}, {event.note}" if event.note else word
    words = {"what": what, "number": event.marker, "state": state}
    return gettext("Marker %(number)s, %(what)s: %(state)s") % words


def _called(event: Called, who: str, words: Words) -> str:
    name = called_by(words.catalogue)
    done = f"{who}: {name.to(words.language) if name else event.squad}"
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


def due_words(item: Due, side: Side, words: Words) -> tuple[str, str]:
    """Return the heading and the sentence of a due item."""
    match item:
        case MoraleDue():
            head, said = _morale(item)
            return (f"{words.name(side, item.squad)}: {head}" if item.squad else head), said
        case FailedDue():
            return _failed(item)
        case ReactionDue():
            return reaction_words(item, side, words)
        case InitiativeDue():
            return gettext("Turn %(turn)s: initiative") % {"turn": item.turn}, _initiative(item)
        case WoundedDue():
            return (
                gettext("%(who)s, wounded") % {"who": words.name(side, item.piece)},
                gettext("Lives until turn %(turn)s without a medic.") % {"turn": item.until},
            )
        case EndedDue():
            facts = {"who": words.name(side, item.piece), "state": words.state(item.state)}
            head = gettext("%(who)s no longer %(state)s") % facts
            return head, gettext("It lasted until the end of turn %(turn)s.") % {"turn": item.last}
        case MarkerDue():
            return _due_marker(item, side, words)
        case LastTurnDue():
            return gettext("The last turn"), gettext("The game has %(turns)s turns.") % {"turns": item.turns}


def failed_words(row: PrintedRow, language: Language) -> str:
    said = [row.name.to(language), *([row.text.to(language)] if row.text else [])]
    return gettext("If it fails: %(what)s") % {"what": ", ".join(one[:1].lower() + one[1:] for one in said)}


def _due_marker(item: MarkerDue, side: Side, words: Words) -> tuple[str, str]:
    what = words.marker(item.marker, side)
    facts = {"number": item.marker.marker, "what": what, "turn": item.last}
    if item.is_over:
        head = gettext("Marker %(number)s, %(what)s: it is over") % facts
        return head, gettext("It lasted until the end of turn %(turn)s.") % facts
    head = gettext("Marker %(number)s, %(what)s, until the end of turn %(turn)s") % facts
    text = item.kind.each_turn.to(words.language) if item.kind.each_turn else ""
    rolled = gettext("1d%(die)s, %(need)s or more") % {"die": item.die, "need": item.need}
    return head, f"{text} {rolled}" if item.need else text


def _failed(item: FailedDue) -> tuple[str, str]:
    if item.is_now:
        head = gettext("Morale failed: the side leaves the table")
        return head, gettext("It has more defeat points: the game is over.")
    head = gettext("Morale failed last turn")
    if item.most is None:
        return head, gettext("Before acting, each man tests as if suppressed; if he fails, he falls back.")
    words = {"most": item.most[0], "led": item.most[1]}
    if item.most[0] == item.most[1]:
        text = gettext("Before acting, each man tests as if suppressed: 1–%(most)s. If he fails, he falls back.")
    else:
        text = gettext(
            "Before acting, each man tests as if suppressed: 1–%(most)s, beside a leader "
            "1–%(led)s. If he fails, he falls back."
        )
    return head, text % words


def _initiative(item: InitiativeDue) -> str:
    own = _dice(item, item.adds)
    less = ngettext("−1: active in %(turns)s turn", "−%(turns)s: active in %(turns)s turns", item.turns)
    own += f" ({less % {'turns': item.turns}})" if item.turns else ""
    if item.enemy_adds is None:
        return own
    words = {"own": own, "enemy": _dice(item, item.enemy_adds)}
    return gettext("%(own)s against %(enemy)s: who is active?") % words


def _dice(item: InitiativeDue, adds: int) -> str:
    return f"{item.dice}d{item.die} {signed(adds)}" if adds else f"{item.dice}d{item.die}"


def _morale(item: MoraleDue) -> tuple[str, str]:
    lost = item.counted
    head = gettext("Morale test, losses: %(lost)s") % {"lost": lost}
    if not item.half_remain:
        gone = (
            gettext("%(head)s, a squad has lost more than half")
            if item.half_of_each
            else gettext("%(head)s, more than half lost")
        )
        head = gone % {"head": head}
    if item.need is None:
        return head, gettext("No die can pass.")
    rolled = {"dice": item.dice, "need": item.need}
    words = (
        ngettext("one die, %(need)s or more", "%(dice)s dice, one of %(need)s or more is enough", item.dice) % rolled
    )
    return head, words + (gettext("; a failure does not count this time (motivation)") if item.is_spared else "")
