"""Dice that the site rolls for the players, with their effects, and luck."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import count, pairwise
from math import prod, sqrt
from statistics import NormalDist
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.handbook import State
from rules.core.game.due import MoraleDue, acts_again, initiative_due, markers_due, tests_due
from rules.core.game.events import (
    SIDES,
    Active,
    AnyEvent,
    Attacks,
    LimitIs,
    Mark,
    Marker,
    MoraleTested,
    Rolled,
    Side,
    other_side,
)
from rules.core.game.fold import GameState
from rules.core.game.lasting import kind_of, lasts_by_die, survival
from rules.core.game.reaction import REACTION, reactions
from rules.core.game.side_status import Piece, SideStatus, SideStatuses
from rules.core.odds.dice import at_least, at_most
from rules.core.procedures import DICE_OFF, dice_off_bonus, has_dice_off

MORALE, INITIATIVE, SUPPRESSION, LIMIT = "morale", "initiative", "suppression", "limit"
ATTACKS = "attacks"
WOUNDED = "wounded"
LASTS, RETURNS = "lasts", "returns"
BESIDE_LEADER = "+"  # after the number of a suppressed man
HIS_LIFE = "w"  # after that of a wounded one
OF_MARKER = "m"  # after that of a marker
OF_SQUAD = "morale "  # before that of a squad
OF_MEN = "reaction "  # before that of a squad in which each man tests

Said = list[tuple[Side, AnyEvent]]
Throw = Callable[[int], int]  # a face of a die with this many


class NothingToRollError(Exception):
    """The roll is not due, or was already made."""


def roll(what: str, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Return the lines for a roll: the dice, then the consequences. `what`: "morale", "initiative", "7", "7+".

    "7": suppressed man 7 tries to act again; "7+": with the best leader beside him; "7w": how long wounded man 7
    lives; "morale S1": the test of a squad by its losses; "reaction S1": that of each of its men; "7m": how long
    marker 7 stays, or whether what it represents comes back; before the game, "limit": how many turns it has, and
    "attacks": who attacks. Each roll is made only once, whatever has been undone since.

    Raises NothingToRollError.
    """
    made = _roll(what, state, statuses, side, throw)
    return [
        (
            whose,
            replace(event, turn=state.turn, for_other=whose != side) if isinstance(event, Rolled) else event,
        )
        for whose, event in made
    ]


