"""States and markers that end by themselves: the turn in which each was set says until when."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import MarkerKind
from rules.core.game.events import LAST_TURN, Marker, Side
from rules.core.game.fold import GameState
from rules.core.game.side_status import Piece


class Lasting(NamedTuple):
    """A state of a piece that holds to the end of the turn `last`, and where the rules say so."""

    state: str
    last: int
    source: str


def lasting(catalogue: Catalogue, state: GameState, side: Side, piece: Piece) -> Iterator[Lasting]:
    """Yield the states of a piece that end by themselves."""
    for item in catalogue.states if piece.is_man else catalogue.vehicle_states:
        if item.turns is not None and item.id in piece.states:
            last = state.marked_in(side, piece.key, item.id) + item.turns
            yield Lasting(item.id, last, item.source)


def kind_of(catalogue: Catalogue, marker: Marker) -> MarkerKind | None:
    """Return what a marker is; None: the ruleset knows no such kind any more."""
    return next((kind for kind in catalogue.markers if kind.id == marker.about), None)


def last_turn(kind: MarkerKind, state: GameState, side: Side, marker: Marker) -> int | None:
    """Return the last turn of a marker; None: it stays, or nobody has rolled yet how long."""
    if kind.turns is None or (kind.turns_die and marker.until is None):
        return None
    return marker.until or min(state.turns[side, marker.thing] + kind.turns, LAST_TURN)


def lasts_by_die(kind: MarkerKind, state: GameState, side: Side, marker: Marker) -> Iterator[tuple[int, int]]:
    """Yield each face of the die that says how long a marker stays, with its last turn; nothing once it is rolled."""
    if kind.turns is None or marker.until is not None:
        return
    for face in range(1, (kind.turns_die or 0) + 1):
        yield face, min(state.turns[side, marker.thing] + kind.turns + face, LAST_TURN)
