"""The state of a game: the latest fact about each thing."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.game.events import (
    FLED,
    HIDDEN,
    SIDES,
    Active,
    AnyEvent,
    Attacks,
    Called,
    GameLine,
    LimitIs,
    Mark,
    Marker,
    MoraleTested,
    Phase,
    PhaseIs,
    Rolled,
    Scored,
    Side,
    Signed,
    Thing,
    TurningPoint,
    TurnIs,
    Undone,
    Used,
)

E = TypeVar("E", bound=AnyEvent)


Whose = tuple[Side | None, Thing]  # a thing of a side, or of the table (None)


class GameState(Struct, frozen=True):
    """The latest fact about each thing, and its turn. `places`: places in the log, counted from its beginning.

    Turn and place are those of the first line with the current fact: repeating it does not restart it.
    """

    said: dict[Whose, AnyEvent]
    turns: dict[Whose, int]
    places: dict[Whose, int]

    @property
    def phase(self) -> Phase:
        said = self.latest(PhaseIs)
        return said.phase if said else "setting-up"

    @property
    def turn(self) -> int:
        said = self.latest(TurnIs)
        return said.turn if said else 1

    @property
    def limit(self) -> int | None:
        """Return the last turn of the game; None: there is none."""
        said = self.latest(LimitIs)
        return said.turns if said else None

    @property
    def attacker(self) -> Side | None:
        """Return who attacks; None: not recorded."""
        said = self.latest(Attacks)
        return said.attacker if said else None

    def active(self, turn: int) -> Side | None:
        said = self.latest(Active, turn)
        return said.active if said else None

    def active_before(self, side: Side, turn: int) -> int:
        """Return for how many turns in a row before this one a side had the initiative (rth §5.0, bn §5.0)."""
        turns = 0
        while turns + 1 < turn and self.active(turn - turns - 1) == side:
            turns += 1
        return turns

    def mark(self, side: Side, piece: str, state: str) -> Mark | None:
        said = self.latest(Mark, piece, state, side=side)
        return said if said and said.on else None

    def marked_in(self, side: Side, piece: str, state: str) -> int:
        """Return the turn in which a state was set; 0: it was not."""
        return self.turns.get((side, ("mark", piece, state)), 0) if self.mark(side, piece, state) else 0

    def marks(self, side: Side) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for said in self.of(side, Mark):
            if said.on:
                found.setdefault(said.piece, set()).add(said.state)
        return found

    def used(self, side: Side) -> dict[str, int]:
        return {said.extra: said.times for said in self.of(side, Used) if said.times}

    def used_in(self, side: Side, turn: int) -> list[str]:
        """Return the extras used in a turn, and in none after it."""
        return [extra for extra in self.used(side) if self.turns[side, ("used", extra)] == turn]

    def scored(self, side: Side) -> dict[str, int]:
        return {said.row: said.times for said in self.of(side, Scored) if said.times}

    def markers(self, side: Side) -> list[Marker]:
        return [said for said in self.of(side, Marker) if not said.gone]

    def tested(self, side: Side, turn: int) -> dict[str, bool]:
        """Return the squads that tested their morale in a turn, "" for the whole side, and whether they passed."""
        return {said.squad: said.passed for said in self.of(side, MoraleTested) if said.turn == turn}

    def tested_at(self, side: Side, turn: int, squad: str) -> int:
        """Return the place in the log of a test of a turn; −1: there was none."""
        return self.places.get((side, ("tested", turn, squad)), -1)

    def called_at(self, side: Side, turn: int, squad: str) -> int:
        """Return the place in the log at which a squad's test of a turn was called for; −1: it was not."""
        said = self.said.get((side, ("called", turn, squad)))
        return self.places[side, said.thing] if isinstance(said, Called) and said.on else -1

    def marked_at(self, side: Side, piece: str, state: str) -> int:
        """Return the place in the log at which a state was set; −1: it was not."""
        return self.places.get((side, ("mark", piece, state)), -1) if self.mark(side, piece, state) else -1

    def rolled_at(self, side: Side, about: str, piece: str = "", marker: str = "") -> int:
        """Return the place in the log of a side's last roll for something; −1: none."""
        found = self._rolls(side, about, piece, marker)
        return max((self.places[side, said.thing] for said in found), default=-1)

    def rolled_in(self, side: Side, about: str, turn: int, piece: str = "", marker: str = "") -> bool:
        return any(said.turn == turn for said in self._rolls(side, about, piece, marker))

    def rolled_for(self, side: Side, about: str, turn: int, pieces: Collection[str]) -> set[str]:
        """Return the causes of a side's rolls in a turn for a squad or its men."""
        rolls = (said for said in self.of(side, Rolled) if said.about == about and said.turn == turn)
        return {cause for said in rolls if said.piece in pieces for cause in said.causes}

    def _rolls(self, side: Side, about: str, piece: str, marker: str) -> Iterator[Rolled]:
        rolls = (said for said in self.of(side, Rolled) if said.about == about)
        return (said for said in rolls if said.piece == piece and said.marker == marker)

    def failures(self, side: Side) -> list[MoraleTested]:
        return sorted((said for said in self.of(side, MoraleTested) if not said.passed), key=lambda said: said.turn)

    def signed(self, side: Side) -> Signed | None:
        said = self.latest(Signed, side=side)
        return said if said and said.on else None

    @property
    def agreed(self) -> Signed | None:
        first, second = (self.signed(side) for side in SIDES)
        return first if first is not None and first == second else None

    @property
    def turning_points(self) -> list[TurningPoint] | None:
        """Return the turning points that the players entered, by turn; None: they entered none."""
        said = [event for event in self.said.values() if isinstance(event, TurningPoint)]
        kept = [event for event in said if event.note]
        return sorted(kept, key=lambda event: (event.turn, event.place)) if said else None

    def latest(self, kind: type[E], *fields: str | int, side: Side | None = None) -> E | None:
        """Return the latest fact of a kind about a thing. `fields`: those that name it; `side` None: a shared one."""
        said = self.said.get((side, (kind.named_by[0], *fields)))
        return said if isinstance(said, kind) else None

    def of(self, side: Side, kind: type[E]) -> Iterator[E]:
        """Yield the latest fact about each thing of a kind, in the order of the first facts."""
        yield from (said for (whose, _), said in self.said.items() if whose == side and isinstance(said, kind))


