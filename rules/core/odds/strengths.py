"""Other strengths of a list: initiative, melee, morale dice, weapons that stop armour."""

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from typing import NamedTuple

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.library import Library
from rules.core.document.roster import Roster
from rules.core.odds import dice
from rules.core.odds.book import Book
from rules.core.odds.dice import NEVER
from rules.core.odds.fire import fate_of
from rules.core.odds.format.questions import Shooter, Target
from rules.core.odds.format.reading import UnreadableQuestionError
from rules.core.odds.modifiers import RollCase
from rules.core.odds.profile import men_of
from rules.core.procedures import MORALE, leading, majority, readings_of


class OpposedRoll(NamedTuple):
    """A list's roll: the dice, their faces, and its bonus."""

    dice: int
    die: int
    bonus: int

    def wins_against(self, other: "OpposedRoll") -> Fraction:
        """Return the chance to win against a roll of the same dice; ties are rolled again."""
        wins, _, loses = dice.opposed(self.dice, self.die, self.bonus - other.bonus)
        return wins / (wins + loses)


class Strengths(NamedTuple):
    """Other strengths of a list; None: not counted in this ruleset.

    Initiative, melee and morale are those of the class of most men (like a platoon's morale), initiative with the
    leadership of its leader. `armour`: the weapons that stop an armoured vehicle, and the number of each.
    """

    initiative: OpposedRoll | None = None
    melee: OpposedRoll | None = None
    morale_dice: int | None = None
    armour: tuple[tuple[str, int], ...] | None = None


def strengths_of(roster: Roster, catalogue: Catalogue, stopping: frozenset[str]) -> Strengths:
    """Return the strengths of a list, in a ruleset with odds; a list without men has none.

    `stopping`: the weapons of the ruleset that stop armour (`stops_armour`).
    """
    book = Book(Library([catalogue]), catalogue)
    men = [man for squad in roster.squads for man in men_of(squad, catalogue)]
    if not men:
        return Strengths()
    troops = majority(roster.squads, catalogue)
    leadership = leading((man.figure for man in men), readings_of(catalogue, roster.rulings))
    against_armour = tuple(item for item in roster.weapon_counts.items() if item[0] in stopping)
    melee, morale = book.odds.melee, book.odds.morale
    has_dice = morale is not None and morale.reaction is None and morale.at_least is None
    return Strengths(
        initiative=_initiative(book, troops, leadership),
        melee=OpposedRoll(1, book.die, catalogue.stat(troops, melee.characteristic)) if melee else None,
        morale_dice=catalogue.stat(troops, MORALE) if has_dice else None,
        armour=against_armour if stopping else None,
    )


def _initiative(book: Book, troops: str, leadership: int) -> OpposedRoll | None:
    """Return the roll of a turn, if troops or leaders count in it."""
    rolled = book.odds.initiative.turn if book.odds.initiative else None
    if rolled is None or not (rolled.characteristic or rolled.leadership):
        return None
    bonus = book.catalogue.stat(troops, rolled.characteristic) if rolled.characteristic else 0
    return OpposedRoll(rolled.dice, rolled.die or book.die, bonus + (leadership if rolled.leadership else 0))


# Armour stoppers


def stops_armour(catalogue: Catalogue) -> frozenset[str]:
    """Return the weapons that stop some armoured vehicle more often than the weakest weapon does.

    A vehicle is armoured if that weapon is less effective against it than against the softest vehicle.
    """
    book = Book(Library([catalogue]), catalogue)
    damage = book.odds.damage
    if damage and damage.values:  # the referee gives values to vehicles, against all weapons
        return frozenset()
    air = book.odds.air
    vehicles = [one.id for one in catalogue.vehicles if not (air and one.id in air.kinds)]
    weapons = [one.id for one in catalogue.weapons if one.fire]
    stops = {vehicle: _stops(book, weapons, vehicle) for vehicle in vehicles}
    least = {vehicle: min(chances.values(), default=NEVER) for vehicle, chances in stops.items()}
    softest = max(least.values(), default=NEVER)
    return frozenset(
        weapon
        for vehicle, chances in stops.items()
        if least[vehicle] < softest
        for weapon, chance in chances.items()
        if chance > least[vehicle]
    )


def _stops(book: Book, weapons: Iterable[str], vehicle: str) -> dict[str, Fraction]:
    """Return for each weapon the chance that a hit stops a vehicle, if the rules have a number for it."""
    found = {}
    for weapon in weapons:
        aim = RollCase(
            weapon=weapon,
            mode=next(iter(book.odds.modes_of(weapon)), ""),
            target="vehicle",
            target_vehicle=vehicle,
        )
        with suppress(UnreadableQuestionError):
            found[weapon] = fate_of(book, aim, Target(vehicle=vehicle), Shooter(weapon=weapon)).lost
    return found
