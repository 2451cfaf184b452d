"""Due items with their chances: reminders, which leave decisions to the players."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import MarkerKind, PrintedRow
from rules.core.game.events import Marker, Rolled, Side, other_side
from rules.core.game.fold import GameState
from rules.core.game.reaction import ReactionDue, morale_rows, reactions
from rules.core.game.side_status import (
    SideStatus,
    SideStatuses,
    SquadStatus,
    kind_of,
    last_turn,
    lasting,
    lives_until,
)
from rules.core.odds import dice, nerve
from rules.core.procedures import attack_source, losses, morale_dice, morale_need, suppression_most


class MoraleDue(Struct, frozen=True, tag="morale"):
    """A test at the end of this turn (rth, bn §12.0; a platoon rth §14.0, bn §13.0; ludonet: one die from half on).

    `formations` of the `dice` are for squads with less than 50% losses; `need` None: no face passes; `is_spared`: a
    failure does not count this time; `half_remain`: until then the best face passes, for each squad with
    `half_of_each`. `squad`: the testing squad ("": all); `failed`: the ruleset's consequence of a failure; `causes`:
    the losses of a squad, by number.
    """

    dice: int
    die: int
    formations: int
    counted: int
    need: int | None
    chance: Fraction
    source: str
    is_spared: bool = False
    half_remain: bool = True
    half_of_each: bool = False
    squad: str = ""
    failed: tuple[PrintedRow, ...] = ()
    causes: tuple[str, ...] = ()


class FailedDue(Struct, frozen=True, tag="failed"):
    """What follows from a failed morale test (rth, bn §12.0).

    `is_now`: in this turn, after which the squad with more defeat points leaves the table. Otherwise in the last
    turn: each man tests before he acts, equal to or under the first of `most` alone, the second beside the best
    leader (None: by class).
    """

    most: tuple[int, int] | None
    is_now: bool
    source: str


class InitiativeDue(Struct, frozen=True, tag="initiative"):
    """The roll for the initiative of a turn: what each side adds, and the chance of `side` to win it.

    It had the initiative for `turns` in a row, which take 1 each from its bonus. `enemy_adds`, `chance` None: the
    other side's bonus is unknown.
    """

    turn: int
    dice: int
    die: int
    turns: int
    adds: int
    enemy_adds: int | None
    chance: Fraction | None
    source: str


class LastTurnDue(Struct, frozen=True, tag="last-turn"):
    """This turn is the last (rth §4.0)."""

    turns: int
    source: str


class WoundedDue(Struct, frozen=True, tag="wounded"):
    """A wounded man whose last turn is this or an earlier one: without a medic he dies (rth, bn §9.3)."""

    piece: str
    until: int
    source: str


class EndedDue(Struct, frozen=True, tag="ended"):
    """A state of a man or a vehicle that ended by itself after the turn `last`."""

    piece: str
    state: str
    last: int
    source: str


class MarkerDue(Struct, frozen=True, tag="marker"):
    """What a marker needs in this turn, or (`is_over`) that it was removed after the turn `last`.

    `need` on a `die` is rolled for it, with its chance (None: no roll).
    """

    marker: Marker
    kind: MarkerKind
    last: int
    is_over: bool
    source: str
    die: int | None = None
    need: int | None = None
    chance: Fraction | None = None


Due = MoraleDue | FailedDue | ReactionDue | InitiativeDue | LastTurnDue | WoundedDue | EndedDue | MarkerDue


def due(state: GameState, statuses: SideStatuses, side: Side) -> Iterator[Due]:
    """Yield the due items of a side, the most urgent first."""
    if state.phase != "playing":
        return
    own = statuses.get(side)
    if own is not None:
        initiative = initiative_due(state, statuses, side)
        if initiative and state.active(state.turn) is None:
            yield initiative
        yield from tests_due(state, own, side)
        yield from _failed(state, own, side, state.turn)
        yield from reactions(state, statuses, side)
        yield from _wounded(state, own, side)
        yield from _ended(state, own, side)
        yield from markers_due(state, own.catalogue, side)
        yield from _failed(state, own, side, state.turn - 1)
    if state.limit is not None and state.turn >= state.limit:
        yield LastTurnDue(state.limit, attack_source(own.catalogue) if own and own.catalogue.procedures.turns else "")


# Morale


def tests_due(state: GameState, own: SideStatus, side: Side) -> Iterator[MoraleDue]:
    """Yield the tests for losses in this turn: for the whole side, or per squad for each loss from half on (ludonet).

    A test that cannot fail is omitted.
    """
    test = morale_due(own)
    is_open = own.lost_in(state.turn) and "" not in state.tested(side, state.turn)
    if test and test.chance < 1 and is_open:
        yield replace(test, is_spared=own.spares_morale and not state.failures(side))
    for squad in own.squads if _by_squad(own.catalogue) else ():
        if _lost_since_tested(state, squad, side):
            tests = _from_half(own.catalogue, squad.key, len(squad.men), squad.lost)
            yield from (test for test in tests if not _is_rolled(state, test, side))


def _is_rolled(state: GameState, test: MoraleDue, side: Side) -> bool:
    """Whether a squad already has a test in this turn rolled on the site for the same losses."""
    rolled = state.rolled_for(side, "morale", state.turn, [test.squad])
    return test.squad in state.tested(side, state.turn) and rolled.issuperset(test.causes)


def _by_squad(catalogue: Catalogue) -> bool:
    rules = catalogue.odds.morale
    return rules is not None and rules.at_least is not None and bool(morale_rows(catalogue, "by-squad"))


def _lost_since_tested(state: GameState, squad: SquadStatus, side: Side) -> bool:
    tested = state.tested_at(side, state.turn, squad.key)
    lost = [man for man in squad.men if man.lost_in == state.turn]
    return any(state.marked_at(side, man.key, one) > tested for man in lost for one in man.states)


def morale_due(own: SideStatus) -> MoraleDue | None:
    """Return the test of the whole side for the present losses; None: no losses, or the ruleset tests otherwise."""
    catalogue, rules = own.catalogue, own.catalogue.odds.morale
    lost = len(own.lost)
    if rules is None or rules.reaction or not lost or not own.class_id or _by_squad(catalogue):
        return None
    if rules.at_least is not None:
        return next(_from_half(catalogue, "", len(own.men), lost), None)
    is_platoon = sum(bool(squad.men) for squad in own.squads) > 1
    formations = sum(squad.is_under_half for squad in own.squads) if is_platoon else 0
    rolled = morale_dice(catalogue, own.class_id, formations) or 0
    counted = losses(catalogue, lost, own.leaders_lost) or 0
    need = morale_need(counted, own.half_remain, catalogue.die)
    return MoraleDue(
        dice=rolled,
        die=catalogue.die,
        formations=formations,
        counted=counted,
        need=need,
        chance=nerve.passing(rolled, need, catalogue.die),
        source=rules.source,
        half_remain=own.half_remain,
        half_of_each=own.readings.half_of_each,
    )


def _from_half(catalogue: Catalogue, squad: str, men: int, lost: int) -> Iterator[MoraleDue]:
    """Yield the test of a unit that has lost half of its men (ludonet)."""
    rules, die = catalogue.odds.morale, catalogue.die
    assert rules is not None
    if men > lost and 2 * lost >= men:  # nobody tests for a unit that is wiped out
        need = rules.at_least or 1
        chance, failed = dice.highest_at_least(1, die, need), tuple(morale_rows(catalogue, "failed"))
        causes = tuple(str(number) for number in range(1, lost + 1)) if squad else ()
        yield MoraleDue(1, die, 0, lost, need, chance, rules.source, squad=squad, failed=failed, causes=causes)


def _failed(state: GameState, own: SideStatus, side: Side, turn: int) -> Iterator[FailedDue]:
    """Yield the consequences of a failed test that counts, in this turn or the one before."""
    rules = own.catalogue.odds.morale
    numbers = {acts_again(own, man.class_id) for man in own.men if man.is_in_play} - {None}
    if rules is None or not numbers:
        return
    counting = state.failures(side)[own.spares_morale :]
    if any(test.turn == turn and not test.squad for test in counting):
        most = next(iter(numbers)) if len(numbers) == 1 else None
        yield FailedDue(most, turn == state.turn, rules.source)


# Initiative


def initiative_due(state: GameState, statuses: SideStatuses, side: Side) -> InitiativeDue | None:
    """Return the roll for the initiative of this turn; None: the ruleset has none (rth §5.0, bn §5.0)."""
    own, enemy = statuses.get(side), statuses.get(other_side(side))
    rules = own.catalogue.odds.initiative if own else None
    if own is None or rules is None:
        return None
    adds = _adds(state, own, side)
    theirs = _adds(state, enemy, other_side(side)) if enemy else None
    return InitiativeDue(
        turn=state.turn,
        dice=rules.turn.dice,
        die=rules.turn.die or own.catalogue.die,
        turns=state.active_before(side, state.turn) if rules.turn.turns else 0,
        adds=adds,
        enemy_adds=theirs,
        chance=None if theirs is None else _wins(own.catalogue, adds - theirs),
        source=rules.source,
    )


def _adds(state: GameState, status: SideStatus, side: Side) -> int:
    """Return the bonus of a side: its class, its leader on the table, −1 for each turn in a row.

    Add the bonus of the extras used in the turn before (bn, ambush).
    """
    rules = status.catalogue.odds.initiative
    assert rules is not None
    known = status.class_id and rules.turn.characteristic
    adds = status.catalogue.stat(status.class_id, rules.turn.characteristic) if known else 0
    adds += status.leading if rules.turn.leadership else 0
    adds += sum(_of_extra(status, extra) for extra in state.used_in(side, state.turn - 1))
    return adds - (state.active_before(side, state.turn) if rules.turn.turns else 0)


def _of_extra(status: SideStatus, key: str) -> int:
    """Return the initiative bonus of a used extra by its number (X1)."""
    place = int(key.removeprefix("X")) - 1
    known = status.catalogue.extra_by_id.get(status.extras[place]) if place < len(status.extras) else None
    return known.initiative if known else 0


def _wins(catalogue: Catalogue, lead: int) -> Fraction:
    """Return the chance to roll higher with a lead; ties are rolled again."""
    rules = catalogue.odds.initiative
    assert rules is not None
    more, _tied, less = dice.opposed(rules.turn.dice, rules.turn.die or catalogue.die, lead)
    return more / (more + less) if more + less else Fraction(1, 2)


# Men


def acts_again(own: SideStatus, class_id: str) -> tuple[int, int] | None:
    """Return the highest roll on which a suppressed man acts again, alone and with the best leader beside him.

    None: the ruleset does not have the test, or not that class (§10.0).
    """
    if class_id not in own.catalogue.class_by_id:
        return None
    alone = suppression_most(own.catalogue, class_id)
    led = suppression_most(own.catalogue, class_id, own.leadership)
    return None if alone is None or led is None else (alone, led)


def _wounded(state: GameState, own: SideStatus, side: Side) -> Iterator[WoundedDue]:
    source = next((item.source for item in own.catalogue.states if item.effect == "wounded"), "")
    for man in own.lost:
        until = None if man.is_out else lives_until(own.catalogue, state, side, man.key)
        if until is not None and until <= state.turn:
            yield WoundedDue(man.key, until, source)


def _ended(state: GameState, own: SideStatus, side: Side) -> Iterator[EndedDue]:
    for piece in (piece for squad in own.squads for piece in squad.pieces):
        for one in lasting(own.catalogue, state, side, piece):
            if one.last < state.turn:
                yield EndedDue(piece.key, one.state, one.last, one.source)


# Markers


def markers_due(state: GameState, catalogue: Catalogue, side: Side) -> Iterator[MarkerDue]:
    """Yield the due items of markers: first those that are over, then the effects of others in this turn.

    Rolls made here in this turn are done.
    """
    rolled = {said.marker for said in state.of(side, Rolled) if said.turn == state.turn}
    found = [(marker, kind_of(catalogue, marker)) for marker in state.markers(side)]
    lasts = [(marker, kind, last_turn(kind, state, side, marker)) for marker, kind in found if kind]
    for marker, kind, last in lasts:
        if last is not None and last < state.turn:
            yield MarkerDue(marker, kind, last, True, kind.source)
    for marker, kind, last in lasts:
        if last is None or not kind.each_turn or (kind.roll and marker.marker in rolled):
            continue
        if state.turns[side, marker.thing] < state.turn <= last:
            yield _each_turn(catalogue, marker, kind, last)


def _each_turn(catalogue: Catalogue, marker: Marker, kind: MarkerKind, last: int) -> MarkerDue:
    roll = next((roll for roll in catalogue.odds.rolls if roll.id == kind.roll), None)
    if roll is None or roll.at_least is None:
        return MarkerDue(marker, kind, last, False, kind.source)
    chance = dice.at_least(roll.at_least, roll.die)
    return MarkerDue(marker, kind, last, False, kind.source, roll.die, roll.at_least, chance)
