"""The ways back: the smallest sets of cuts after which a list is within its limit again, one of each kind.

Exact: all sets of so many rows are looked through before any of one row more, and those of a number in the order of the
points they leave unused; `assess` is the judge. Which sums can be saved with how many rows is kept as bits of a number,
so that no set is made that saves too little.
"""

from collections.abc import Iterator
from itertools import groupby, islice

from rules.core.advice.cuts import Cut, Cutter, Kind
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.mends import beginning
from rules.core.advice.proposals import Line, Proposal
from rules.core.advice.steps import tried
from rules.core.catalogue import Catalogue
from rules.core.prices import price_list
from rules.core.report import Report
from rules.core.roster import Roster
from rules.core.text import Text

MOST_ROWS = 3  # that a way back changes
MOST_JUDGED = 400  # sets of a kind that `assess` looks at

TITLES: dict[str, Text] = {
    "any": Text("Il modo più piccolo", "The smallest way"),
    "gear": Text("Tieni tutti gli uomini", "Keep all the men"),
    "men": Text("Tieni le armi degli altri", "Keep the others’ weapons"),
    "class": Text("Scendi di classe", "Take the class down"),
}
KINDS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("gear", ("gear",)),
    ("men", ("men",)),
    ("class", ("class",)),
    ("any", ("gear", "men", "class")),
)
MOST_OFFERED = 3


def ways_back(roster: Roster, catalogue: Catalogue, report: Report) -> tuple[Proposal, ...]:
    """Return up to three ways back under the limit, that of the fewest rows first; none where the list is within it."""
    remaining = report.remaining
    if remaining is None or remaining >= 0:
        return ()
    before = judged(roster, catalogue, report)
    cuts = Cutter(roster, catalogue, price_list(roster, catalogue)).cuts()
    found: list[Proposal] = []
    for name, kinds in KINDS:
        way = _smallest(name, [cut for cut in cuts if cut.kind in kinds], before, catalogue)
        if way and all(len(way.lines) < len(other.lines) or name != "any" for other in found):
            found.append(way)
    found.sort(key=lambda way: (len(way.lines), -way.after))
    return tuple(found[:MOST_OFFERED])


def _smallest(name: str, cuts: list[Cut], before: Judged, catalogue: Catalogue) -> Proposal | None:
    over = -(before.report.remaining or 0)
    for chosen in islice(sets_of(cuts, over), MOST_JUDGED):
        steps = tuple(step for cut in chosen for step in cut.steps)
        roster = tried(before.roster, steps)
        if roster is None:
            continue
        now = judged(roster, catalogue)
        if (now.report.remaining or 0) >= 0 and no_new_error(before, now):
            lines = tuple(Line(beginning(cut.words), -cut.saving) for cut in chosen)
            total = before.report.total or 0
            return Proposal(name, TITLES[name], lines, steps, total, now.report.total or 0)
    return None


def sets_of(cuts: list[Cut], over: int) -> Iterator[tuple[Cut, ...]]:
    """Yield the sets of cuts of different rows that save `over` points or more: few rows first, then few points."""
    in_order = sorted(cuts, key=lambda cut: cut.row)
    by_row = {row: list(of_row) for row, of_row in groupby(in_order, key=lambda cut: cut.row)}
    rows = [by_row[row] for row in dict.fromkeys(cut.row for cut in cuts)]
    sums = _sums(rows)
    for number in range(1, MOST_ROWS + 1):
        wanted = sums[0][number] >> over
        saving = over
        while wanted:
            if wanted & 1:
                yield from _of_sum(rows, sums, 0, number, saving)
            wanted >>= 1
            saving += 1


def _sums(rows: list[list[Cut]]) -> list[list[int]]:
    """Return, for the rows from each one on and each number of them, which sums can be saved: a bit for each sum."""
    sums = [[1] + [0] * MOST_ROWS]
    for row in reversed(rows):
        savings, after = {cut.saving for cut in row}, sums[0]
        here = list(after)
        for number in range(1, MOST_ROWS + 1):
            for saving in savings:
                here[number] |= after[number - 1] << saving
        sums.insert(0, here)
    return sums


def _of_sum(
    rows: list[list[Cut]], sums: list[list[int]], first: int, number: int, saving: int
) -> Iterator[tuple[Cut, ...]]:
    """Yield the sets of so many rows, from the row `first` on, that save just so much."""
    if number == 0:
        yield ()
        return
    for cut in rows[first]:
        if cut.saving <= saving and sums[first + 1][number - 1] >> (saving - cut.saving) & 1:
            for others in _of_sum(rows, sums, first + 1, number - 1, saving - cut.saving):
                yield (cut, *others)
    if sums[first + 1][number] >> saving & 1:
        yield from _of_sum(rows, sums, first + 1, number, saving)
