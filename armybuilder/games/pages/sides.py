"""The sides of a game as a link sees them. Rows are only made for a phone that does not show them yet."""

from datetime import datetime
from functools import cached_property

from msgspec import Struct

from armybuilder.games.pages.markers import Markers, OnTable
from armybuilder.games.pages.reminders import Reminder
from armybuilder.games.pages.ticks import SquadSheet, Tick, Ticks
from rules.core.document.roster import Roster
from rules.core.game.events import GameLine, Side, Undone
from rules.core.game.side_status import SideStatus


class SideRows(Struct, frozen=True, dict=True):
    """What the rows of a side are made of. `found`: how it stands, None without a list; `lines`: what all said."""

    ticks: Ticks
    roster: Roster | None
    found: SideStatus | None
    lines: tuple[GameLine, ...]

    @property
    def shown(self) -> tuple[object, ...]:
        """All that the rows depend on: the list, and what was said of the side or of the whole table, or taken back."""
        side = self.ticks.side
        return self.roster, [
            line
            for line in self.lines
            if line.side == side or line.event.shared or isinstance(line.event, Undone)
        ]

    @cached_property
    def sheets(self) -> tuple[SquadSheet, ...]:
        """The squads, as who writes for the side sees them."""
        found = self.found
        return tuple(self.ticks.sheet(squad, found) for squad in found.squads) if found else ()

    @cached_property
    def extras(self) -> tuple[Tick, ...]:
        """The extras of the list."""
        return tuple(self.ticks.extras(self.roster)) if self.roster else ()

    @property
    def extra_boxes(self) -> int:
        """How many boxes an extra has, at most."""
        return max((len(tick.boxes) for tick in self.extras), default=1)

    @cached_property
    def seen(self) -> tuple[Tick, ...]:
        """The men and vehicles, as the others see them."""
        squads = self.found.squads if self.found else ()
        return tuple(self.ticks.seen(piece) for squad in squads for piece in squad.pieces)


class OwnSide(Struct, frozen=True):
    """A side that the link writes for."""

    side: Side
    name: str
    rows: SideRows
    reminders: tuple[Reminder, ...]
    markers: Markers


class SeenSide(Struct, frozen=True):
    """A side that the link only sees. `heard`: when one of its phones said something last that the link may know."""

    side: Side
    name: str
    rows: SideRows
    markers: list[OnTable]
    heard: datetime | None
