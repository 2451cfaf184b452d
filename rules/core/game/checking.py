"""The events that a side can record: their subjects, and the conditions of their buttons.

All others are refused. Each event is checked against the game as the phone knew it (`then`). Later lines of others
(`now`) only block an event that happens once: a test, the active side, the outcome of dice, a signed result.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import VEHICLE_STATES
from rules.core.defeat_points import defeat_rows
from rules.core.document.roster import Roster
from rules.core.document.rows import numbered
from rules.core.game.due import MoraleDue, due, initiative_due
from rules.core.game.events import (
    FLED,
    HIDDEN,
    MAN_STATES,
    STABILISED,
    TABLE,
    TIMES_AT_MOST,
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
    Rolled,
    Scored,
    Side,
    Signed,
    TurningPoint,
    TurnIs,
    Undone,
    Used,
)
from rules.core.game.fold import Folding, GameState, Whose, fold, gone_states, undone_lines
from rules.core.game.reaction import ReactionDue, called_by
from rules.core.game.rolling import ATTACKS, LIMIT, has_rolled
from rules.core.game.side_status import (
    LOSSES,
    SideStatuses,
    extra_rows,
    kind_of,
    lasts_by_die,
    lives_until,
    side_statuses,
    survival,
    totals,
)
from rules.core.procedures import Readings, has_dice_off, kinds_of, turn_limits


class EventRefusedError(Exception):
    """A refused event. `reason`: a key of the sentences in `armybuilder.games.words.names`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Writable(Struct, frozen=True):
    """The things that events of a side can name.

    `squads`: the men and vehicles of each, None: it has no list, and any number can be recorded. `extras`: how often
    each can be used; `has_calls`: whether the players call tests. `rows`: the defeat points added by hand, and how
    often each can happen; `markers`: the kinds it can place, and whether both sides see them at once. `limits`: the
    possible numbers of turns; `attacks`: whether the players enter who attacks (rth §4.0).
    """

    squads: Mapping[str, tuple[str, ...]] | None
    extras: Mapping[str, int] | None
    has_calls: bool
    states: Collection[str]
    rows: Mapping[str, int]
    markers: Mapping[str, bool]
    limits: Collection[int]
    attacks: bool

    @property
    def pieces(self) -> Collection[str] | None:
        return None if self.squads is None else {key for keys in self.squads.values() for key in keys}

    def stands_for(self, piece: str) -> tuple[str, ...]:
        """Return the men and vehicles revealed together with a marker."""
        return (self.squads or {}).get(piece, (piece,) if piece else ())


def writable(roster: Roster | None, catalogue: Catalogue, *, at_night: bool = False) -> Writable:
    """Return what a side can record. `at_night`: at a games night, the table already knows who attacks."""
    squads = extras = None
    if roster is not None:
        pieces = list(numbered(roster))
        squads = {
            f"S{place + 1}": tuple(piece.key for piece in pieces if piece.squad_number == place)
            for place in range(len(roster.squads))
        }
        extras = {f"X{place}": extra.count for place, extra in enumerate(extra_rows(roster), 1)}
    return Writable(
        squads=squads,
        extras=extras,
        has_calls=roster is None or called_by(catalogue) is not None,
        states={item.id for item in catalogue.states if item.id} | set(MAN_STATES),
        rows={
            row.id: 1 if row.is_rule else TIMES_AT_MOST
            for row in defeat_rows(catalogue)
            if roster is None or row.counts not in LOSSES
        },
        markers={kind.id: kind.is_open for kind in kinds_of(catalogue, roster)},
        limits=turn_limits(catalogue),
        attacks=has_dice_off(catalogue) and not at_night,
    )


def check_known(event: AnyEvent, known: Writable) -> None:
    """Raise EventRefusedError if an event names something that the side does not have."""
    match event:
        case Rolled():
            raise EventRefusedError("rolled")
        case Mark():
            is_vehicle = event.piece.startswith("V")
            _check_in(event.piece, known.pieces)
            _check_in(event.state, (*VEHICLE_STATES, HIDDEN) if is_vehicle else known.states)
        case Used():
            _check_times(event.extra, event.times, known.extras)
        case Marker():
            _check_marker(event, known)
        case Called():
            _check_in(event.squad, known.squads if known.has_calls else ())
        case Scored():
            _check_times(event.row, event.times, known.rows)
        case _:
            named = {"squad": known.squads, "piece": known.pieces, "extra": known.extras}
            for field, things in named.items():
                if getattr(event, field, ""):
                    _check_in(getattr(event, field), things)


def _check_times(word: str, times: int, known: Mapping[str, int] | None) -> None:
    _check_in(word, known)
    if known is not None and times > known[word]:
        raise EventRefusedError("too-often")


def _check_marker(event: Marker, known: Writable) -> None:
    _check_in(event.about, known.markers)
    if not event.marker.isdigit():
        raise EventRefusedError("unknown")
    pieces = known.pieces
    if pieces is not None:
        _check_in(event.piece, {"", *pieces, *(known.squads or ())})
        for piece in event.shows:
            _check_in(piece, pieces)


