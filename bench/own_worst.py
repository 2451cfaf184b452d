"""The cost of one request for the worst own rules that quotas allow, in processor seconds.

The worst rules known, and some drawn at random, always the same (`bench.own_shapes`); each with a list of them as
large as quotas allow. `make fuzz` looks for worse.
"""

from collections.abc import Iterator
from random import Random

from django.core.cache import cache

from armybuilder.refusals import RefusedError
from bench.own_shapes import RANGES, Case, Rules, requests
from bench.table import Measured
from bench.turns import seconds
from bench.users import new_user
from bench.worst_lists import Shape

WORST = (
    Case(Rules(vehicles=100, extras=100, roles=300, kit=300)),
    Case(Rules(parent="bn", vehicles=100, extras=100)),
    Case(Rules(classes=100, weapons=100, characteristics=20, letters=78, texts=True)),
    Case(Rules(classes=20, weapons=100, vehicles=100, named=40), Shape("", men=1, weapons=4)),
)
DRAWN = 2
SECOND = 1.0
MORE = {"layout of the cards": 1.5, "tables": 1.5, "redo from a page that is out of date": 1.5}  # 9,000 cells


def measure() -> Iterator[Measured]:
    """Yield the cost of each request for the rules that make it slowest."""
    owner, client = new_user("own worst")
    worst: dict[str, float] = {}
    for case in (Case(Rules(classes=4, weapons=4)), *WORST, *drawn()):
        cache.clear()  # no attempt is one too many
        try:
            for name, act in requests(client, owner, case):
                worst[name] = max(worst.get(name, 0), seconds(act))
        except RefusedError:
            continue  # too large
    for name, took in worst.items():
        yield Measured(f"{name}, the worst own rules", took, "s", MORE.get(name, SECOND))


def drawn() -> Iterator[Case]:
    random = Random(1)
    for _ in range(DRAWN):
        yield Case(Rules(**{field: random.choice(values) for field, values in RANGES.items()}))
