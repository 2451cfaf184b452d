"""Refusing events about pieces, extras, rows and markers that are not in the list or the rules."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import VEHICLE_STATES
from rules.core.document.roster import Roster
from rules.core.document.rows import numbered
from rules.core.game.events import (
    HIDDEN,
    MAN_STATES,
    TIMES_AT_MOST,
    AnyEvent,
    Called,
    GameLine,
    Mark,
    Marker,
    MoraleTested,
    Rolled,
    Scored,
    Used,
)
from rules.core.game.reaction import called_by
from rules.core.game.tally import LOSSES
from rules.core.procedures.defeat_points import defeat_rows
from rules.core.procedures.dice_off import has_dice_off, turn_limits
from rules.core.procedures.markers import kinds_of


class EventRefusedError(Exception):
    """A refused event. `reason`: a key of the sentences in `armybuilder.games.words.refusals`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Writable(Struct, frozen=True):
    """The things that events of a side may name. `men` None: it has no list, and any number may be recorded.

    `extras`: how often each can be used; `squads`: the men and vehicles of each; `called`: the squads whose tests the
    players call for, empty in rules without called tests. `rows`: the defeat points added by hand, and how often each
    can happen; `markers`: the kinds it may place, and whether both sides see them at once. `limits`: the possible
    numbers of turns; `attacks`: whether the players enter who attacks (rth §4.0).
    """

    men: Collection[str] | None
    vehicles: Collection[str] | None
    extras: Mapping[str, int] | None
    squads: Mapping[str, tuple[str, ...]] | None
    called: Collection[str] | None
    states: Collection[str]
    rows: Mapping[str, int]
    markers: Mapping[str, bool]
    limits: Collection[int]
    attacks: bool

    def stands_for(self, piece: str) -> tuple[str, ...]:
        """Return the men and vehicles revealed together with a marker that represents something."""
        return (self.squads or {}).get(piece, (piece,) if piece else ())


def writable(roster: Roster | None, catalogue: Catalogue, *, at_night: bool = False) -> Writable:
    """Return what a side may record. `at_night`: at a games night, the table already knows who attacks."""
    states = {item.id for item in catalogue.states if item.id} | set(MAN_STATES)
    rows = {
        row.id: 1 if row.is_rule else TIMES_AT_MOST
        for row in defeat_rows(catalogue)
        if roster is None or row.counts not in LOSSES
    }
    markers = {kind.id: kind.is_open for kind in kinds_of(catalogue, roster)}
    limits, attacks = turn_limits(catalogue), has_dice_off(catalogue) and not at_night
    if roster is None:
        return Writable(None, None, None, None, None, states, rows, markers, limits, attacks)
    pieces = list(numbered(roster))
    squads = {
        f"S{place + 1}": tuple(piece.key for piece in pieces if piece.squad_number == place)
        for place in range(len(roster.squads))
    }
    keys = {piece.key for piece in pieces}
    vehicles = {key for key in keys if key.startswith("V")}
    extras = [*roster.extras, *(extra for squad in roster.squads for extra in squad.extras)]
    return Writable(
        men=keys - vehicles,
        vehicles=vehicles,
        extras={f"X{place}": extra.count for place, extra in enumerate(extras, 1)},
        squads=squads,
        called=squads if called_by(catalogue) else (),
        states=states,
        rows=rows,
        markers=markers,
        limits=limits,
        attacks=attacks,
    )


def check_known(event: AnyEvent, known: Writable) -> None:
    """Raise EventRefusedError if an event names something that the side does not have."""
    match event:
        case Rolled():
            raise EventRefusedError("rolled")
        case Mark():
            _check_mark(event, known)
        case Used():
            _check_in(event.extra, known.extras, "no-extra")
            if known.extras is not None and event.times > known.extras[event.extra]:
                raise EventRefusedError("too-often")
        case Marker():
            _check_marker(event, known)
        case MoraleTested():
            _check_in(event.squad or "S1", known.squads, "no-squad")
        case Called():
            _check_in(event.squad, known.called, "no-squad")
        case Scored():
            _check_in(event.row, known.rows, "no-row")
            if event.times > known.rows[event.row]:
                raise EventRefusedError("too-often")


def _check_mark(event: Mark, known: Writable) -> None:
    if event.piece.startswith("V"):
        _check_in(event.piece, known.vehicles, "no-piece")
        _check_in(event.state, (*VEHICLE_STATES, HIDDEN), "no-state")
    else:
        _check_in(event.piece, known.men, "no-piece")
        _check_in(event.state, known.states, "no-state")


def _check_marker(event: Marker, known: Writable) -> None:
    _check_in(event.about, known.markers, "no-marker")
    if not event.marker.isdigit():
        raise EventRefusedError("no-marker")
    if known.men is not None:
        pieces = {*known.men, *(known.vehicles or ())}
        if event.piece:
            _check_in(event.piece, {*pieces, *(known.squads or ())}, "no-piece")
        for piece in event.shows:
            _check_in(piece, pieces, "no-piece")


def _check_in(word: str, known: Collection[str] | None, reason: str) -> None:
    if known is not None and word not in known:
        raise EventRefusedError(reason)


def missing_number(lines: Collection[GameLine], last: int) -> int | None:
    """Return the first number that is missing in what a phone sends after its line `last`; None: none is missing."""
    wanted = last + 1
    for number in sorted({line.number for line in lines}):
        if number > wanted:
            return wanted
        wanted = max(wanted, number + 1)
    return None
