"""What a side may not write: about pieces that its list does not have, after the end, for the other side."""

from collections.abc import Collection

from msgspec import Struct

from rules.core.catalogue import Catalogue
from rules.core.dice_off import has_dice_off
from rules.core.game.events import (
    MAN_STATES,
    AnyEvent,
    Attacks,
    Called,
    Line,
    Mark,
    Marker,
    MoraleTested,
    PhaseIs,
    Rolled,
    Scored,
    Signed,
    Undone,
    Used,
)
from rules.core.game.fold import GameState
from rules.core.game.reaction import called_by
from rules.core.numbers import numbered
from rules.core.roster import Roster
from rules.core.states import VEHICLE_STATES


class EventRefusedError(Exception):
    """An event that cannot be; `reason`: "no-piece", "no-state", "no-extra", "no-squad", "no-row",
    "no-marker", "no-attack" (the rules roll for none, or the game has begun), "ended", "rolled" (dice come from the
    server alone).
    `number`: that of the line, where several were sent.
    """

    def __init__(self, reason: str, number: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.number = reason, number


class Writable(Struct, frozen=True):
    """What events of a side may speak of. `men` None: it plays no list, and any number may be written down.

    `called`: the squads of which the players say what calls for a test; none where the rules have no such thing.
    `attacks`: whether the rules have an attacker (rth §4.0).
    """

    men: Collection[str] | None
    vehicles: Collection[str] | None
    extras: Collection[str] | None
    squads: Collection[str] | None
    called: Collection[str] | None
    states: Collection[str]
    rows: Collection[str]
    markers: Collection[str]
    attacks: bool


def writable(roster: Roster | None, catalogue: Catalogue, rows: Collection[str]) -> Writable:
    """Return what a side may write that plays a list; `rows`: the ids of the defeat points' rows."""
    states = {item.id for item in catalogue.states if item.id} | set(MAN_STATES)
    markers = {kind.id for kind in catalogue.markers}
    attacks = has_dice_off(catalogue)
    if roster is None:
        return Writable(None, None, None, None, None, states, rows, markers, attacks)
    squads = {f"S{place + 1}" for place in range(len(roster.squads))}
    keys = {item.key for item in numbered(roster)}
    vehicles = {key for key in keys if key.startswith("V")}
    extras = [*roster.extras, *(extra for squad in roster.squads for extra in squad.extras)]
    return Writable(
        men=keys - vehicles,
        vehicles=vehicles,
        extras={f"X{place + 1}" for place in range(len(extras))},
        squads=squads,
        called=squads if called_by(catalogue) else (),
        states=states,
        rows=rows,
        markers=markers,
        attacks=attacks,
    )


def check(event: AnyEvent, known: Writable, state: GameState) -> None:
    """Raise EventRefusedError if a side may not write an event now."""
    if state.phase == "ended" and not isinstance(event, PhaseIs | Signed | Undone):
        raise EventRefusedError("ended")
    match event:
        case Rolled():
            raise EventRefusedError("rolled")
        case Mark():
            _check_mark(event, known)
        case Used():
            _check_in(event.extra, known.extras, "no-extra")
        case Marker():
            _check_marker(event, known)
        case MoraleTested():
            _check_in(event.squad or "S1", known.squads, "no-squad")
        case Called():
            _check_in(event.squad, known.called, "no-squad")
        case Scored():
            _check_in(event.row, known.rows, "no-row")
        case Attacks() if not known.attacks or state.phase != "setting-up":
            raise EventRefusedError("no-attack")


def _check_mark(event: Mark, known: Writable) -> None:
    if event.piece.startswith("V"):
        _check_in(event.piece, known.vehicles, "no-piece")
        _check_in(event.state, (*VEHICLE_STATES, *MAN_STATES), "no-state")
    else:
        _check_in(event.piece, known.men, "no-piece")
        _check_in(event.state, known.states, "no-state")


def _check_marker(event: Marker, known: Writable) -> None:
    _check_in(event.about, known.markers, "no-marker")
    if known.men is not None:
        pieces = {*known.men, *(known.vehicles or ())}
        if event.piece:
            _check_in(event.piece, {*pieces, *(known.squads or ())}, "no-piece")
        for piece in event.shows:
            _check_in(piece, pieces, "no-piece")


def _check_in(word: str, known: Collection[str] | None, reason: str) -> None:
    if known is not None and word not in known:
        raise EventRefusedError(reason)


def missing_number(lines: Collection[Line], last: int) -> int | None:
    """Return the first number that is missing in what a phone sends after its line `last`; None: none is missing."""
    wanted = last + 1
    for number in sorted({line.number for line in lines}):
        if number > wanted:
            return wanted
        wanted = max(wanted, number + 1)
    return None
