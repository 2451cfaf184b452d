"""Exact chances: distributions as tuples of fractions (entry k: exactly k), and how an answer writes them."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

NEVER, ALWAYS = Fraction(0), Fraction(1)
MILLION = 10**6

Chances = tuple[Fraction, ...]
Need = dict[str, int] | None
NOTHING_HITS: Chances = (ALWAYS,)


def chance(value: Fraction) -> dict[str, Any]:
    """Return a chance or an expected number as an answer has it: in lowest terms, and half-even to 6 places."""
    number, of = value.numerator, value.denominator
    whole, rest = divmod(number * MILLION, of)
    if 2 * rest > of or (2 * rest == of and whole % 2):
        whole += 1
    return {"fraction": f"{number}/{of}", "decimal": whole / MILLION}


def distribution(values: Iterable[Fraction]) -> list[dict[str, Any]]:
    """Return a distribution as an answer has it, without zeros at its end."""
    kept = list(values)
    while len(kept) > 1 and not kept[-1]:
        kept.pop()
    return [chance(value) for value in kept]


def chances(values: dict[str, Fraction]) -> dict[str, Any]:
    """Return chances by outcome as an answer has them."""
    return {name: chance(value) for name, value in values.items()}


def expected(values: Sequence[Fraction]) -> Fraction:
    """Return the expected number of a distribution."""
    return sum((number * value for number, value in enumerate(values)), NEVER)


@lru_cache(maxsize=1024)
def at_least(need: int, die: int) -> Fraction:
    """Return the chance of a face of `need` or more."""
    return Fraction(min(max(die + 1 - need, 0), die), die)


@lru_cache(maxsize=1024)
def at_most(need: int, die: int) -> Fraction:
    """Return the chance of a face of `need` or less."""
    return Fraction(min(max(need, 0), die), die)


def need_at_least(need: int, die: int) -> Need:
    """Return a number as a natural face; None where no face reaches it."""
    return None if need > die else {"at_least": max(need, 1)}


def need_at_most(need: int, die: int) -> Need:
    """Return a number as a natural face; None where no face is as low."""
    return None if need < 1 else {"at_most": min(need, die)}


def generating(hits: Chances, value: Fraction) -> Fraction:
    """Return the expected value of `value` to the power of the hits: the chance that each of them does so."""
    result = NEVER
    for one in reversed(hits):
        result = result * value + one
    return result


def slope(hits: Chances, value: Fraction) -> Fraction:
    """Return the derivative of `generating`: of exactly one hit that does something else than all others."""
    result = NEVER
    for number in range(len(hits) - 1, 0, -1):
        result = result * value + number * hits[number]
    return result
