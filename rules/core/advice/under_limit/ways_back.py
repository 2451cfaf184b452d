"""The ways back: the smallest sets of cuts after which a list is within its limit again, one of each kind.

Exact: all sets of so many rows are looked through before any of one row more; `assess` is the judge. A row is changed
when some of it go and some of the others carry less, lead less, are of another class, or all of that. Where that would
take too long, it is said not to be exact (`is_exact`). Of the sets of the same number those come first that take no man
out of his squad's class and bring no new warning, each cut alone, then those that leave few points unused, then those
that cost little fire.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, groupby, islice
from typing import NamedTuple

from rules.core.advice.effects import effects
from rules.core.advice.firepower import Firepower
from rules.core.advice.fixes.offered import beginning
from rules.core.advice.judging import Judged, judged, no_new_error, no_new_warning
from rules.core.advice.steps import step, tried
from rules.core.advice.suggestions import Line, Proposal
from rules.core.advice.under_limit.cuts import Cut, Cutter, Kind
from rules.core.advice.under_limit.sets import Chosen, CutSets
from rules.core.catalogue.catalogue import Catalogue
from rules.core.contents.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.judging.prices import price_list
from rules.core.judging.report import Report
from rules.core.text.text import Text

MOST_ROWS = 12  # that a way back changes: more is nothing that anybody reads
MOST_JUDGED = (
    400  # sets of a number of rows that `assess` looks at; where there are more, the way is not told
)
MOST_ALONE = 600  # cuts that are judged each alone
ROWS_JUDGED = 9000  # of all sets that may change fewer rows: of a list of few rows more sets are judged
STAGES = 6  # of the search, about: each judges as many lists
MOST_EQUAL = 8  # sets of the same number and the same points, of which that with the best fire is taken

TITLES: dict[str, Text] = {
    "any": Text("Il modo più piccolo", "The smallest way"),
    "gear": Text("Tieni tutti gli uomini", "Keep all the men"),
    "men": Text("Tieni le armi degli altri", "Keep the others’ weapons"),
    "class": Text("Scendi di classe", "Take the class down"),
    "squad": Text("Una squadra in meno", "One squad fewer"),
    "other": Text("Un altro modo", "Another way"),
}
ALL: tuple[Kind, ...] = ("gear", "men", "class", "own-class", "mixed")
KINDS: tuple[tuple[str, tuple[Kind, ...]], ...] = (
    ("gear", ("gear",)),
    ("men", ("men",)),
    ("class", ("class", "own-class")),
)
MOST_OFFERED = 3
Way = tuple[Chosen, Judged]
Key = frozenset[tuple[str, Text]]


class WaysBack(NamedTuple):
    """The ways back under the limit. `is_exact`: there is none that changes fewer rows than the first."""

    ways: tuple[Proposal, ...] = ()
    is_exact: bool = True


def ways_back(roster: Roster, catalogue: Catalogue, report: Report) -> WaysBack:
    """Return up to three ways back under the limit, that of the fewest rows first; none where the list is within it."""
    remaining = report.remaining
    if remaining is None or remaining >= 0:
        return WaysBack()
    search = _Search(roster, catalogue, report)
    return WaysBack(search.ways(), search.is_exact)


class _Search:
    """The search for the ways back of one list."""

    def __init__(self, roster: Roster, catalogue: Catalogue, report: Report) -> None:
        self.catalogue, self.before = catalogue, judged(roster, catalogue, report)
        self.over = -(report.remaining or 0)
        self.power = Firepower(catalogue)
        self.cutter = Cutter(roster, catalogue, price_list(roster, catalogue))
        self.is_exact = True
        self.share = self.before.affordable // STAGES
        self.left = self.share  # lists that may still be judged in this stage of the search
        self.cuts = self._cuts()
        self.harmless = list(self._harmless())
        self.told: list[frozenset[str]] = []  # the rows of ways that are not to be told again
        self.failed: set[Key] = set()  # sets of cuts that are known not to lead back

    def ways(self) -> tuple[Proposal, ...]:
        """Return the ways that are offered."""
        found: list[Proposal] = []
        told: list[frozenset[str]] = []
        for name, kinds in KINDS:
            if way := self._smallest(kinds):
                found.append(self._proposal(name, way))
                told.append(_rows(way[0]))
        if way := self._fewer(min((len(way.lines) for way in found), default=MOST_ROWS + 1)):
            found.append(self._proposal("any", way))
            told.append(_rows(way[0]))
        found.sort(key=lambda way: (len(way.lines), -way.after))
        found += self._squads()
        self.told = told
        while told and len(found) < MOST_OFFERED and (way := self._smallest(ALL)):
            found.append(self._proposal("other", way))
            told.append(_rows(way[0]))
        return tuple(found[:MOST_OFFERED])

    def _cuts(self) -> list[Cut]:
        """Return all cuts; none where those of the most rows that a way may have do not save enough."""
        cuts = self.cutter.cuts()
        by_row: dict[str, int] = {}
        for cut in cuts:
            by_row[cut.row] = max(cut.saving, by_row.get(cut.row, 0))
        sums = list(accumulate(sorted(by_row.values(), reverse=True)[:MOST_ROWS]))
        self.least = 1 + sum(saved < self.over for saved in sums)  # rows, of which nothing less saves enough
        return cuts if self.least <= len(sums) else []

    def _harmless(self) -> Iterator[Cut]:
        """Yield the cuts that break nothing each alone; rows that are alike are judged once."""
        known: dict[tuple[object, ...], bool] = {}
        for cut in self.cuts:
            key = (cut.like, cut.kind, tuple(one.edit for one in cut.steps), cut.saving)
            if key not in known and len(known) < MOST_ALONE and self._may_judge():
                now = tried(self.before.roster, cut.steps)
                known[key] = now is not None and self._breaks_nothing(judged(now, self.catalogue))
            if known.get(key):
                yield cut

    def _breaks_nothing(self, now: Judged) -> bool:
        return no_new_error(self.before, now) and no_new_warning(self.before, now)

    def _may_judge(self) -> bool:
        """Count a list that is judged; return False where this stage of the search has judged enough."""
        if not self.left:
            self.is_exact = False
            return False
        self.left -= 1
        return True

    def _smallest(self, kinds: tuple[Kind, ...]) -> Way | None:
        """Return a way of the fewest rows; None where there is none, or none is known to be it."""
        self.left = self.share
        cuts, harmless = ([cut for cut in some if cut.kind in kinds] for some in (self.cuts, self.harmless))
        calm = [cut for cut in harmless if cut.kind != "own-class"]
        sorts = [CutSets(some, self.over) for some in (calm, harmless, cuts)]
        for number in range(1, MOST_ROWS + 1):
            for sets in sorts:
                found = list(islice(sets.of(number), MOST_JUDGED + 1))
                if way := self._first(found[:MOST_JUDGED]):
                    return way
            if len(found) > MOST_JUDGED:
                return None
        return None

    def _fewer(self, fewest: int) -> Way | None:
        """Return a way that changes fewer rows than `fewest` by cuts of all kinds, mixed ones too."""
        if fewest <= self.least or not self.cuts:
            return None
        self.left = self.share
        cuts = [*self.cuts, *self.cutter.mixed()]
        self.is_exact = self.cutter.is_whole
        rows = len({cut.row for cut in cuts})
        sorts = [CutSets(some, self.over) for some in (self.harmless, self.cuts, cuts)]
        left = ROWS_JUDGED // rows
        for number in range(self.least, fewest):
            for sets in sorts:
                known = len(self.failed)
                unknown = (chosen for chosen in sets.of(number) if _key(chosen) not in self.failed)
                if way := self._first(islice(unknown, left)):
                    return way
                left -= len(self.failed) - known
                if not left:
                    self.is_exact = False
                    return None
        return None

    def _first(self, sets: Iterable[Chosen]) -> Way | None:
        """Return the first set that leads back, of those that save as much the one that costs the least fire."""
        for _, equal in groupby(sets, key=lambda chosen: sum(cut.saving for cut in chosen)):
            if ways := list(islice(self._leading_back(equal), MOST_EQUAL)):
                return max(ways, key=lambda way: self.power.of_list(way[1].roster))
        return None

    def _leading_back(self, sets: Iterator[Chosen]) -> Iterator[Way]:
        """Yield the sets after which the list is legal again, without those that change all rows of a way told."""
        for chosen in sets:
            rows, key = _rows(chosen), _key(chosen)
            if key in self.failed or any(told <= rows for told in self.told):
                continue
            if not self._may_judge():
                return
            now = self._after(chosen)
            if now and (now.report.remaining or 0) >= 0 and no_new_error(self.before, now):
                yield chosen, now
            else:
                self.failed.add(key)

    def _after(self, chosen: Chosen) -> Judged | None:
        roster = tried(self.before.roster, (one for cut in chosen for one in cut.steps))
        return judged(roster, self.catalogue) if roster else None

    def _proposal(self, name: str, way: Way) -> Proposal:
        chosen, now = way
        steps = tuple(one for cut in chosen for one in cut.steps)
        effect = effects(self.before, now, self.power)
        return Proposal(
            name, TITLES[name], self._lines(chosen), steps, self._total, now.report.total or 0, effect
        )

    @property
    def _total(self) -> int:
        return self.before.report.total or 0

    def _lines(self, chosen: Chosen) -> tuple[Line, ...]:
        """Return the rows of a way with what each saves once those before it are made."""
        lines, total = [], self._total
        for number, cut in enumerate(chosen, start=1):
            now = self._after(chosen[:number])
            left = total - cut.saving if now is None else now.report.total or 0
            lines.append(Line(beginning(cut.words), left - total))
            total = left
        return tuple(lines)

    def _squads(self) -> Iterator[Proposal]:
        """Yield the way without the cheapest squad that will do, where a list has several."""
        ways, self.left = [], self.share
        for number, squad in enumerate(self.before.roster.squads):
            cut = Cut("men", squad.id, 0, (step("remove_squad", squad.id),), squad_label(squad, number), ())
            ways += list(self._leading_back(iter([(cut,)])))
        if ways and len(self.before.roster.squads) > 1:
            yield self._proposal("squad", max(ways, key=lambda way: way[1].report.total or 0))


def _rows(chosen: Chosen) -> frozenset[str]:
    return frozenset(cut.row for cut in chosen)


def _key(chosen: Chosen) -> Key:
    return frozenset((cut.row, cut.words) for cut in chosen)
