"""Compare times: actions run in turns, so that a slow machine slows them all."""

import statistics
import time
from collections.abc import Callable


def in_turns(
    *acts: Callable[[], object],
    rounds: int,
    warm: int = 1,
    clock: Callable[[], float] = time.perf_counter,
) -> list[float]:
    """Return each action's median time, s, by a clock. The first rounds (`warm`) fill the caches and do not count."""
    times: list[list[float]] = [[] for _ in acts]
    for turn in range(rounds + warm):
        for act, seen in zip(acts, times, strict=True):
            start = clock()
            act()
            if turn >= warm:
                seen.append(clock() - start)
    return [statistics.median(seen) for seen in times]


def seconds(act: Callable[[], object]) -> float:
    """Return the processor time of one run: other programs do not lengthen it."""
    begun = time.process_time()
    act()
    return time.process_time() - begun


def p95(times: list[float]) -> float:
    """Return the 95th percentile of times."""
    return statistics.quantiles(times, n=20)[-1]
