"""The events that the buttons of the play screen send, and when each button is there. All others are refused.

Each event is checked against the game as the phone knew it (`then`). Later lines of others (`now`) only block an event
that happens once: a test, the active side, the outcome of dice, a signed result.
"""

from msgspec.structs import replace

from rules.core.game.checking import EventRefusedError, Writable, check_known
from rules.core.game.condition import gone_states
from rules.core.game.due import MoraleDue, due, initiative_due
from rules.core.game.events import (
    FLED,
    STABILISED,
    Active,
    AnyEvent,
    Attacks,
    Called,
    GameLine,
    LimitIs,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Side,
    Signed,
    TurnIs,
    Undone,
)
from rules.core.game.fold import GameState, Whose
from rules.core.game.lasting import kind_of, lasts_by_die
from rules.core.game.moment import Moment, is_own_roll, last_said
from rules.core.game.reaction import ReactionDue
from rules.core.game.rolling import ATTACKS, LIMIT, has_rolled
from rules.core.game.tally import totals
from rules.core.game.wounds import lives_until, survival
from rules.core.procedures.defeat_points import defeat_rows

NEXT_PHASES = {"setting-up": {"playing", "ended"}, "playing": {"ended"}, "ended": {"playing"}}
AFTER_THE_END = PhaseIs | Signed | Undone


def check(line: GameLine, known: Writable, then: Moment, now: Moment) -> None:
    """Raise EventRefusedError if a side may not write a line.

    Offline taps from before a phone knew that the game was over are taken until both sides have signed.
    """
    event = line.event
    is_over = now.state.phase == "ended" and (then.state.phase == "ended" or now.state.agreed is not None)
    if is_over and not isinstance(event, AFTER_THE_END):
        raise EventRefusedError("ended")
    check_known(event, known)
    if isinstance(event, Undone):
        _check_undone(line.side, event, then, now)
    elif not _is_said(line, then.state):
        reason = _reason(line.side, event, known, then, now)
        if reason:
            raise EventRefusedError(reason)


def _is_said(line: GameLine, state: GameState) -> bool:
    """Whether this is already recorded and repeating it changes nothing. Never for a turn: others may follow."""
    whose: Whose = (None if line.event.shared else line.side, line.event.thing)
    return state.said.get(whose) == line.event and not isinstance(line.event, TurnIs)


def _reason(side: Side, event: AnyEvent, known: Writable, then: Moment, now: Moment) -> str:
    """Return why no button sends an event; "": there is one."""
    match event:
        case PhaseIs():
            return "" if event.phase in NEXT_PHASES[then.state.phase] else "no-phase"
        case Attacks() | LimitIs():
            return _of_set_up(event, known, then.state, now.state)
        case TurnIs():
            is_next = _is_playing(then, now) and event.turn in {then.state.turn + 1, now.state.turn}
            return "" if is_next else "no-turn"
        case Called():
            return "" if _is_playing(then, now) and event.turn == then.state.turn else "no-turn"
        case Active():
            return _active(side, event, then, now)
        case MoraleTested():
            return _tested(side, event, then, now)
        case Mark():
            return _mark(side, event, known, then, now)
        case Marker():
            return _marker(side, event, known, then, now)
        case Signed():
            return _signed(event, now)
        case _:
            return ""


def _is_playing(then: Moment, now: Moment) -> bool:
    return "playing" in {then.state.phase, now.state.phase}


def _of_set_up(event: Attacks | LimitIs, known: Writable, then: GameState, now: GameState) -> str:
    """The attacker and the turn limit are set before the game starts; a roll of the site decides alone."""
    is_set_up = then.phase == "setting-up"
    if isinstance(event, Attacks):
        is_offered, is_rolled = known.attacks, now.attacker is not None and has_rolled(now, ATTACKS)
    else:
        is_offered = event.turns in known.limits
        is_rolled = now.limit is not None and has_rolled(now, LIMIT)
    if not is_offered or not is_set_up:
        return "no-attack" if isinstance(event, Attacks) else "no-limit"
    return "rolled-here" if is_rolled else ""


