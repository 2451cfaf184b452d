"""A game as it was when a phone spoke: the lines before, what held after them, how the sides stood."""

from collections.abc import Mapping, Sequence

from rules.core.catalogue import Catalogue
from rules.core.game.events import TABLE, Line, Rolled, Side, Undone
from rules.core.game.fold import Folding, GameState, fold, undone_lines
from rules.core.game.standing import Standings, standings_of
from rules.core.roster import Roster


class TooMuchWorkError(Exception):
    """The lines of a request need more work than there is for them."""


class Work:
    """How often a log may still be folded, or the sides be looked at, for the lines of a request."""

    def __init__(self, most: int) -> None:
        self.left = most

    def spend(self) -> None:
        """Take one of them. Raises TooMuchWorkError where none is left."""
        if not self.left:
            raise TooMuchWorkError
        self.left -= 1


class Moment:
    """The game after some lines, which are in the order in which they arrived."""

    def __init__(
        self,
        lines: Sequence[Line],
        rosters: Mapping[Side, Roster | None],
        catalogue: Catalogue,
        work: Work,
        state: GameState | None = None,
    ) -> None:
        self.lines, self.rosters, self.catalogue, self.work = list(lines), rosters, catalogue, work
        self._last = max((line.order for line in lines), default=(-1, "", 0))
        self._is_behind = False
        self._standings: Standings | None = None
        self._folding = Folding(state if state is not None else self._fold())

    @property
    def state(self) -> GameState:
        """What holds."""
        return self._folding.state

    @property
    def undone(self) -> set[tuple[str, int]]:
        """The names of the lines that were taken back."""
        return undone_lines(sorted(self.lines, key=lambda line: line.order))

    @property
    def standings(self) -> Standings:
        """How the sides stand that play a list."""
        if self._standings is None:
            self.work.spend()
            self._standings = standings_of(self.rosters, self.catalogue, self.state)
        return self._standings

    def add(self, line: Line) -> None:
        """Add a line. One that was said before others changes the state only with `catch_up`."""
        self.lines.append(line)
        if line.order < self._last:
            self._is_behind = True
            return
        self._last, self._standings = line.order, None
        if isinstance(line.event, Undone):
            self._folding = Folding(self._fold())
        else:
            self._folding.add(line)

    def catch_up(self) -> None:
        """Let the state be what holds after all lines, whenever they were said."""
        if self._is_behind:
            self._folding, self._standings = Folding(self._fold()), None

    def _fold(self) -> GameState:
        self._is_behind = False
        self.work.spend()
        return fold(self.lines)


def last_said(lines: Sequence[Line], sides: Sequence[Side]) -> Line | None:
    """Return the line that a side can take back: the last that it said; None: there is none.

    Neither rolls of the site, nor what was said before the last that the side had rolled, nor what the site said when
    the game began. `lines`: in the order in which they arrived.
    """
    rolls = {line.side: place for place, line in enumerate(lines) if is_own_roll(line)}
    undone = undone_lines(sorted(lines, key=lambda line: line.order))
    open_lines = (
        line
        for place, line in enumerate(lines)
        if line.side in sides and place > rolls.get(line.side, -1) and line.phone != TABLE
    )
    left = (
        line for line in open_lines if line.name not in undone and not isinstance(line.event, Undone | Rolled)
    )
    return max(left, key=lambda line: line.order, default=None)


def is_own_roll(line: Line) -> bool:
    """Return whether it is a roll for which the side itself asked: it ends taking back what it said before."""
    return isinstance(line.event, Rolled) and not line.event.for_other
