"""A million seeded games, in which each outcome must occur as often as its odds say, within four sigma.

`make soak` plays them first, for pools and gates with too many rolls to enumerate. SEED=7 plays others.
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

from rules.core.odds import answer
from tests.core.documents import LIBRARY
from tests.core.odds import soak_others, tabletop_bi, tabletop_d6, test_odds_fire_bi, test_odds_fire_d6
from tests.core.odds.every_roll import Roll, seeded_rolls

QUESTIONS, GAMES = 20, 50_000  # a million games of fire, and half a million of the other questions
SIGMAS = 4

Question = dict[str, Any]
Counts = dict[str, int]
Case = tuple[Question, Callable[[], Counts], Callable[[dict[str, Any]], dict[str, Fraction]]]


def main(seed: int) -> int:
    """Play the games; return 1 if an outcome was too frequent or too rare."""
    cases = [*_fire(seed), *_others(seed)]
    wrong = [line for case in cases for line in _wrong(*case)]
    print(
        f"{len(cases) * GAMES} games with seed {seed}: {len(wrong)} outcomes beyond {SIGMAS} sigma",
        flush=True,
    )
    print("".join(f"{line}\n" for line in wrong), end="")
    return 1 if wrong else 0


def _fire(seed: int) -> Iterator[Case]:
    """Yield questions of fire of several men, each with how often its outcomes came."""
    random = Random(seed)
    for number in range(QUESTIONS):
        made, play = (
            (test_odds_fire_d6.made_up(random), tabletop_d6.fire)
            if number % 2
            else (test_odds_fire_bi.made_up(random), tabletop_bi.fire)
        )
        made["shooter"]["count"] = random.randint(1, 4)
        yield made, partial(_fired, partial(play, made), seed), soak_others.target


def _fired(play: Callable[[Roll], tuple[int, int, str]], seed: int) -> Counts:
    counted: Counts = {}
    for (_hits, _taken, outcome), times in seeded_rolls(play, GAMES, seed).items():
        counted[outcome] = counted.get(outcome, 0) + times
    return counted


def _others(seed: int) -> Iterator[Case]:
    """Yield a question of each other kind, with how often its outcomes came."""
    for question, play, read in soak_others.others(Random(seed)):
        yield question, partial(seeded_rolls, play, GAMES, seed), read


def _wrong(
    question: Question, play: Callable[[], Counts], read: Callable[[dict[str, Any]], dict[str, Fraction]]
) -> Iterator[str]:
    counted = play()
    for outcome, chance in read(answer(json.dumps(question).encode(), LIBRARY)).items():
        away = abs(counted.pop(outcome, 0) - GAMES * float(chance))
        if away > SIGMAS * sqrt(GAMES * chance * (1 - chance)):
            expected = GAMES * float(chance)
            yield f"{json.dumps(question)}: {outcome} is {away:.0f} games away from {expected:.0f}"
    for outcome, times in counted.items():
        yield f"{json.dumps(question)}: {outcome} came {times} times, and never may"


if __name__ == "__main__":
    sys.exit(main(int(os.environ.get("SEED") or 1)))