class Folding:
    """A state to which lines are added one at a time, each later than all others. None of them undoes another."""

    def __init__(self, state: GameState | None = None) -> None:
        begun = state or GameState({}, {}, {})
        self.state = GameState(dict(begun.said), dict(begun.turns), dict(begun.places))
        self._turn, self._place = begun.turn, max(begun.places.values(), default=-1) + 1

    def add(self, line: GameLine) -> None:
        said, turns, places = self.state.said, self.state.turns, self.state.places
        self._turn = line.event.turn if isinstance(line.event, TurnIs) else self._turn
        for event in (line.event, *_follows(line.event)):
            whose = (None if event.shared else line.side, event.thing)
            goes_on = _goes_on(said.get(whose), event)
            said[whose] = event
            if not goes_on:
                turns[whose], places[whose] = self._turn, self._place
        self._place += 1


def fold(lines: Iterable[GameLine]) -> GameState:
    """Return the state after these lines, in any order and with any repeats."""
    ordered = sorted({line.name: line for line in lines}.values(), key=lambda line: line.order)
    undone = undone_lines(ordered)
    folding = Folding()
    for line in ordered:
        if line.name not in undone and not isinstance(line.event, Undone):
            folding.add(line)
    return folding.state


def _follows(event: AnyEvent) -> Iterator[Mark | PhaseIs]:
    """Yield the consequences of an event.

    Revealed men are no longer hidden, but can hide again. Signing ends the game.
    """
    if isinstance(event, Marker) and event.shown and not event.gone:
        yield from (Mark(piece=piece, state=HIDDEN, on=False) for piece in event.shows)
    if isinstance(event, Signed) and event.on:
        yield PhaseIs(phase="ended")


def _goes_on(before: AnyEvent | None, event: AnyEvent) -> bool:
    """Return whether an event adds to the same fact: a wounded man rolls turns after he was hit."""
    if isinstance(before, Marker) and isinstance(event, Marker):
        return before.about == event.about and not before.gone
    return isinstance(before, Mark) and isinstance(event, Mark) and before.on and event.on


def undone_lines(ordered: Sequence[GameLine]) -> set[tuple[str, int]]:
    """Return the names of the undone lines. `ordered`: all lines in their order.

    A side can undo only its own lines, and nobody can undo a roll.
    """
    undoing = [(line.side, line.event) for line in ordered if isinstance(line.event, Undone)]
    sides = {line.name: line.side for line in ordered if not isinstance(line.event, Rolled)} if undoing else {}
    last = {event.line: event.on for side, event in undoing if sides.get(event.line) == side}
    return {name for name, on in last.items() if on}


VEHICLES_GONE = ("out", "exploded")


def gone_states(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the states of the dead and of wrecks, the worst last."""
    return (*VEHICLES_GONE, *(item.id for item in catalogue.states if item.effect == "out"))


def condition(marked: AbstractSet[str], gone: tuple[str, ...]) -> frozenset[str]:
    """Return the set states that apply to a piece.

    Dead men are neither suppressed nor wounded, and everyone sees them; nor are those who fled.
    """
    worst = next((state for state in reversed(gone) if state in marked), None)
    if worst:
        return frozenset({worst})
    return frozenset(marked & {FLED, HIDDEN} if FLED in marked else marked)


def conditions(state: GameState, side: Side, catalogue: Catalogue) -> dict[str, frozenset[str]]:
    """Return the states of each piece of a side that has any.

    A wounded man is no longer hidden: he counts as a loss, and both sides sign the same sum.
    """
    gone = gone_states(catalogue)
    wounds = {item.id for item in catalogue.states if item.effect == "wounded"}
    held = {key: condition(marked, gone) for key, marked in state.marks(side).items()}
    return {key: states if states.isdisjoint(wounds) else states - {HIDDEN} for key, states in held.items()}


def hidden_pieces(state: GameState, side: Side, catalogue: Catalogue) -> set[str]:
    """Return the numbers of a side's men and vehicles that the other side has not spotted."""
    return {key for key, states in conditions(state, side, catalogue).items() if HIDDEN in states}
