"""States that end by themselves: the turn in which each was set says until when."""

from collections.abc import Iterator
from typing import NamedTuple

from rules.core.catalogue import Catalogue
from rules.core.game.events import Side
from rules.core.game.fold import State
from rules.core.game.standing import Piece


class Lasting(NamedTuple):
    """A state of a piece that holds to the end of the turn `last`, and where the rules say so."""

    state: str
    last: int
    source: str


def lasting(catalogue: Catalogue, state: State, side: Side, piece: Piece) -> Iterator[Lasting]:
    """Yield the states of a piece that end by themselves."""
    for item in catalogue.states if piece.is_man else catalogue.vehicle_states:
        if item.turns is not None and item.id in piece.states:
            last = state.marked_in(side, piece.key, item.id) + item.turns
            yield Lasting(item.id, last, item.source)
