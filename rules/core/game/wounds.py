"""The roll that says how long a wounded man lives (rth, bn §9.3)."""

from collections.abc import Iterator

from rules.core.catalogue import Catalogue
from rules.core.game.events import LAST_TURN, STABILISED, Mark, Side
from rules.core.game.fold import State


def survival(catalogue: Catalogue, state: State, side: Side, piece: str) -> Iterator[tuple[range, Mark]]:
    """Yield what each face of his die makes of a wounded man, several faces that do the same in one.

    Nothing where he has rolled, was stabilised or is dead, or where the ruleset rolls no such die.
    """
    states = state.marks(side).get(piece, set())
    own = [item for item in catalogue.states if item.id in states]
    dead = next((item.id for item in catalogue.states if item.effect == "out"), "")
    wound = next((item.id for item in own if item.effect == "wounded"), "")
    roll = next((roll for roll in catalogue.odds.rolls if roll.id == wound and roll.at_least), None)
    is_settled = STABILISED in states or any(item.effect == "out" for item in own)
    if roll is None or roll.at_least is None or is_settled or lives_until(catalogue, state, side, piece):
        return
    yield range(1, roll.at_least), Mark(piece=piece, state=dead)
    since = state.marked_in(side, piece, wound)
    for face in range(roll.at_least, roll.die + 1):
        until = min(since + face, LAST_TURN)
        yield range(face, face + 1), Mark(piece=piece, state=wound, until=until)


def lives_until(catalogue: Catalogue, state: State, side: Side, piece: str) -> int | None:
    """Return the last turn that a wounded man lives, as he rolled; None: he is not wounded, or did not roll."""
    wounds = [item.id for item in catalogue.states if item.effect == "wounded"]
    marks = [state.mark(side, piece, wound) for wound in wounds]
    return min((mark.until for mark in marks if mark and mark.until is not None), default=None)
