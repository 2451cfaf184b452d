"""The defeat points of a side in a game: from its losses, and added by its player."""

from collections import Counter
from collections.abc import Sequence

from rules.core.defeat_points import DefeatRow, Sum, work_out
from rules.core.game.events import SIDES, Side, other_side
from rules.core.game.fold import GameState
from rules.core.game.side_status import Piece, SideStatus, SideStatuses
from rules.core.procedures import Readings

LOSSES = ("man", "leader")  # counted from the pieces


def tally(
    rows: Sequence[DefeatRow], state: GameState, side: Side, own: SideStatus | None, readings: Readings
) -> Sum:
    """Return the defeat points of a side; `own` None: it has no list, and its losses are added by hand too."""
    times = Counter(state.scored(side))
    for man in own.lost if own else ():
        row = row_of(rows, man)
        if row is not None:
            times[row.id] += 1
    theirs = state.scored(other_side(side))
    return work_out(rows, times, theirs, largest_only=readings.largest_only)


def totals(
    rows: Sequence[DefeatRow], state: GameState, statuses: SideStatuses, readings: Readings
) -> dict[Side, int]:
    """Return the points of both sides, or the losses of each in a ruleset without points."""
    if rows:
        return {side: tally(rows, state, side, statuses.get(side), readings).total for side in SIDES}
    return {side: len(statuses[side].lost) if side in statuses else 0 for side in SIDES}


def row_of(rows: Sequence[DefeatRow], man: Piece) -> DefeatRow | None:
    """Return the row for a lost man: that of leaders of his class, otherwise that of its men."""
    for kind in ("leader", "man") if man.is_leader else ("man",):
        for row in rows:
            if row.counts == kind and (not row.classes or man.class_id in row.classes):
                return row
    return None


def rows_added_by_hand(rows: Sequence[DefeatRow], own: SideStatus | None) -> list[DefeatRow]:
    """Return the rows that no loss of a piece causes: players add them by hand; `own` None: all rows."""
    return [row for row in rows if own is None or row.counts not in LOSSES]
