"""All rolls of a game played in a simple way: each die shows each of its faces once.

A game is a function with an argument `roll`, a function from the faces of a die to its result, and returns the
outcome. It is played with every possible sequence of faces, or (`soak`) with those of a seeded generator.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from math import prod
from random import Random
from typing import TypeVar

T = TypeVar("T")
Roll = Callable[[int], int]
Game = Callable[[Roll], T]

MOST_GAMES = 60_000


def every_roll(game: Game[T]) -> dict[T, Fraction]:
    """Return the chance of each result of a game."""
    ways: Counter[tuple[T, int]] = Counter()  # a result, and one of how many equal ways a game was
    shown: list[tuple[int, int]] = []  # the dice of this game: its face, and how many it has
    for _ in range(MOST_GAMES):
        place = 0

        def roll(die: int) -> int:
            nonlocal place
            if place == len(shown):
                shown.append((1, die))
            face, _faces = shown[place]
            place += 1
            return face

        result = game(roll)
        del shown[place:]
        ways[result, prod(die for _face, die in shown)] += 1
        while shown and shown[-1][0] == shown[-1][1]:
            shown.pop()
        if not shown:
            return _chances(ways)
        face, die = shown[-1]
        shown[-1] = (face + 1, die)
    raise AssertionError("too many rolls to go through")


def _chances(ways: Counter[tuple[T, int]]) -> dict[T, Fraction]:
    chances: defaultdict[T, Fraction] = defaultdict(Fraction)
    for (result, equal), count in ways.items():
        chances[result] += Fraction(count, equal)
    assert sum(chances.values()) == 1
    return dict(chances)


def seeded_rolls(game: Game[T], games: int, seed: int) -> dict[T, int]:
    """Return the frequency of each result of this many games with seeded dice."""
    random = Random(seed)
    counted: defaultdict[T, int] = defaultdict(int)
    for _ in range(games):
        counted[game(lambda die: random.randint(1, die))] += 1
    return dict(counted)
