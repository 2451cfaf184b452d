"""Get a list under its limit: the smallest sets of cuts, in at most three rows, that make it legal.

All sets in one row come before those in two, and those before sets in three. Within a size, the best waste few points
and break nothing, then lose little fire. `assess` decides. In a very long list not every set is tried (`is_whole`).
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from heapq import merge, nlargest
from itertools import chain, combinations, combinations_with_replacement, groupby, islice, product
from typing import NamedTuple

from rules.core.advice.cuts import Cut, Cutter, Kind
from rules.core.advice.figures import Firepower
from rules.core.advice.judging import Judged, effects, judged, no_new_error, no_new_warning
from rules.core.advice.steps import Suggestion, SuggestionLine, capital, say, step, tried
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.naming import squad_label
from rules.core.document.roster import Roster
from rules.core.judging.prices import price_list
from rules.core.judging.report import Report

MOST_ROWS = 3  # changed by one suggestion
MOST_OFFERED = 3
MOST_CUTS = 400  # of a list
MOST_SETS = 1000  # tried with one number of rows
MOST_EQUAL = 8  # legal sets that save as much; the one with the best fire is taken

KINDS: tuple[Kind, ...] = ("gear", "men", "class")

CutSet = tuple[Cut, ...]
LegalSet = tuple[CutSet, Judged]


class UnderLimit(NamedTuple):
    """The suggestions, fewest changed rows first. `is_whole`: every set of cuts was tried."""

    suggestions: tuple[Suggestion, ...] = ()
    is_whole: bool = True


def find_cuts(roster: Roster, catalogue: Catalogue, report: Report) -> UnderLimit:
    """Return up to three suggestions for a list over its limit; none for a list within it."""
    if report.remaining is None or report.remaining >= 0:
        return UnderLimit()
    search = _Search(judged(roster, catalogue, report), catalogue, over=-report.remaining)
    return UnderLimit(search.suggestions(), search.is_whole)


def sets_of(cuts: Iterable[Cut], over: int, number: int) -> Iterator[CutSet]:
    """Yield the sets of cuts in a number of rows that save at least `over` points, the smallest saving first."""
    by_saving: defaultdict[int, list[Cut]] = defaultdict(list)
    for cut in cuts:
        by_saving[cut.saving].append(cut)
    savings = sorted(by_saving)

    def completed(chosen: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        least = max(over - sum(chosen), *chosen, 0)
        return ((sum(chosen) + last, (*chosen, last)) for last in savings[bisect_left(savings, least) :])

    for _, sums in merge(*map(completed, combinations_with_replacement(savings, number - 1))):
        parts = (combinations(by_saving[saving], times) for saving, times in Counter(sums).items())
        for part in product(*parts):
            chosen = tuple(chain(*part))
            if len({cut.row for cut in chosen}) == number:
                yield chosen


class _Search:
    """The search in one list."""

    def __init__(self, before: Judged, catalogue: Catalogue, over: int) -> None:
        self.before, self.catalogue, self.over = before, catalogue, over
        self.power = Firepower(catalogue)
        self.is_whole = True
        self.left = before.affordable  # lists that can still be judged
        self.cuts = self._cuts()
        self.harmless = [cut for cut in self.cuts if self._is_harmless(cut)]
        self.offered: list[Counter[object]] = []  # the rows of each suggestion, by their kind
        self.failed: set[frozenset[object]] = set()

    def suggestions(self) -> tuple[Suggestion, ...]:
        """Return the smallest, then one of each other kind, then one without a squad, then any others."""
        found: list[Suggestion] = []
        kinds = set(KINDS)
        if smallest := self._smallest(KINDS):
            of = {cut.kind for cut in smallest[0]}
            kinds -= of if len(of) == 1 else set()
            found.append(self._suggestion(min(of) if len(of) == 1 else "any", smallest))
        for kind in KINDS:
            if kind in kinds and (one := self._smallest((kind,))):
                found.append(self._suggestion(kind, one))
        found.sort(key=lambda one: (len(one.lines), -one.after))
        if len(found) < MOST_OFFERED:
            found += self._without_squad()
        while found and len(found) < MOST_OFFERED and (other := self._smallest(KINDS)):
            found.append(self._suggestion("other", other))
        return tuple(found[:MOST_OFFERED])

    def _cuts(self) -> list[Cut]:
        """Return the cuts, of equal rows those of three; none if no three rows save enough."""
        roster = self.before.roster
        alike: defaultdict[object, list[str]] = defaultdict(list)
        cuts: list[Cut] = []
        for cut in Cutter(roster, self.catalogue, price_list(roster, self.catalogue)).cuts():
            rows = alike[cut.like]
            if cut.row not in rows:
                rows.append(cut.row)
            if cut.row not in rows[:MOST_ROWS]:
                continue
            if len(cuts) == MOST_CUTS:
                self.is_whole = False
                break
            cuts.append(cut)
        most: Counter[str] = Counter()
        for cut in cuts:
            most[cut.row] = max(cut.saving, most[cut.row])
        return cuts if sum(nlargest(MOST_ROWS, most.values())) >= self.over else []

    def _is_harmless(self, cut: Cut) -> bool:
        now = self._after((cut,)) if self._may_judge() else None
        return now is not None and no_new_error(self.before, now) and no_new_warning(self.before, now)

    def _smallest(self, kinds: tuple[Kind, ...]) -> LegalSet | None:
        """Return the first legal set with the fewest rows; None if there is none."""
        for number in range(1, MOST_ROWS + 1):
            for cuts in (self.harmless, self.cuts):
                of_kinds = [cut for cut in cuts if cut.kind in kinds]
                if legal := self._first(sets_of(of_kinds, self.over, number)):
                    return legal
        return None

    def _first(self, sets: Iterator[CutSet]) -> LegalSet | None:
        """Return the first legal set; of those that save as much, the one that costs the least fire."""
        for _, equal in groupby(self._some(sets), key=lambda chosen: sum(cut.saving for cut in chosen)):
            if legal := list(islice(self._legal(equal), MOST_EQUAL)):
                return max(legal, key=lambda one: self.power.of_list(one[1].roster))
        return None

    def _some(self, sets: Iterator[CutSet]) -> Iterator[CutSet]:
        yield from islice(sets, MOST_SETS)
        if next(sets, None):
            self.is_whole = False

    def _legal(self, sets: Iterable[CutSet]) -> Iterator[LegalSet]:
        """Yield the sets that make the list legal and do not merely add rows to an earlier suggestion."""
        for chosen in sets:
            rows = Counter[object](cut.like for cut in chosen)
            key = frozenset[object](Counter((cut.like, cut.number) for cut in chosen).items())
            if key in self.failed or any(offered <= rows for offered in self.offered):
                continue
            if not self._may_judge():
                return
            now = self._after(chosen)
            if now and (now.report.remaining or 0) >= 0 and no_new_error(self.before, now):
                yield chosen, now
            else:
                self.failed.add(key)

    def _may_judge(self) -> bool:
        """Count a judged list; return False once the maximum is reached."""
        self.left -= 1
        self.is_whole = self.is_whole and self.left >= 0
        return self.left >= 0

    def _after(self, chosen: CutSet) -> Judged | None:
        roster = tried(self.before.roster, (one for cut in chosen for one in cut.steps))
        return judged(roster, self.catalogue) if roster else None

    def _suggestion(self, kind: str, legal: LegalSet) -> Suggestion:
        chosen, now = legal
        self.offered.append(Counter(cut.like for cut in chosen))
        return Suggestion(
            kind,
            say(f"under-limit-{kind}"),
            self._lines(chosen),
            tuple(one for cut in chosen for one in cut.steps),
            self.before.report.total or 0,
            now.report.total or 0,
            effects(self.before, now, self.power),
        )

    def _lines(self, chosen: CutSet) -> tuple[SuggestionLine, ...]:
        lines, total = [], self.before.report.total or 0
        for number, cut in enumerate(chosen, start=1):
            now = self._after(chosen[:number])
            left = total - cut.saving if now is None else now.report.total or 0
            lines.append(SuggestionLine(capital(cut.words), left - total))
            total = left
        return tuple(lines)

    def _without_squad(self) -> Iterator[Suggestion]:
        """Yield the list without the cheapest squad that is enough, if it has several."""
        squads = self.before.roster.squads if len(self.before.roster.squads) > 1 else ()
        cuts = []
        for place, squad in enumerate(squads):
            steps = (step("remove_squad", squad.id),)
            cuts.append(Cut("men", squad.id, 0, steps, squad_label(squad, place), ("squad", squad.id)))
        if legal := list(self._legal((cut,) for cut in cuts)):
            yield self._suggestion("squad", max(legal, key=lambda one: one[1].report.total or 0))
