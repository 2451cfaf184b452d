"""Dice that the site rolls for the players, with their effects."""

from collections.abc import Callable
from typing import Any

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
from rules.core.game.reaction import REACTION, reactions
from rules.core.game.side_status import Piece, SideStatus, SideStatuses, kind_of, lasts_by_die, survival
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
    if side not in statuses or (state.phase != "playing" and what not in (LIMIT, ATTACKS)):
        raise NothingToRollError
    rolling = _Rolling(state, statuses, side, throw)
    match what:
        case "limit":
            return rolling.limit()
        case "attacks":
            return rolling.attacks()
        case "initiative":
            return rolling.initiative()
        case "morale":
            return rolling.morale("")
        case _ if what.startswith(OF_SQUAD):
            return rolling.morale(what.removeprefix(OF_SQUAD))
        case _ if what.startswith(OF_MEN):
            return rolling.reaction(what.removeprefix(OF_MEN))
        case _ if what.endswith(HIS_LIFE):
            return rolling.wounded(what.removesuffix(HIS_LIFE))
        case _ if what.endswith(OF_MARKER):
            return rolling.marker(what.removesuffix(OF_MARKER))
        case _:
            return rolling.suppressed(what.removesuffix(BESIDE_LEADER), led=what.endswith(BESIDE_LEADER))


class _Rolling:
    """Rolls dice for a side with a list. Each roll raises NothingToRollError."""

    def __init__(self, state: GameState, statuses: SideStatuses, side: Side, throw: Throw) -> None:
        self.state, self.statuses, self.side, self.throw = state, statuses, side, throw
        self.own, self.catalogue = statuses[side], statuses[side].catalogue
        self.last = max((said.roll for one in SIDES for said in state.of(one, Rolled)), default=0)

    def dice(self, about: str, dice: int, die: int, *, is_enemy: bool = False, **fields: Any) -> Rolled:
        """Roll dice for the side or its enemy. `fields`: others of the event."""
        self.last += 1
        return Rolled(
            roll=self.last,
            about=about,
            die=die,
            faces=tuple(self.throw(die) for _die in range(dice)),
            turn=self.state.turn,
            for_other=is_enemy,
            **fields,
        )

    def said(self, *events: AnyEvent) -> Said:
        return [(self.side, event) for event in events]

    def limit(self) -> Said:
        """Roll the number of turns of the game (rth §4.0)."""
        numbers = self.catalogue.procedures
        is_over = self.state.phase != "setting-up" or self.state.limit is not None
        if numbers.turns is None or is_over or has_rolled(self.state, LIMIT):
            raise NothingToRollError
        rolled = self.dice(LIMIT, numbers.turn_dice or 0, self.catalogue.die)
        return self.said(rolled, LimitIs(turns=numbers.turns + sum(rolled.faces)))

    def attacks(self) -> Said:
        """Roll for both sides who attacks, ties again (rth §4.0)."""
        enemy = self.statuses.get(other_side(self.side))
        is_over = self.state.phase != "setting-up" or self.state.attacker is not None
        if enemy is None or not has_dice_off(self.catalogue) or is_over or has_rolled(self.state, ATTACKS):
            raise NothingToRollError
        own_bonus, enemy_bonus = (
            dice_off_bonus([squad.row for squad in one.squads], self.catalogue) or 0 for one in (self.own, enemy)
        )
        rolls, attacker = self._opposed(ATTACKS, DICE_OFF, self.catalogue.die, own_bonus - enemy_bonus)
        return [*rolls, *self.said(Attacks(attacker=attacker))]

    def initiative(self) -> Said:
        """Roll for both sides, ties again (rth, bn §5.0)."""
        test = initiative_due(self.state, self.statuses, self.side)
        if test is None or test.enemy_adds is None or self.state.active(self.state.turn) is not None:
            raise NothingToRollError
        if self.state.rolled_in(self.side, INITIATIVE, self.state.turn):
            raise NothingToRollError
        rolls, active = self._opposed(INITIATIVE, test.dice, test.die, test.adds - test.enemy_adds)
        return [*rolls, *self.said(Active(turn=self.state.turn, active=active))]

    def _opposed(self, about: str, dice: int, die: int, lead: int) -> tuple[Said, Side]:
        """Roll for both sides, ties again; return the rolls and the winner. `lead`: the advantage of the side."""
        enemy, rolls, ahead = other_side(self.side), Said(), 0
        while not ahead:
            own, theirs = self.dice(about, dice, die), self.dice(about, dice, die, is_enemy=True)
            rolls += [(self.side, own), (enemy, theirs)]
            ahead = sum(own.faces) + lead - sum(theirs.faces)
        return rolls, self.side if ahead > 0 else enemy

    def morale(self, squad: str) -> Said:
        """Roll the test of a squad (ludonet), or of the whole side ("")."""
        tests = tests_due(self.state, self.own, self.side)
        test = next((one for one in tests if one.squad == squad), None)
        if test is None or test.need is None or not may_roll_morale(test, self.state, self.side):
            raise NothingToRollError
        rolled = self.dice(MORALE, test.dice, test.die, piece=squad, at_least=test.need, causes=test.causes)
        passed = max(rolled.faces, default=0) >= test.need
        return self.said(rolled, MoraleTested(turn=self.state.turn, squad=squad, passed=passed))

    def reaction(self, squad: str) -> Said:
        """Roll for each testing man of a squad (bi "Morale"): the players add modifiers, and record who passed."""
        tests = reactions(self.state, self.statuses, self.side)
        test = next((one for one in tests if one.squad == squad), None)
        if not squad or test is None or test.faces:
            raise NothingToRollError
        return self.said(*(self.dice(REACTION, 1, test.die, piece=man, causes=test.causes) for man in test.men))

    def suppressed(self, key: str, *, led: bool) -> Said:
        """Roll whether a suppressed man acts again; `led`: with the best leader beside him."""
        man = next((man for man in self.own.men if man.key == key), None)
        if man is None or not may_try(self.state, self.side, man):
            raise NothingToRollError
        most, states = acts_again(self.own, man.class_id), suppressed_states(man, self.catalogue.states)
        if most is None or not states:
            raise NothingToRollError
        rolled = self.dice(SUPPRESSION, 1, self.catalogue.die, piece=key, at_most=most[led])
        acts_now = rolled.faces[0] <= most[led]
        return self.said(rolled, *(Mark(piece=key, state=name, on=False) for name in states if acts_now))

    def wounded(self, key: str) -> Said:
        means = list(survival(self.catalogue, self.state, self.side, key))
        if not means or not may_roll_his_life(self.own, self.state, self.side, key):
            raise NothingToRollError
        die, least = means[-1][0][-1], next(some[0] for some, mark in means if mark.until is not None)
        rolled = self.dice(WOUNDED, 1, die, piece=key, at_least=least if least > 1 else None)
        return self.said(rolled, *(mark for some, mark in means if rolled.faces[0] in some))

    def marker(self, number: str) -> Said:
        """Roll how long a marker stays (bi, "Osservazione") or whether it comes back (bi, "Aerei ed elicotteri").

        Nothing for a marker that the other side does not see: everyone reads the dice.
        """
        markers = self.state.markers(self.side)
        marker = next((one for one in markers if one.marker == number and one.shown), None)
        if marker is None:
            raise NothingToRollError
        kind = kind_of(self.catalogue, marker)
        if kind and may_roll_how_long(self.own, self.state, self.side, marker):
            last = dict(lasts_by_die(kind, self.state, self.side, marker))
            rolled = self.dice(LASTS, 1, max(last), marker=number)
            return self.said(rolled, replace(marker, until=last[rolled.faces[0]]))
        items = markers_due(self.state, self.catalogue, self.side)
        test = next((item for item in items if item.marker == marker and item.need), None)
        if test is None or test.die is None or test.need is None:
            raise NothingToRollError
        rolled = self.dice(RETURNS, 1, test.die, marker=number, at_least=test.need)
        is_back = rolled.faces[0] >= test.need
        return self.said(rolled, *([replace(marker, gone=True)] if is_back else []))


