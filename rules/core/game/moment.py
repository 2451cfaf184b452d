"""A game at the moment of a tap: the earlier lines, the state, the statuses of the sides."""

from collections.abc import Mapping, Sequence
from functools import cached_property

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.game.events import TABLE, GameLine, Rolled, Side, TurningPoint, Undone
from rules.core.game.fold import Folding, GameState, fold, undone_lines
from rules.core.game.side_status import SideStatuses, side_statuses
from rules.core.procedures import Readings


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
        """Add a line that is later than all others."""
        self.lines.append(line)
        self.__dict__.pop("statuses", None)
        if isinstance(line.event, Undone):
            self._folding = Folding(fold(self.lines))
        else:
            self._folding.add(line)

    def with_all_lines(self) -> "Moment":
        """Return it with the lines of others that were added to `lines` alone, in their places."""
        return Moment(self.lines, self.rosters, self.catalogue, self.readings)


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
