"""The status of a side: its men, squads and losses, its defeat points, and how long things last.

States and markers can end by themselves, and so can wounded men (rth, bn §9.3).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import MarkerKind, State
from rules.core.defeat_points import DefeatRow, Sum, work_out
from rules.core.document.naming import figure_label, squad_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import Numbered, numbered
from rules.core.game.events import (
    FLED,
    HIDDEN,
    LAST_TURN,
    SIDES,
    STABILISED,
    Mark,
    Marker,
    Side,
    other_side,
)
from rules.core.game.fold import GameState, condition, conditions, gone_states
from rules.core.procedures import Readings, half_remains, leaders_counted, leading, morale_dice, spares_morale
from rules.core.text import Text


class Piece(Struct, frozen=True):
    """A man or a vehicle of the list with its states.

    `is_lost`: he counts as a loss, in the turn `lost_in` (0: he does not); `is_out`: he is dead or otherwise gone,
    which a wounded man is not; `is_down`: a wounded man whom no medic brings back into play. `counts_more`: his loss
    counts more than another in a morale test.
    """

    key: str
    row: Figure | Vehicle
    squad_number: int
    class_id: str
    label: Text
    states: frozenset[str]
    is_lost: bool
    is_out: bool
    is_down: bool
    lost_in: int
    counts_more: bool = False

    @property
    def is_man(self) -> bool:
        return isinstance(self.row, Figure)

    @property
    def is_leader(self) -> bool:
        return isinstance(self.row, Figure) and self.row.leadership > 0

    @property
    def leadership(self) -> int:
        return self.row.leadership if isinstance(self.row, Figure) else 0

    @property
    def is_hidden(self) -> bool:
        """Whether his name and weapons are hidden from the other side."""
        return HIDDEN in self.states

    @property
    def is_in_play(self) -> bool:
        """Whether he is on the table and can act, suppressed or not."""
        return not (self.is_lost or self.is_down or FLED in self.states)


class SquadStatus(Struct, frozen=True):
    """The status of a squad. `key`: its number ("S1"); `label`: its name; `row`: its row in the list."""

    key: str
    label: Text
    pieces: tuple[Piece, ...]
    row: Squad

    @property
    def men(self) -> tuple[Piece, ...]:
        return tuple(piece for piece in self.pieces if piece.is_man)

    @property
    def lost(self) -> int:
        """The number of men it has lost, including wounded ones not reached by a medic (rth, bn §12.0)."""
        return sum(man.is_lost for man in self.men)

    def lost_in(self, turn: int) -> int:
        return sum(man.lost_in == turn for man in self.men)

    @property
    def combat_value(self) -> int | None:
        """Return the total combat value of men on the table; None: the referee gave none (ludonet)."""
        left = [piece.row.combat_value for piece in self.pieces if not (piece.is_lost or FLED in piece.states)]
        given = any(isinstance(piece.row.combat_value, int) for piece in self.pieces)
        return sum(value for value in left if isinstance(value, int)) if given else None

    @property
    def is_under_half(self) -> bool:
        """Whether it has less than 50% losses: it gives its platoon a die (rth §14.0, bn §13.0)."""
        return bool(self.men) and 2 * self.lost < len(self.men)


class SideStatus(Struct, frozen=True, dict=True):
    """A side: its squads with the status of each piece, and the ids of its extras: X1, X2, the list's own first.

    `readings`: those in use. `spares_morale`: its first failed morale test does not count (bn, Motivation).
    """

    catalogue: Catalogue
    squads: tuple[SquadStatus, ...]
    readings: Readings
    extras: tuple[str, ...] = ()
    spares_morale: bool = False

    def without(self, hidden: Set[str]) -> "SideStatus":
        """Return it without some pieces, by number, and without the names of its squads."""
        squads = (
            replace(
                squad,
                label=squad_label(replace(squad.row, name=""), int(squad.key[1:]) - 1),
                pieces=tuple(piece for piece in squad.pieces if piece.key not in hidden),
            )
            for squad in self.squads
        )
        return replace(self, squads=tuple(squad for squad in squads if squad.pieces))

    @cached_property
    def men(self) -> tuple[Piece, ...]:
        return tuple(man for squad in self.squads for man in squad.men)

    @cached_property
    def lost(self) -> tuple[Piece, ...]:
        return tuple(man for man in self.men if man.is_lost)

    @property
    def leaders_lost(self) -> int:
        """The number of them who count more in a morale test."""
        return sum(man.counts_more for man in self.lost)

    @property
    def half_remain(self) -> bool:
        """Whether half of the men remain: until then the best face passes (rth, bn §12.0)."""
        return half_remains(((len(squad.men), squad.lost) for squad in self.squads), self.readings)

    def lost_in(self, turn: int) -> int:
        return sum(man.lost_in == turn for man in self.lost)

    @property
    def leadership(self) -> int:
        """The highest leadership of those who can act."""
        return max((man.leadership for man in self.men if man.is_in_play), default=0)

    @property
    def leading(self) -> int:
        """The leadership that those who can act add to the initiative."""
        able = (man.row for man in self.men if man.is_in_play)
        return leading((row for row in able if isinstance(row, Figure)), self.readings)

    @cached_property
    def class_id(self) -> str:
        """The class of most men, on a tie that of lower morale, for the morale test. "": nobody has a class."""
        counted = Counter(man.class_id for man in self.men if man.class_id in self.catalogue.class_by_id)
        return min(counted, key=lambda item: (-counted[item], morale_dice(self.catalogue, item) or 0), default="")


SideStatuses = dict[Side, SideStatus]  # of the sides that play a list


def side_status(roster: Roster, catalogue: Catalogue, state: GameState, side: Side, readings: Readings) -> SideStatus:
    gone = gone_states(catalogue)
    held = conditions(state, side, catalogue)
    counted = leaders_counted(roster, readings)
    pieces: list[list[Piece]] = [[] for _squad in roster.squads]
    for item in numbered(roster):
        piece = _piece(item, roster, catalogue, held, gone, state, side)
        pieces[item.squad_number].append(replace(piece, counts_more=True) if item.key in counted else piece)
    return SideStatus(
        catalogue,
        tuple(
            SquadStatus(f"S{place + 1}", squad_label(squad, place), tuple(pieces[place]), squad)
            for place, squad in enumerate(roster.squads)
        ),
        readings,
        tuple(row.extra for row in extra_rows(roster)),
        spares_morale(roster, catalogue, readings),
    )


def side_statuses(
    rosters: Mapping[Side, Roster | None], catalogue: Catalogue, state: GameState, readings: Readings
) -> SideStatuses:
    return {side: side_status(roster, catalogue, state, side, readings) for side, roster in rosters.items() if roster}


def extra_rows(roster: Roster) -> list[ExtraEntry]:
    """Return the extras of a list in the order of their numbers: X1, X2, the list's own first."""
    return [*roster.extras, *(row for squad in roster.squads for row in squad.extras)]


