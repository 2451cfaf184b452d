"""Both sides with their markers, as a link sees them."""

from collections.abc import Iterator
from datetime import datetime
from functools import cached_property

from django.utils.translation import gettext, pgettext
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.games.pages.reminders import Reminder
from armybuilder.games.pages.ticks import SquadSheet, Tick, Ticks
from armybuilder.games.words.events import Button, event_text
from armybuilder.games.words.names import Words
from rules.core.document.roster import Roster
from rules.core.game.events import GameLine, Marker, Side, Undone
from rules.core.game.fold import GameState
from rules.core.game.rolling import OF_MARKER, may_roll_how_long
from rules.core.game.side_status import SideStatus, kind_of, last_turn, lasts_by_die
from rules.core.procedures import kinds_of


class OnTable:
    """A marker on the table. `what`: its kind and piece; `lasts`: its end.

    `dice`: the faces of a die for its duration, with their meanings; `roll`: a roll that the site can make ("": none);
    `buttons`: none for readers.
    """

    def __init__(self, markers: "Markers", marker: Marker, *, is_own: bool) -> None:
        self.number, self.note, self.is_shown = marker.marker, marker.note, marker.shown
        self.what, self.lasts = markers.words.marker(marker, markers.side), markers.lasts(marker)
        self.buttons = list(markers.buttons(marker)) if is_own else []
        self.dice = list(markers.dice(marker)) if is_own else []
        self.roll = markers.roll(marker) if is_own else ""


class Markers(Struct, frozen=True):
    """The markers of a side, with the next one to place."""

    side: Side
    words: Words
    state: GameState
    roster: Roster | None
    found: SideStatus | None

    @property
    def on_table(self) -> list[OnTable]:
        return [OnTable(self, marker, is_own=True) for marker in self._sorted]

    @property
    def seen(self) -> list[OnTable]:
        return [OnTable(self, marker, is_own=False) for marker in self._sorted]

    @property
    def kinds(self) -> list[Button]:
        return [
            Button(
                kind.name.to(self.words.language),
                event_text(Marker(marker="1", about=kind.id, shown=kind.is_open)),
            )
            for kind in kinds_of(self.words.catalogue, self.roster)
        ]

    @property
    def next_number(self) -> int:
        taken = {marker.marker for marker in self.state.markers(self.side)}
        return next(number for number in range(1, len(taken) + 2) if str(number) not in taken)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Return the squads, men and vehicles that a marker can represent: key and name."""
        squads = self.found.squads if self.found else ()
        of_squads = [(squad.key, squad.label.to(self.words.language)) for squad in squads]
        pieces = [piece for squad in squads for piece in squad.pieces]
        return [*of_squads, *((piece.key, self.words.names[self.side, piece.key]) for piece in pieces)]

    @property
    def put(self) -> tuple[object, ...]:
        return self.next_number, self.choices, self.kinds

    @property
    def _sorted(self) -> list[Marker]:
        return sorted(self.state.markers(self.side), key=lambda marker: int(marker.marker.lstrip("VXS")))

    def lasts(self, marker: Marker) -> str:
        """Return the end of a marker in words, "" if it stays."""
        kind = kind_of(self.words.catalogue, marker)
        if kind is None or kind.turns is None:
            return ""
        last = last_turn(kind, self.state, self.side, marker)
        words = {"turn": last, "turns": kind.turns, "die": kind.turns_die, "source": kind.source}
        if last is None:
            return gettext("for %(turns)s turns plus 1d%(die)s (%(source)s)") % words
        return gettext("until the end of turn %(turn)s (%(source)s)") % words

    def dice(self, marker: Marker) -> Iterator[Button]:
        """Yield the faces of the die for the duration of a marker, with their meanings."""
        kind = kind_of(self.words.catalogue, marker)
        for face, last in lasts_by_die(kind, self.state, self.side, marker) if kind else ():
            word = gettext("until the end of turn %(turn)s") % {"turn": last}
            yield Button(str(face), event_text(replace(marker, until=last)), state=word)

    def roll(self, marker: Marker) -> str:
        """Return the roll for a marker that the site can make, "" if none."""
        rolls = self.found is not None and may_roll_how_long(self.found, self.state, self.side, marker)
        return marker.marker + OF_MARKER if rolls else ""

    def buttons(self, marker: Marker) -> Iterator[Button]:
        """Yield the buttons that reveal and remove a marker."""
        if not marker.shown:
            shown = replace(marker, shown=True, shows=self._stands_for(marker))
            yield Button(pgettext("marker", "Reveal"), event_text(shown))
        yield Button(gettext("Remove"), event_text(replace(marker, gone=True)))

    def _stands_for(self, marker: Marker) -> tuple[str, ...]:
        """Return the men and vehicles that a marker represents: all of a squad."""
        for squad in self.found.squads if self.found else ():
            if squad.key == marker.piece:
                return tuple(piece.key for piece in squad.pieces)
        return (marker.piece,) if marker.piece else ()


class SideRows(Struct, frozen=True, dict=True):
    """The rows of a side. `found`: its status, None without a list; `lines`: all lines."""

    ticks: Ticks
    roster: Roster | None
    found: SideStatus | None
    lines: tuple[GameLine, ...]

    @property
    def shown(self) -> tuple[object, ...]:
        """Return everything that the rows depend on: the list, and lines about the side or the whole table."""
        side = self.ticks.side
        return self.roster, [
            line for line in self.lines if line.side == side or line.event.shared or isinstance(line.event, Undone)
        ]

    @cached_property
    def sheets(self) -> tuple[SquadSheet, ...]:
        found = self.found
        return tuple(SquadSheet(self.ticks, squad, found) for squad in found.squads) if found else ()

    @cached_property
    def extras(self) -> tuple[Tick, ...]:
        return tuple(self.ticks.extras(self.roster)) if self.roster else ()

    @property
    def extra_boxes(self) -> int:
        return max((len(tick.boxes) for tick in self.extras), default=1)

    @cached_property
    def seen(self) -> tuple[Tick, ...]:
        squads = self.found.squads if self.found else ()
        return tuple(self.ticks.seen(piece) for squad in squads for piece in squad.pieces)


class SideOnPage(Struct, frozen=True):
    """A side on the page of a link: with reminders if the link records for it.

    `heard`: of another side, the visible time of the last line from one of its phones.
    """

    side: Side
    name: str
    rows: SideRows
    markers: Markers
    reminders: tuple[Reminder, ...] = ()
    heard: datetime | None = None