def _check_in(word: str, known: Collection[str] | None) -> None:
    if known is not None and word not in known:
        raise EventRefusedError("unknown")


class Moment:
    """The game after some lines, in their order of arrival. `state`: that after them, if it is known."""

    def __init__(
        self,
        lines: Sequence[GameLine],
        rosters: Mapping[Side, Roster | None],
        catalogue: Catalogue,
        readings: Readings,
        state: GameState | None = None,
    ) -> None:
        self.lines, self.rosters, self.catalogue, self.readings = list(lines), rosters, catalogue, readings
        self._last = max((line.order for line in lines), default=(-1, "", 0))
        self._folding = Folding(fold(lines) if state is None else state)

    @property
    def state(self) -> GameState:
        return self._folding.state

    @property
    def undone(self) -> set[tuple[str, int]]:
        return undone_lines(sorted(self.lines, key=lambda line: line.order))

    @cached_property
    def statuses(self) -> SideStatuses:
        return side_statuses(self.rosters, self.catalogue, self.state, self.readings)

    def add(self, line: GameLine) -> None:
        """Add a line. One that belongs before others counts only in a new Moment of these lines."""
        self.lines.append(line)
        if line.order < self._last:
            return
        self._last = line.order
        self.__dict__.pop("statuses", None)
        if isinstance(line.event, Undone):
            self._folding = Folding(fold(self.lines))
        else:
            self._folding.add(line)


def last_said(lines: Sequence[GameLine], sides: Sequence[Side]) -> GameLine | None:
    """Return the line that a side can undo: its last one; None: there is none.

    Rolls of the site and turning points cannot be undone, nor lines before the side's own last roll, nor lines that
    the site added when the game started. `lines`: in the order of their arrival.
    """
    rolls = {line.side: place for place, line in enumerate(lines) if is_own_roll(line)}
    undone = undone_lines(sorted(lines, key=lambda line: line.order))
    open_lines = (
        line
        for place, line in enumerate(lines)
        if line.side in sides and place > rolls.get(line.side, -1) and line.phone != TABLE
    )
    left = (
        line
        for line in open_lines
        if line.name not in undone and not isinstance(line.event, Undone | Rolled | TurningPoint)
    )
    return max(left, key=lambda line: line.order, default=None)


def is_own_roll(line: GameLine) -> bool:
    """Return whether the side itself asked for this roll: it cannot undo its lines before it."""
    return isinstance(line.event, Rolled) and not line.event.for_other


def missing_number(lines: Collection[GameLine], last: int) -> int | None:
    """Return the first missing number among the lines that a phone sends after line `last`; None: none is missing."""
    wanted = last + 1
    for number in sorted({line.number for line in lines}):
        if number > wanted:
            return wanted
        wanted = max(wanted, number + 1)
    return None


NEXT_PHASES = {"setting-up": {"playing", "ended"}, "playing": {"ended"}, "ended": {"playing"}}
AFTER_THE_END = PhaseIs | Signed | TurningPoint | Undone


def check(line: GameLine, known: Writable, then: Moment, now: Moment) -> None:
    """Raise EventRefusedError if a side cannot record a line.

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
    """Whether this is already recorded and repeating it changes nothing. Never for a turn: others can follow."""
    whose: Whose = (None if line.event.shared else line.side, line.event.thing)
    return state.said.get(whose) == line.event and not isinstance(line.event, TurnIs)


def _reason(side: Side, event: AnyEvent, known: Writable, then: Moment, now: Moment) -> str:
    """Return why there is no button for an event; "": there is one."""
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
            return "" if event.at_any_time or _is_playing(then, now) else "not-due"


def _is_playing(then: Moment, now: Moment) -> bool:
    return "playing" in {then.state.phase, now.state.phase}


def _of_set_up(event: Attacks | LimitIs, known: Writable, then: GameState, now: GameState) -> str:
    """Whether attacker and turn limit can still be set: before the game, and not after a roll on the site."""
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
    if event.state == STABILISED and known.squads is not None and (held.isdisjoint(wounds) or FLED in held):
        return "not-wounded"
    return ""


def _marker(side: Side, event: Marker, known: Writable, then: Moment, now: Moment) -> str:
    before, after = (_on_table(side, event.marker, moment.state) for moment in (then, now))
    if before is None:
        put_down = replace(event, shown=known.markers[event.about], gone=False, shows=(), until=None)
        if after not in (None, event):
            return "marker-taken"
        return "" if event == put_down else "unknown"
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
    now = Moment(now.lines, now.rosters, now.catalogue, now.readings)  # each line in its place
    if now.state.phase == "setting-up":
        return "not-started"
    if not event.on:
        return ""
    points = totals(defeat_rows(now.catalogue), now.state, now.statuses, now.readings)
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