def _piece(
    item: Numbered,
    roster: Roster,
    catalogue: Catalogue,
    held: Mapping[str, frozenset[str]],
    gone: tuple[str, ...],
    state: GameState,
    side: Side,
) -> Piece:
    squad, row = roster.squads[item.squad_number], item.row
    states = held.get(item.key, frozenset())
    out = states.intersection(gone)
    down = {one.id: one for one in catalogue.states if one.effect == "wounded" and one.id in states}
    if isinstance(row, Vehicle):
        label, class_id = vehicle_label(row, catalogue.vehicle_by_id.get(row.type)), ""
    else:
        class_id = squad.class_of(row)
        label = figure_label(row, catalogue, class_id)
    # a wounded man is a loss until a medic reaches him (rth, bn §9.3)
    losing = out if out or STABILISED in states else states.intersection(down)
    return Piece(
        key=item.key,
        row=row,
        squad_number=item.squad_number,
        class_id=class_id,
        label=label,
        states=states,
        is_lost=bool(losing),
        is_out=bool(out),
        is_down=any(not one.heals for one in down.values()),
        lost_in=min((state.marked_in(side, item.key, found) for found in losing), default=0),
    )


LOSSES = ("man", "leader")  # counted from the pieces


def tally(rows: Sequence[DefeatRow], state: GameState, side: Side, own: SideStatus | None, readings: Readings) -> Sum:
    """Return the defeat points of a side; `own` None: it has no list, and its losses are added by hand too."""
    times = Counter(state.scored(side))
    for man in own.lost if own else ():
        row = row_of(rows, man)
        if row is not None:
            times[row.id] += 1
    theirs = state.scored(other_side(side))
    return work_out(rows, times, theirs, largest_only=readings.largest_only)


