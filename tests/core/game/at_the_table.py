"""Games in the words of the tests: log lines, written in a word or two."""

from itertools import count

from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.core.game.checking import EventRefusedError, Moment, check, writable
from rules.core.game.events import AnyEvent, GameLine, Mark, Side
from rules.core.game.fold import GameState, fold
from rules.core.game.side_status import SideStatus, side_status
from rules.core.procedures import Readings, readings_of
from tests.core.documents import LIBRARY

BN = LIBRARY.catalogues["bn"]


class Phone:
    """A phone of a side: its lines are numbered in order."""

    def __init__(self, side: Side, name: str = "") -> None:
        self.side, self.name, self.numbers = side, name or side * 4, count(1)

    def say(self, event: AnyEvent, seen: int = 0) -> GameLine:
        """A line from a phone that has seen this much."""
        return GameLine(side=self.side, phone=self.name, number=next(self.numbers), seen=seen, event=event)


def mark(piece: str, state: str, *, on: bool = True, until: int | None = None) -> Mark:
    """A mark on a man or a vehicle."""
    return Mark(piece=piece, state=state, on=on, until=until)


def squad(class_: str = "veteran", men: int = 8) -> Squad:
    """A leader of level 2 and his men."""
    leader = Figure(weapons=("assault-rifle",), leadership=2)
    return Squad(name="Ferri", class_=class_, figures=(leader, Figure(count=men - 1)))


def army(*squads: Squad) -> Roster:
    """A list of Breaking News."""
    return Roster(format="armylist/1", ruleset="bn", name="Bersaglieri", squads=squads or (squad(),))


def car() -> Vehicle:
    """A vehicle of the game."""
    return Vehicle(type=BN.vehicles[0].id)


def refused(roster: Roster | None, event: AnyEvent, *before: AnyEvent, at_night: bool = False) -> str:
    """Return the reason why a side cannot record an event after some others; "": it can."""
    phone, rosters = Phone("a"), {"a": roster, "b": None}
    catalogue = LIBRARY.catalogues[roster.ruleset] if roster else BN
    lines = [phone.say(one) for one in before]
    now = Moment(lines, rosters, catalogue, Readings())  # type: ignore[arg-type]
    try:
        check(phone.say(event), writable(roster, catalogue, at_night=at_night), now, now)
    except EventRefusedError as error:
        return error.reason
    return ""


def after(*lines: GameLine) -> GameState:
    """The state after these lines."""
    return fold(lines)


def stands(roster: Roster, *lines: GameLine, side: Side = "a") -> SideStatus:
    """Return the status of a side after these lines, by the rulings of its list."""
    catalogue = LIBRARY.catalogues[roster.ruleset]
    return side_status(roster, catalogue, fold(lines), side, readings_of(catalogue, roster.rulings))
