"""Exact chances: distributions as tuples of fractions (entry k: exactly k), and their dice.

icepool counts the rolls. It is slow to load, and the site starts without it: `load` runs beside the first requests.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from icepool import Die

NEVER, ALWAYS = Fraction(0), Fraction(1)
MILLION = 10**6

Chances = tuple[Fraction, ...]
Need = dict[str, int] | None
NOTHING_HITS: Chances = (ALWAYS,)


def chance(value: Fraction) -> dict[str, Any]:
    """Return a chance or an expected number for an answer: in lowest terms, and rounded half-even to 6 places."""
    number, of = value.numerator, value.denominator
    whole, rest = divmod(number * MILLION, of)
    if 2 * rest > of or (2 * rest == of and whole % 2):
        whole += 1
    return {"fraction": f"{number}/{of}", "decimal": whole / MILLION}


def distribution(values: Iterable[Fraction]) -> list[dict[str, Any]]:
    """Return a distribution for an answer, without trailing zeros."""
    kept = list(values)
    while len(kept) > 1 and not kept[-1]:
        kept.pop()
    return [chance(value) for value in kept]


def chances(values: dict[str, Fraction]) -> dict[str, Any]:
    return {name: chance(value) for name, value in values.items()}


def expected(values: Sequence[Fraction]) -> Fraction:
    return sum((number * value for number, value in enumerate(values)), NEVER)


@lru_cache(maxsize=1024)
def at_least(need: int, die: int) -> Fraction:
    return Fraction(min(max(die + 1 - need, 0), die), die)


@lru_cache(maxsize=1024)
def at_most(need: int, die: int) -> Fraction:
    return Fraction(min(max(need, 0), die), die)


def need_at_least(need: int, die: int) -> Need:
    """Return a number as a natural face; None if no face is that high."""
    return None if need > die else {"at_least": max(need, 1)}


def need_at_most(need: int, die: int) -> Need:
    """Return a number as a natural face; None if no face is that low."""
    return None if need < 1 else {"at_most": min(need, die)}


def generating(hits: Chances, value: Fraction) -> Fraction:
    """Return the expected value of `value` to the power of the hits: the chance that all hits do this."""
    result = NEVER
    for one in reversed(hits):
        result = result * value + one
    return result


def slope(hits: Chances, value: Fraction) -> Fraction:
    """Return the derivative of `generating`: exactly one hit has a different effect."""
    result = NEVER
    for number in range(len(hits) - 1, 0, -1):
        result = result * value + number * hits[number]
    return result


def load() -> None:
    """Load icepool before the first question about odds."""
    _d(6)


def _die(outcomes: Any, times: Any = 1) -> "Die[int]":
    from icepool import Die

    return Die(outcomes, times)


def _d(faces: int) -> "Die[int]":
    from icepool import d

    return d(faces)


def _chances(die: "Die[int]") -> Chances:
    """Return a die with outcomes of 0 and more as a distribution."""
    of, counted = die.denominator(), dict(die.items())
    return tuple(Fraction(counted.get(number, 0), of) for number in range(die.max_outcome() + 1))


def _coin(one: Fraction) -> "Die[int]":
    return _die({0: one.denominator - one.numerator, 1: one.numerator})


@lru_cache(maxsize=4096)
def successes(dice: int, one: Fraction) -> Chances:
    if dice <= 0 or not one:
        return (ALWAYS,)
    return _chances(dice @ _coin(one))


@lru_cache(maxsize=4096)
def pools(dice: tuple[int, ...], one: Fraction, gate: Fraction) -> Chances:
    """Return the distribution of successes. `dice`: those of each firer, who must pass a gate."""
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


@lru_cache(maxsize=256)
def lost(hits: Chances, saves: tuple[Fraction, ...]) -> Chances:
    """Return the distribution of lost figures when hits are spread among several, each saving for its own.

    `saves`: each figure's chance to save once.
    """
    below = lcm(*(one.denominator for one in hits))
    by_hits = [_lost_to(number, saves) for number in range(len(hits))]
    counted = _chances(_die(by_hits, times=[int(one * below) for one in hits]))
    return counted + (NEVER,) * (len(saves) + 1 - len(counted))


def _lost_to(hits: int, saves: tuple[Fraction, ...]) -> "Die[int]":
    """Return the figures lost to a number of hits, dealt in turn."""
    each, more = divmod(hits, len(saves))
    alike = Counter(save ** (each + (place < more)) for place, save in enumerate(saves))
    return sum((figures @ _coin(1 - save) for save, figures in alike.items()), start=_die({0: 1}))


@lru_cache(maxsize=256)
def sum_at_most(dice: int, die: int, value: int) -> Fraction:
    return Fraction((dice @ _d(die)).probability("<=", value))


@lru_cache(maxsize=64)
def sums(dice: int, die: int) -> dict[int, Fraction]:
    pool = dice @ _d(die)
    of = pool.denominator()
    return {total: Fraction(quantity, of) for total, quantity in pool.items()}


@lru_cache(maxsize=1024)
def opposed(dice: int, die: int, lead: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chances to win, tie and lose a roll against as many dice, with an advantage of `lead`."""
    pool = dice @ _d(die)
    margin = pool - pool + lead
    return tuple(Fraction(margin.probability(sign, 0)) for sign in (">", "==", "<"))  # type: ignore[return-value]


@lru_cache(maxsize=1024)
def highest_at_least(dice: int, die: int, need: int) -> Fraction:
    """Return the chance that at least one of several dice shows `need`."""
    if dice <= 0:
        return Fraction(0)
    return Fraction(_d(die).highest(dice).probability(">=", need))


@lru_cache(maxsize=64)
def within(dice: int, die: int, radius: int, axes: int) -> Fraction:
    """Return the chance that a deviation by dice, along one axis or both, stays within a radius."""
    pool = dice @ _d(die)
    if axes == 1:
        return Fraction(pool.probability("<=", radius))
    square = pool.map(lambda total: total * total)
    return Fraction((square + square).probability("<=", radius * radius))