def totals(rows: Sequence[DefeatRow], state: GameState, statuses: SideStatuses, readings: Readings) -> dict[Side, int]:
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


class Lasting(NamedTuple):
    """A state of a piece that lasts to the end of the turn `last`, and the paragraph that says so."""

    state: str
    last: int
    source: str


def lasting(catalogue: Catalogue, state: GameState, side: Side, piece: Piece) -> Iterator[Lasting]:
    for item in catalogue.states if piece.is_man else catalogue.vehicle_states:
        if item.turns is not None and item.id in piece.states:
            last = state.marked_in(side, piece.key, item.id) + item.turns
            yield Lasting(item.id, last, item.source)


def kind_of(catalogue: Catalogue, marker: Marker) -> MarkerKind | None:
    return next((kind for kind in catalogue.markers if kind.id == marker.about), None)


def last_turn(kind: MarkerKind, state: GameState, side: Side, marker: Marker) -> int | None:
    """Return the last turn of a marker; None: it stays, or its duration is not rolled yet."""
    if kind.turns is None or (kind.turns_die and marker.until is None):
        return None
    return marker.until or min(state.turns[side, marker.thing] + kind.turns, LAST_TURN)


def lasts_by_die(kind: MarkerKind, state: GameState, side: Side, marker: Marker) -> Iterator[tuple[int, int]]:
    """Yield each face of the die for a marker's duration, with its last turn; nothing once it is rolled."""
    if kind.turns is None or marker.until is not None:
        return
    for face in range(1, (kind.turns_die or 0) + 1):
        yield face, min(state.turns[side, marker.thing] + kind.turns + face, LAST_TURN)


def survival(catalogue: Catalogue, state: GameState, side: Side, piece: str) -> Iterator[tuple[range, Mark]]:
    """Yield the effects of each face for a wounded man, with equal ones merged.

    Nothing if he has rolled, was stabilised or is dead, or if the ruleset has no such roll.
    """
    wounds = (item for item in catalogue.states if item.effect == "wounded")
    wound = next((item for item in wounds if state.mark(side, piece, item.id)), None)
    if wound is None:
        return
    states = condition(state.marks(side)[piece], gone_states(catalogue))
    if wound.id not in states or STABILISED in states or lives_until(catalogue, state, side, piece):
        return
    dead = next((item.id for item in catalogue.states if item.effect == "out"), "")
    die, least = _die(catalogue, wound)
    if least > 1:
        yield range(1, least), Mark(piece=piece, state=dead)
    since = state.marked_in(side, piece, wound.id)
    for face in range(least, die + 1):
        until = min(since + face, LAST_TURN)
        yield range(face, face + 1), Mark(piece=piece, state=wound.id, until=until)


def _die(catalogue: Catalogue, wound: State) -> tuple[int, int]:
    """Return the die for how long he lives, and the lowest face on which he does; (0, 1): there is none."""
    roll = next((roll for roll in catalogue.odds.rolls if roll.id == wound.id and roll.at_least), None)
    return (roll.die, roll.at_least or 1) if roll else (wound.lives or 0, 1)


def lives_until(catalogue: Catalogue, state: GameState, side: Side, piece: str) -> int | None:
    """Return the last turn that a wounded man lives, as he rolled; None: he is not wounded, or did not roll."""
    wounds = [item.id for item in catalogue.states if item.effect == "wounded"]
    marks = [state.mark(side, piece, wound) for wound in wounds]
    return min((mark.until for mark in marks if mark and mark.until is not None), default=None)