def _roll(what: str, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    if what == LIMIT:
        return _limit(state, statuses, side, throw)
    if what == ATTACKS:
        return _attacks(state, statuses, side, throw)
    if state.phase != "playing":
        raise NothingToRollError
    match what:
        case "morale":
            return _morale("", state, statuses, side, throw)
        case _ if what.startswith(OF_SQUAD):
            return _morale(what.removeprefix(OF_SQUAD), state, statuses, side, throw)
        case _ if what.startswith(OF_MEN):
            return _reaction(what.removeprefix(OF_MEN), state, statuses, side, throw)
        case "initiative":
            return _initiative(state, statuses, side, throw)
        case _ if what.endswith(HIS_LIFE):
            return _wounded(what.removesuffix(HIS_LIFE), state, statuses, side, throw)
        case _ if what.endswith(OF_MARKER):
            return _of_marker(what.removesuffix(OF_MARKER), state, statuses, side, throw)
        case _:
            key = what.removesuffix(BESIDE_LEADER)
            return _suppressed(key, key != what, state, statuses, side, throw)


def _limit(state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Roll the number of turns of the game (rth §4.0)."""
    own = statuses.get(side)
    numbers = own.catalogue.procedures if own else None
    is_over = state.phase != "setting-up" or state.limit is not None or has_rolled(state, LIMIT)
    if own is None or numbers is None or numbers.turns is None or is_over:
        raise NothingToRollError
    rolled = _rolled(LIMIT, state, throw, numbers.turn_dice or 0, own.catalogue.die)
    return [(side, rolled), (side, LimitIs(turns=numbers.turns + sum(rolled.faces)))]


def _attacks(state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Roll for both sides who attacks, ties again (rth §4.0)."""
    own_bonus, enemy_bonus = (_attack_bonus(statuses.get(one)) for one in (side, other_side(side)))
    is_over = state.phase != "setting-up" or state.attacker is not None or has_rolled(state, ATTACKS)
    if own_bonus is None or enemy_bonus is None or is_over:
        raise NothingToRollError
    die = statuses[side].catalogue.die
    rolls, attacker = _opposed(ATTACKS, DICE_OFF, die, own_bonus - enemy_bonus, state, side, throw)
    return [*rolls, (side, Attacks(attacker=attacker))]


def _opposed(
    about: str, dice: int, die: int, lead: int, state: GameState, side: Side, throw: Throw
) -> tuple[Said, Side]:
    """Roll for both sides, ties again; return the rolls and the winner. `lead`: the advantage of `side`."""
    enemy = other_side(side)
    rolls: Said = []
    for before in count(0, 2):
        own = _rolled(about, state, throw, dice, die, before)
        theirs = _rolled(about, state, throw, dice, die, before + 1)
        rolls += [(side, own), (enemy, theirs)]
        ahead = sum(own.faces) + lead - sum(theirs.faces)
        if ahead:
            return rolls, side if ahead > 0 else enemy
    raise AssertionError  # count has no end


def has_rolled(state: GameState, about: str) -> bool:
    """Return whether either side has made a roll that is made once per game."""
    return any(state.rolled_at(side, about) >= 0 for side in SIDES)


def _attack_bonus(status: SideStatus | None) -> int | None:
    """Return the bonus of a side, 0 without troops; None: it has no list, or the rules have no attacker."""
    if status is None or not has_dice_off(status.catalogue):
        return None
    return dice_off_bonus([squad.row for squad in status.squads], status.catalogue) or 0


def _morale(squad: str, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Roll the test of a squad (ludonet), or of the whole side ("")."""
    own = statuses.get(side)
    test = next((one for one in tests_due(state, own, side) if one.squad == squad), None) if own else None
    if test is None or test.need is None or not may_roll_morale(test, state, side):
        raise NothingToRollError
    rolled = _rolled(
        MORALE, state, throw, test.dice, test.die, piece=squad, at_least=test.need, causes=test.causes
    )
    passed = max(rolled.faces, default=0) >= test.need
    return [(side, rolled), (side, MoraleTested(turn=state.turn, squad=squad, passed=passed))]


def may_roll_morale(test: MoraleDue, state: GameState, side: Side) -> bool:
    """Return whether the site has not rolled a test yet in this turn; for a squad, with the same losses."""
    if not test.squad:
        return not state.rolled_in(side, MORALE, state.turn)
    return not state.rolled_for(side, MORALE, state.turn, [test.squad]).issuperset(test.causes)


def _reaction(squad: str, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Roll for each testing man of a squad (bi "Morale"): the players add modifiers, and record who passed."""
    found = reactions(state, statuses, side) if side in statuses else ()
    test = next((one for one in found if one.squad == squad), None)
    if not squad or test is None or test.faces:
        raise NothingToRollError
    return [
        (side, _rolled(REACTION, state, throw, 1, test.die, before, piece=man, causes=test.causes))
        for before, man in enumerate(test.men)
    ]


def _initiative(state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Roll for both sides, ties again (rth, bn §5.0)."""
    test = initiative_due(state, statuses, side)
    if test is None or test.enemy_adds is None or state.active(state.turn) is not None:
        raise NothingToRollError
    if state.rolled_in(side, INITIATIVE, state.turn):
        raise NothingToRollError
    rules = statuses[side].catalogue.odds.initiative
    assert rules is not None
    die, lead = rules.turn.die or statuses[side].catalogue.die, test.adds - test.enemy_adds
    rolls, active = _opposed(INITIATIVE, test.dice, die, lead, state, side, throw)
    return [*rolls, (side, Active(turn=state.turn, active=active))]


def _suppressed(
    key: str, led: bool, state: GameState, statuses: SideStatuses, side: Side, throw: Throw
) -> Said:
    own = statuses.get(side)
    man = next((man for man in own.men if man.key == key), None) if own else None
    if own is None or man is None or not may_try(state, side, man):
        raise NothingToRollError
    most, states = acts_again(own, man.class_id), suppressed_states(man, own.catalogue.states)
    if most is None or not states:
        raise NothingToRollError
    rolled = _rolled(SUPPRESSION, state, throw, 1, own.catalogue.die, piece=key, at_most=most[led])
    acts_now = rolled.faces[0] <= most[led]
    acts = [(side, Mark(piece=key, state=name, on=False)) for name in states] if acts_now else []
    return [(side, rolled), *acts]


def _wounded(key: str, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    own = statuses.get(side)
    means = list(survival(own.catalogue, state, side, key)) if own else []
    if own is None or not means or not may_roll_his_life(own, state, side, key):
        raise NothingToRollError
    die, least = means[-1][0][-1], next(some[0] for some, mark in means if mark.until is not None)
    rolled = _rolled(WOUNDED, state, throw, 1, die, piece=key, at_least=least if least > 1 else None)
    return [(side, rolled), *((side, mark) for some, mark in means if rolled.faces[0] in some)]


def may_roll_his_life(own: SideStatus, state: GameState, side: Side, key: str) -> bool:
    """Whether the site has not rolled for a man since he was wounded, nor in this turn."""
    wounds = (item.id for item in own.catalogue.states if item.effect == "wounded")
    hit = max((state.marked_at(side, key, wound) for wound in wounds), default=-1)
    is_rolled = state.rolled_in(side, WOUNDED, state.turn, key)
    return hit > state.rolled_at(side, WOUNDED, key) and not is_rolled


def _of_marker(number: str, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> Said:
    """Roll how long a marker stays (bi, "Osservazione") or whether it comes back (bi, "Aerei ed elicotteri").

    Nothing for a marker that the other side does not see: everyone reads the dice.
    """
    own = statuses.get(side)
    marker = next((one for one in state.markers(side) if one.marker == number and one.shown), None)
    if own is None or marker is None:
        raise NothingToRollError
    if may_roll_how_long(own, state, side, marker):
        return _lasts(own, marker, state, side, throw)
    return _returns(own, marker, state, side, throw)


def may_roll_how_long(own: SideStatus, state: GameState, side: Side, marker: Marker) -> bool:
    """Return whether a die decides how long a revealed marker stays, and has not been rolled yet.

    A marker placed again in the turn of its roll counts as the same.
    """
    kind = kind_of(own.catalogue, marker)
    rolls = kind is not None and any(lasts_by_die(kind, state, side, marker))
    rolled = state.rolled_at(side, LASTS, marker=marker.marker) > state.places[side, marker.thing]
    rolled |= state.rolled_in(side, LASTS, state.turn, marker=marker.marker)
    return rolls and not rolled and marker.shown and state.phase == "playing"


def _lasts(own: SideStatus, marker: Marker, state: GameState, side: Side, throw: Throw) -> Said:
    kind = kind_of(own.catalogue, marker)
    assert kind is not None
    last = dict(lasts_by_die(kind, state, side, marker))
    rolled = _rolled(LASTS, state, throw, 1, max(last), marker=marker.marker)
    return [(side, rolled), (side, replace(marker, until=last[rolled.faces[0]]))]


def _returns(own: SideStatus, marker: Marker, state: GameState, side: Side, throw: Throw) -> Said:
    items = markers_due(state, own.catalogue, side)
    test = next((item for item in items if item.marker == marker and item.need), None)
    if test is None or test.die is None or test.need is None:
        raise NothingToRollError
    rolled = _rolled(RETURNS, state, throw, 1, test.die, marker=marker.marker, at_least=test.need)
    back = [(side, replace(marker, gone=True))] if rolled.faces[0] >= test.need else []
    return [(side, rolled), *back]


def may_try(state: GameState, side: Side, man: Piece) -> bool:
    """Return whether a man can try to act again: he is in play, and has not tried in this turn (§10.0)."""
    return man.is_in_play and not state.rolled_in(side, SUPPRESSION, state.turn, man.key)


def suppressed_states(man: Piece, states: tuple[State, ...]) -> list[str]:
    """Return the states in which a man has to roll before he acts."""
    return [item.id for item in states if item.effect == "suppressed" and item.id in man.states]


def _rolled(
    about: str, state: GameState, throw: Throw, dice: int, die: int, before: int = 0, **fields: Any
) -> Rolled:
    """Roll dice. `before`: how many rolls of the same answer come before this one; `fields`: others of the event."""
    last = max((said.roll for side in SIDES for said in state.of(side, Rolled)), default=0)
    faces = tuple(throw(die) for _die in range(dice))
    return Rolled(roll=last + 1 + before, about=about, die=die, faces=faces, **fields)


EXACT_DICE = 600


class Luck(Struct, frozen=True):
    """The dice with something to pass, those that passed, the expected number, and the chance of that few or fewer."""

    dice: int
    passed: int
    expected: Fraction
    chance: Fraction


def luck_of(rolls: Iterable[Rolled]) -> Luck | None:
    """Return the luck of all rolls of a side together; None: none had anything to pass."""
    chances = [one for roll in rolls for one in _dice(roll)]
    if not chances:
        return None
    passed = sum(done for _chance, done in chances)
    expected = sum((chance for chance, _done in chances), Fraction(0))
    return Luck(len(chances), passed, expected, _so_few([chance for chance, _done in chances], passed))


def _so_few(chances: Sequence[Fraction], most: int) -> Fraction:
    """Return the chance that at most this many of these dice pass; approximate for very many."""
    if len(chances) > EXACT_DICE:
        spread = sqrt(sum(chance * (1 - chance) for chance in chances)) or 1.0
        return Fraction(NormalDist(float(sum(chances)), spread).cdf(most + 0.5))
    ways = [1]  # in which this many of the dice so far pass, as whole numbers,
    for chance in chances:
        made, missed = chance.numerator, chance.denominator - chance.numerator
        ways = [more * missed + some * made for some, more in pairwise([0, *ways, 0])][: most + 1]
    return Fraction(sum(ways), prod(chance.denominator for chance in chances))


def _dice(roll: Rolled) -> Iterator[tuple[Fraction, bool]]:
    """Yield the chance of each die that had something to pass, and whether it passed."""
    for face in roll.faces:
        if roll.at_least is not None:
            yield at_least(roll.at_least, roll.die), face >= roll.at_least
        elif roll.at_most is not None:
            yield at_most(roll.at_most, roll.die), face <= roll.at_most
