"""A million seeded games, in which each outcome has to come as often as its odds say, within four sigma.

`make soak` plays them first: pools and gates that are too many to be gone through roll by roll. SEED=7 plays others.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import sqrt
from random import Random
from typing import Any

from rules.core.odds.answering import answer
from tests.core.documents import LIBRARY
from tests.core.odds import tabletop_bi, tabletop_d6, test_odds_fire_bi, test_odds_fire_d6
from tests.core.odds.every_roll import Roll, seeded_rolls

QUESTIONS, GAMES = 20, 50_000  # a million games
SIGMAS = 4

Question = dict[str, Any]
Play = Callable[[Question, Roll], tuple[int, int, str]]


def main(seed: int) -> int:
    """Play the games; return 1 if an outcome came too often or too seldom."""
    wrong = [line for question, play in _questions(seed) for line in _wrong(question, play, seed)]
    print(
        f"{QUESTIONS * GAMES} games with seed {seed}: {len(wrong)} outcomes beyond {SIGMAS} sigma", flush=True
    )
    print("".join(f"{line}\n" for line in wrong), end="")
    return 1 if wrong else 0


def _questions(seed: int) -> Iterator[tuple[Question, Play]]:
    """Yield questions of fire of several men, with who plays each out."""
    random = Random(seed)
    for number in range(QUESTIONS):
        made, play = (
            (test_odds_fire_d6.made_up(random), tabletop_d6.fire)
            if number % 2
            else (test_odds_fire_bi.made_up(random), tabletop_bi.fire)
        )
        made["shooter"]["count"] = random.randint(1, 4)
        yield made, play


def _wrong(question: Question, play: Play, seed: int) -> Iterator[str]:
    told = answer(json.dumps(question).encode(), LIBRARY)["target"]["outcomes"]
    counted: dict[str, int] = {}
    for (_hits, _taken, outcome), times in seeded_rolls(partial(play, question), GAMES, seed).items():
        counted[outcome] = counted.get(outcome, 0) + times
    for outcome, one in told.items():
        chance = float(Fraction(one["fraction"]))
        away = abs(counted.pop(outcome, 0) - GAMES * chance)
        if away > SIGMAS * sqrt(GAMES * chance * (1 - chance)):
            yield f"{json.dumps(question)}: {outcome} is {away:.0f} games away from {GAMES * chance:.0f}"
    for outcome, times in counted.items():
        yield f"{json.dumps(question)}: {outcome} came {times} times, and never may"


if __name__ == "__main__":
    sys.exit(main(int(os.environ.get("SEED") or 1)))
