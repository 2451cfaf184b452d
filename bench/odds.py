"""The processor time of an answer about dice, and of the profile of a list."""

import statistics
from collections.abc import Callable, Iterator
from functools import partial

from bench import ROOT
from bench.make_lists import roster
from bench.table import Measured
from bench.turns import seconds
from rules.core.catalogue.library import read_library
from rules.core.odds import answer, profile_of

EXAMPLES = ROOT / "tests" / "data" / "odds"
ROUNDS = 99


def measure() -> Iterator[Measured]:
    """Yield the figures of odds: the slowest example, and an uncached profile."""
    library = read_library((ROOT / "rules" / "catalogues.json").read_bytes())
    questions = [path.read_bytes() for path in sorted(EXAMPLES.glob("*.json")) if "answer" not in path.stem]
    slowest = max(_milliseconds(partial(answer, data, library)) for data in questions)
    yield Measured("odds: the slowest of the examples", slowest, "ms", 1)
    measured = roster(15)
    catalogue = library.catalogues["bn"]

    def profile() -> None:
        catalogue.odds.remembered.clear()
        profile_of(measured, catalogue, "militia")

    yield Measured("odds: profile of 15 figures", _milliseconds(profile), "ms", 20)


def _milliseconds(work: Callable[[], object]) -> float:
    """Return the median of some runs, in processor time."""
    return 1000 * statistics.median(seconds(work) for _ in range(ROUNDS))
