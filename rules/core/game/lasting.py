"""Durations: states and markers that end by themselves, and the wounded (rth, bn §9.3)."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import MarkerKind, State
from rules.core.game.events import LAST_TURN, STABILISED, Mark, Marker, Side
from rules.core.game.fold import GameState, condition, gone_states
from rules.core.game.side_status import Piece


class Lasting(NamedTuple):
    """A state of a piece that lasts to the end of the turn `last`, and the paragraph that says so."""

    state: str
    last: int
    source: str


def lasting(catalogue: Catalogue, state: GameState, side: Side, piece: Piece) -> Iterator[Lasting]:
    for item in catalogue.states if piece.is_man else catalogue.vehicle_states:
        if item.turns is not None and item.id in piece.states:
            last = state.marked_in(side, piece.key, item.id) + item.turns
            yield Lasting(item.id, last, item.source)


def kind_of(catalogue: Catalogue, marker: Marker) -> MarkerKind | None:
    return next((kind for kind in catalogue.markers if kind.id == marker.about), None)


def last_turn(kind: MarkerKind, state: GameState, side: Side, marker: Marker) -> int | None:
    """Return the last turn of a marker; None: it stays, or its duration is not rolled yet."""
    if kind.turns is None or (kind.turns_die and marker.until is None):
        return None
    return marker.until or min(state.turns[side, marker.thing] + kind.turns, LAST_TURN)


def lasts_by_die(kind: MarkerKind, state: GameState, side: Side, marker: Marker) -> Iterator[tuple[int, int]]:
    """Yield each face of the die for a marker's duration, with its last turn; nothing once it is rolled."""
    if kind.turns is None or marker.until is not None:
        return
    for face in range(1, (kind.turns_die or 0) + 1):
        yield face, min(state.turns[side, marker.thing] + kind.turns + face, LAST_TURN)


def survival(catalogue: Catalogue, state: GameState, side: Side, piece: str) -> Iterator[tuple[range, Mark]]:
    """Yield the effects of each face for a wounded man, with equal ones merged.

    Nothing if he has rolled, was stabilised or is dead, or if the ruleset has no such roll.
    """
    wounds = (item for item in catalogue.states if item.effect == "wounded")
    wound = next((item for item in wounds if state.mark(side, piece, item.id)), None)
    if wound is None:
        return
    states = condition(state.marks(side)[piece], gone_states(catalogue))
    if wound.id not in states or STABILISED in states or lives_until(catalogue, state, side, piece):
        return
    dead = next((item.id for item in catalogue.states if item.effect == "out"), "")
    die, least = _die(catalogue, wound)
    if least > 1:
        yield range(1, least), Mark(piece=piece, state=dead)
    since = state.marked_in(side, piece, wound.id)
    for face in range(least, die + 1):
        until = min(since + face, LAST_TURN)
        yield range(face, face + 1), Mark(piece=piece, state=wound.id, until=until)


def _die(catalogue: Catalogue, wound: State) -> tuple[int, int]:
    """Return the die for how long he lives, and the lowest face on which he does; (0, 1): there is none."""
    roll = next((roll for roll in catalogue.odds.rolls if roll.id == wound.id and roll.at_least), None)
    return (roll.die, roll.at_least or 1) if roll else (wound.lives or 0, 1)


def lives_until(catalogue: Catalogue, state: GameState, side: Side, piece: str) -> int | None:
    """Return the last turn that a wounded man lives, as he rolled; None: he is not wounded, or did not roll."""
    wounds = [item.id for item in catalogue.states if item.effect == "wounded"]
    marks = [state.mark(side, piece, wound) for wound in wounds]
    return min((mark.until for mark in marks if mark and mark.until is not None), default=None)
