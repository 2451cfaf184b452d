"""How lucky the dice were that were rolled here, exactly."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import prod, sqrt
from statistics import NormalDist

from msgspec import Struct

from rules.core.game.events import Rolled
from rules.core.odds.dice import at_least, at_most

EXACT_DICE = 600


class Luck(Struct, frozen=True):
    """How many dice had something to pass, how many did, how many do in the mean, and the chance of so few or fewer."""

    dice: int
    passed: int
    expected: Fraction
    chance: Fraction


def luck_of(rolls: Iterable[Rolled]) -> Luck | None:
    """Return how lucky all rolls of a side were together; None: none of them had anything to pass."""
    chances = [one for roll in rolls for one in _dice(roll)]
    if not chances:
        return None
    passed = sum(done for _chance, done in chances)
    expected = sum((chance for chance, _done in chances), Fraction(0))
    return Luck(len(chances), passed, expected, _so_few([chance for chance, _done in chances], passed))


def _so_few(chances: Sequence[Fraction], most: int) -> Fraction:
    """Return the chance that at most so many of these dice pass; of more than any game has, as good as exact."""
    if len(chances) > EXACT_DICE:
        spread = sqrt(sum(chance * (1 - chance) for chance in chances)) or 1.0
        return Fraction(NormalDist(float(sum(chances)), spread).cdf(most + 0.5))
    ways = [1]  # in which so many of the dice so far pass, in whole numbers,
    for chance in chances:
        made, missed = chance.numerator, chance.denominator - chance.numerator
        ways = [more * missed + some * made for some, more in pairwise([0, *ways, 0])][: most + 1]
    return Fraction(sum(ways), prod(chance.denominator for chance in chances))


def _dice(roll: Rolled) -> Iterator[tuple[Fraction, bool]]:
    """Yield the chance of each die that had something to pass, and whether it did."""
    for face in roll.faces:
        if roll.at_least is not None:
            yield at_least(roll.at_least, roll.die), face >= roll.at_least
        elif roll.at_most is not None:
            yield at_most(roll.at_most, roll.die), face <= roll.at_most
