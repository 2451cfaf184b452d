"""A game at the moment of a tap: the earlier lines, the state, the statuses of the sides."""

from collections.abc import Mapping, Sequence

from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import Roster
from rules.core.game.events import TABLE, GameLine, Rolled, Side, TurningPoint, Undone
from rules.core.game.fold import Folding, GameState, fold, undone_lines
from rules.core.game.side_status import SideStatuses, side_statuses
from rules.core.procedures import Readings


class TooMuchWorkError(Exception):
    """The lines of a request need more work than is allowed."""


class Work:
    """How many more times a log can be folded, or the statuses computed, for the lines of a request."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self) -> None:
        """Use one. Raises TooMuchWorkError if none is left."""
        if not self.left:
            raise TooMuchWorkError
        self.left -= 1


class Moment:
    """The game after some lines, in their order of arrival."""

    def __init__(
        self,
        lines: Sequence[GameLine],
        rosters: Mapping[Side, Roster | None],
        catalogue: Catalogue,
        work: Work,
        readings: Readings,
        state: GameState | None = None,
    ) -> None:
        self.lines, self.rosters, self.catalogue, self.work = list(lines), rosters, catalogue, work
        self._last = max((line.order for line in lines), default=(-1, "", 0))
        self._is_behind = False
        self.readings = readings
        self._statuses: SideStatuses | None = None
        self._folding = Folding(state if state is not None else self._fold())

    @property
    def state(self) -> GameState:
        return self._folding.state

    @property
    def undone(self) -> set[tuple[str, int]]:
        return undone_lines(sorted(self.lines, key=lambda line: line.order))

    @property
    def statuses(self) -> SideStatuses:
        if self._statuses is None:
            self.work.spend()
            self._statuses = side_statuses(self.rosters, self.catalogue, self.state, self.readings)
        return self._statuses

    def add(self, line: GameLine) -> None:
        """Add a line. A line that belongs before others changes the state only after `catch_up`."""
        self.lines.append(line)
        if line.order < self._last:
            self._is_behind = True
            return
        self._last, self._statuses = line.order, None
        if isinstance(line.event, Undone):
            self._folding = Folding(self._fold())
        else:
            self._folding.add(line)

    def catch_up(self) -> None:
        """Update the state with all lines, including earlier ones."""
        if self._is_behind:
            self._folding, self._statuses = Folding(self._fold()), None

    def _fold(self) -> GameState:
        self._is_behind = False
        self.work.spend()
        return fold(self.lines)


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
