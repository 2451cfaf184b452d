"""The share of odds in the start of the site: the loading time of their modules.

measure() -> Iterator[Measured]     needs the site of `bench.site`
"""

import statistics
import subprocess
import sys
from collections.abc import Iterator

from bench import ROOT
from bench.table import Measured

START = "import django; django.setup(); import armybuilder.urls"
ODDS = (
    "rules.odds",
    "rules.core.odds",
    "armybuilder.lists.views.advice",
    "armybuilder.printing.formats.odds",
    "icepool",
)
ROUNDS = 5


def measure() -> Iterator[Measured]:
    """Yield the slowdown of a start by odds, each start compared with itself."""
    ratio = statistics.median(_with_over_without() for _ in range(ROUNDS))
    yield Measured("start of the site over one without odds", ratio, "×", 1.1, "lower")


def _with_over_without() -> float:
    """Return the time of a start divided by the same without the modules of odds."""
    command = [sys.executable, "-X", "importtime", "-c", START]
    started = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    took = {}
    for line in started.stderr.splitlines():
        head, _, rest = line.partition("import time:")
        own, _, named = rest.partition("|")
        if not head and own.strip().isdigit():
            took[named.partition("|")[2].strip()] = int(own)
    odds = sum(time for module, time in took.items() if module.startswith(ODDS))
    return sum(took.values()) / (sum(took.values()) - odds)