def _active(side: Side, event: Active, then: Moment, now: Moment) -> str:
    if now.state.active(event.turn) not in {None, event.active}:
        return "said-already"
    is_asked = _is_playing(then, now) and event.turn == then.state.turn
    return "" if is_asked and initiative_due(then.state, then.statuses, side) else "not-due"


def _tested(side: Side, event: MoraleTested, then: Moment, now: Moment) -> str:
    if event.turn != then.state.turn or not _asks(event, side, then):
        return "not-due"
    said = now.state.tested(side, event.turn).get(event.squad)
    is_asked_again = event.turn == now.state.turn and said is not None and _asks(event, side, now)
    return "" if said in {None, event.passed} or is_asked_again else "said-already"


def _asks(event: MoraleTested, side: Side, moment: Moment) -> bool:
    items = due(moment.state, moment.statuses, side)
    return any(isinstance(item, MoraleDue | ReactionDue) and item.squad == event.squad for item in items)


def _mark(side: Side, event: Mark, known: Writable, then: Moment, now: Moment) -> str:
    if not event.on:
        return ""
    held = then.state.marks(side).get(event.piece, set())
    gone = gone_states(then.catalogue)
    if event.state not in held and not held.isdisjoint(gone):
        return "gone"
    if event.until is not None:
        said = lives_until(now.catalogue, now.state, side, event.piece)
        offered = [one for _faces, one in survival(then.catalogue, then.state, side, event.piece)]
        return "" if event in offered and said in {None, event.until} else "not-due"
    wounds = {item.id for item in then.catalogue.states if item.effect == "wounded"}
    if event.state == STABILISED and known.men is not None and (held.isdisjoint(wounds) or FLED in held):
        return "not-wounded"
    return ""


def _marker(side: Side, event: Marker, known: Writable, then: Moment, now: Moment) -> str:
    before, after = (_on_table(side, event.marker, moment.state) for moment in (then, now))
    if before is None:
        put_down = replace(event, shown=known.markers[event.about], gone=False, shows=(), until=None)
        if after not in (None, event):
            return "marker-taken"
        return "" if event == put_down else "no-marker"
    if event.gone:
        is_same = (event.about, event.piece, event.note) == (before.about, before.piece, before.note)
        return "" if is_same else "marker-taken"
    if event == replace(before, shown=True, shows=known.stands_for(before.piece)):
        return ""
    kind = kind_of(then.catalogue, before)
    lasts = [last for _face, last in lasts_by_die(kind, then.state, side, before)] if kind else []
    is_rolled = event.until in lasts and event == replace(before, until=event.until)
    if is_rolled and (after is None or after.until in {None, event.until}):
        return ""
    return "marker-taken"


def _on_table(side: Side, number: str, state: GameState) -> Marker | None:
    return next((marker for marker in state.markers(side) if marker.marker == number), None)


def _signed(event: Signed, now: Moment) -> str:
    now.catch_up()
    if now.state.phase != "ended":
        return "not-ended"
    if not event.on:
        return ""
    points = totals(defeat_rows(now.catalogue), now.state, now.statuses)
    return "" if points == {"a": event.a, "b": event.b} else "other-points"


def _check_undone(side: Side, event: Undone, then: Moment, now: Moment) -> None:
    """Only the last line can be undone, and no line from before the side's own last roll on the site."""
    target = next((line for line in now.lines if line.name == event.line), None)
    if target is None or target.side != side or not event.on:
        raise EventRefusedError("no-undo")
    if target.name in then.undone:
        return
    last = last_said(then.lines, [side])
    rolls = [place for place, line in enumerate(now.lines) if line.side == side and is_own_roll(line)]
    if last is None or last.name != event.line:
        raise EventRefusedError("no-undo")
    if rolls and now.lines.index(target) < rolls[-1]:
        raise EventRefusedError("rolled-here")