def has_rolled(state: GameState, about: str) -> bool:
    """Return whether either side has made a roll that is made once per game."""
    return any(state.rolled_at(side, about) >= 0 for side in SIDES)


def may_roll_morale(test: MoraleDue, state: GameState, side: Side) -> bool:
    """Return whether the site has not rolled a test yet in this turn; for a squad, with the same losses."""
    if not test.squad:
        return not state.rolled_in(side, MORALE, state.turn)
    return not state.rolled_for(side, MORALE, state.turn, [test.squad]).issuperset(test.causes)


def may_roll_his_life(own: SideStatus, state: GameState, side: Side, key: str) -> bool:
    """Whether the site has not rolled for a man since he was wounded, nor in this turn."""
    wounds = (item.id for item in own.catalogue.states if item.effect == "wounded")
    hit = max((state.marked_at(side, key, wound) for wound in wounds), default=-1)
    is_rolled = state.rolled_in(side, WOUNDED, state.turn, key)
    return hit > state.rolled_at(side, WOUNDED, key) and not is_rolled


def may_roll_how_long(own: SideStatus, state: GameState, side: Side, marker: Marker) -> bool:
    """Return whether a die decides how long a revealed marker stays, and has not been rolled yet.

    A marker placed again in the turn of its roll counts as the same.
    """
    kind = kind_of(own.catalogue, marker)
    rolls = kind is not None and any(lasts_by_die(kind, state, side, marker))
    rolled = state.rolled_at(side, LASTS, marker=marker.marker) > state.places[side, marker.thing]
    rolled |= state.rolled_in(side, LASTS, state.turn, marker=marker.marker)
    return rolls and not rolled and marker.shown and state.phase == "playing"


def may_try(state: GameState, side: Side, man: Piece) -> bool:
    """Return whether a man can try to act again: he is in play, and has not tried in this turn (§10.0)."""
    return man.is_in_play and not state.rolled_in(side, SUPPRESSION, state.turn, man.key)


def suppressed_states(man: Piece, states: tuple[State, ...]) -> list[str]:
    """Return the states in which a man has to roll before he acts."""
    return [item.id for item in states if item.effect == "suppressed" and item.id in man.states]
