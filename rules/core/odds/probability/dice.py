"""Pools, sums and opposed rolls, through icepool, which counts every roll.

icepool takes a while to load, so the site starts without it: `load` runs beside the first requests.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import TYPE_CHECKING, Any

from rules.core.odds.probability.chances import ALWAYS, Chances

if TYPE_CHECKING:
    from icepool import Die


def load() -> None:
    """Load icepool before anybody asks for odds."""
    _d(6)


def _die(outcomes: Any, times: Any = 1) -> "Die[int]":
    from icepool import Die

    return Die(outcomes, times)


def _d(faces: int) -> "Die[int]":
    from icepool import d

    return d(faces)


def _chances(die: "Die[int]") -> Chances:
    """Return a die whose outcomes are 0 and more as a distribution."""
    of, counted = die.denominator(), dict(die.items())
    return tuple(Fraction(counted.get(number, 0), of) for number in range(die.max_outcome() + 1))


def _coin(one: Fraction) -> "Die[int]":
    return _die({0: one.denominator - one.numerator, 1: one.numerator})


@lru_cache(maxsize=4096)
def successes(dice: int, one: Fraction) -> Chances:
    """Return how many of `dice` dice succeed, each with the chance `one`."""
    if not dice or not one:
        return (ALWAYS,)
    return _chances(dice @ _coin(one))


@lru_cache(maxsize=4096)
def pools(dice: tuple[int, ...], one: Fraction, gate: Fraction) -> Chances:
    """Return how many dice succeed. `dice`: those of each firer, who fires only if he passes his own gate."""
    if gate == ALWAYS:
        return successes(sum(dice), one)
    total = _die({0: 1})
    for number, firers in Counter(dice).items():
        if number and one and gate:
            total = total + firers @ _gated(number, one, gate)
    return _chances(total)


def _gated(dice: int, one: Fraction, gate: Fraction) -> "Die[int]":
    """Return the successes of a firer with a gate to pass first."""
    passed = gate.numerator
    return _die([dice @ _coin(one), _die({0: 1})], times=[passed, gate.denominator - passed])


def lost(hits: Chances, saves: tuple[Fraction, ...]) -> Chances:
    """Return how many of several figures are lost to hits that go round among them, each saving for all of his own.

    `saves`: the chance of each to save once. Whole numbers over one denominator: fractions take ten times as long.
    """
    figures, most = len(saves), len(hits) - 1
    below = lcm(*(one.denominator for one in hits))
    whole = prod(save.denominator ** _dealt(most, place, figures) for place, save in enumerate(saves))
    counted = [0] * (figures + 1)
    for number, one in enumerate(hits):
        ways, of = _ways_to_lose(number, saves)
        weight = one.numerator * (below // one.denominator) * (whole // of)
        for dead, quantity in enumerate(ways):
            counted[dead] += weight * quantity
    return tuple(Fraction(quantity, below * whole) for quantity in counted)


def _dealt(hits: int, place: int, figures: int) -> int:
    """Return how many hits fall to the figure at a place."""
    each, more = divmod(hits, figures)
    return each + (place < more)


def _ways_to_lose(hits: int, saves: tuple[Fraction, ...]) -> tuple[list[int], int]:
    """Return the number of rolls by which 0, 1, 2 … figures are lost, and that of all rolls."""
    ways, of = [1], 1
    for place, save in enumerate(saves):
        number = _dealt(hits, place, len(saves))
        rolls, kept = save.denominator**number, save.numerator**number
        of *= rolls
        gone = rolls - kept
        ways = [kept * alive + gone * dead for alive, dead in zip([*ways, 0], [0, *ways], strict=True)]
    return ways, of


@lru_cache(maxsize=256)
def sum_at_most(dice: int, die: int, value: int) -> Fraction:
    """Return the chance that a sum of dice is at most a value."""
    return Fraction((dice @ _d(die)).probability("<=", value))


@lru_cache(maxsize=64)
def sums(dice: int, die: int) -> dict[int, Fraction]:
    """Return the chances of each sum of dice."""
    pool = dice @ _d(die)
    of = pool.denominator()
    return {total: Fraction(quantity, of) for total, quantity in pool.items()}


@lru_cache(maxsize=1024)
def opposed(dice: int, die: int, lead: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances to win, to tie and to lose a roll of dice against as many, with `lead` more than the other."""
    pool = dice @ _d(die)
    margin = pool - pool + lead
    return tuple(Fraction(margin.probability(sign, 0)) for sign in (">", "==", "<"))  # type: ignore[return-value]


@lru_cache(maxsize=1024)
def highest_at_least(dice: int, die: int, need: int) -> Fraction:
    """Return the chance that one of several dice at least shows `need`."""
    if not dice:
        return Fraction(0)
    return Fraction(_d(die).highest(dice).probability(">=", need))


@lru_cache(maxsize=64)
def within(dice: int, die: int, radius: int, axes: int) -> Fraction:
    """Return the chance that a deviation by dice, along one axis or along both, stays within a radius."""
    pool = dice @ _d(die)
    if axes == 1:
        return Fraction(pool.probability("<=", radius))
    square = pool.map(lambda total: total * total)
    return Fraction((square + square).probability("<=", radius * radius))
