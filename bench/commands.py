"""Time the commands that process all lists, among 10,000 and 100,000 other lists.

`make growth` runs it after `bench.growth`, on the database of DATABASE_URL, which scripts/with_postgres.py creates,
or otherwise on SQLite.
"""

import sys
import tempfile
from collections.abc import Iterator

from bench.cost import Cost, cost_of
from bench.growth import BAR, run
from bench.table import Measured

FEW = 10_000  # other lists: fewer would disappear in the start-up time, and in what SQLite maps of its file
DUE = 10_000  # histories to thin out in one night: more than a thirtieth of all
NIGHT = 60  # minutes of processor time
MOST_MEMORY = 300  # MB


def main(arguments: list[str]) -> int:
    """Measure the commands; return 0 if nothing has grown past its bar."""
    return run("commands", "Measure commands.", FEW, measure, arguments)


def measure(many: int) -> Iterator[Measured]:
    """Yield the time of `verify_lists` and `nightly` among many lists, divided by that among few."""
    from bench.filling import fill, let_be_due  # the models need the site

    start = cost_of("verify_lists")
    fill(0, FEW)
    few = cost_of("verify_lists")
    fill(FEW, many)
    more = cost_of("verify_lists")
    due = let_be_due(DUE)
    yield of_each("verify_lists", start, few, more, many)
    yield from of_all(f"verify_lists, {many:,} lists", more)
    yield from of_all(f"nightly with a backup and {due:,} histories to thin out", nightly())


def nightly() -> Cost:
    """Return the time of the nightly jobs, including a backup."""
    with tempfile.TemporaryDirectory(prefix="squadra-commands-") as folder:
        return cost_of("nightly", BACKUP_FOLDER=folder)


def of_each(name: str, start: Cost, few: Cost, more: Cost, many: int) -> Measured:
    """Return the growth of the time per list from few lists to many, without the start-up time."""
    each = ((more.seconds - start.seconds) / many) / ((few.seconds - start.seconds) / FEW)
    return Measured(f"{name}, the processor for each list", each, "×", BAR)


def of_all(name: str, more: Cost) -> Iterator[Measured]:
    """Yield the memory and the time of a command."""
    yield Measured(f"{name}: most memory at once", more.megabytes, "MB", MOST_MEMORY)
    yield Measured(f"{name}: the processor", more.seconds / 60, "min", NIGHT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
