"""The cost of advice, in milliseconds of processor time: fixes, what fits, getting under the limit, completions."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median

from bench.table import Measured
from bench.turns import seconds
from rules.core.advice import completions, find_cuts, find_fixes, fitting_additions
from rules.core.assess import assess
from rules.core.catalogue.library import read_library
from rules.core.document.edits import with_ids
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle

ROUNDS = 10
LEADER = Figure(leadership=2, name="Ferri", weapons=("assault-rifle",))
SQUAD = Squad(
    name="Alpha",
    class_="elite",
    figures=(
        LEADER,
        Figure(weapons=("lmg",), name="Basso"),
        Figure(weapons=("assault-rifle",), count=8),
        Figure(weapons=("assault-rifle", "rpg"), count=2),
        Figure(weapons=("mmg",)),
        Figure(weapons=("assault-rifle",), roles=("medic",)),
    ),
)
WRONG = Squad(
    name="Bravo",
    class_="trained",
    figures=(Figure(weapons=("lmg", "mmg")), Figure(weapons=("assault-rifle",), class_="elite", count=3)),
    vehicles=(Vehicle(type="tank", weapons=("hmg",)),),
    extras=(ExtraEntry(extra="ambush"),),
)


def measure() -> Iterator[Measured]:
    """Yield the milliseconds of each piece of advice on lists of Breaking News."""
    catalogue = read_library(Path("rules/catalogues.json").read_bytes()).catalogues["bn"]

    def took(advise: Callable[..., object], roster: Roster, *how: int) -> float:
        report = assess(roster, catalogue)
        return 1000 * seconds(lambda: advise(roster, catalogue, report, *how))

    def usual(advise: Callable[..., object], roster: Roster) -> float:
        return median(took(advise, roster) for _ in range(ROUNDS))

    def of_seeds(roster: Roster) -> float:
        return median(took(completions, roster, seed) for seed in range(1, ROUNDS + 1))

    yield Measured("fixes of a list with five findings", usual(find_fixes, _list(500, WRONG)), "ms", 20)
    yield Measured("what fits a list of 15 figures", usual(fitting_additions, _list(300, SQUAD)), "ms", 50)
    yield Measured("getting a list of 15 figures under its limit", usual(find_cuts, _list(190, SQUAD)), "ms", 300)
    yield Measured("completion from nothing to 150", of_seeds(_list(150)), "ms", 300)
    yield Measured("completion to 100 figures", of_seeds(_list(1400)), "ms", 1000)


def _list(limit: int, *squads: Squad) -> Roster:
    roster = Roster(format="armylist/1", ruleset="bn", name="Bench", role="open", limit=limit, squads=squads)
    return with_ids(roster, (f"row-{number}" for number in count()))
