"""Completion: three suggestions that fill a list up to its limit and spend the points differently.

Suggestions without new findings come first; a merely legal one names its findings. All fillings of one squad are
tried; in very long lists only some. First the other squads reach their size, and whole squads are added while the
points exceed what one squad can take (`starting_points`). Points that men cannot use go to vehicles and extras
(`purchases`). If more than `WITHIN` points are left, some other starting points are tried. `assess` decides. The
series (`seed`) picks reproducibly among the best of each sort.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from operator import attrgetter

from msgspec.structs import replace

from rules.core.advice.completion.filling import Changes, Filler, Filling, cost_of
from rules.core.advice.completion.purchases import baskets, goes_to_squad
from rules.core.advice.completion.starting_points import GRADES, StartingPoint, starting_points
from rules.core.advice.figures import Firepower, preset_figure
from rules.core.advice.judging import Judged, findings_changed, judged, new_findings, no_new_error
from rules.core.advice.steps import Step, Steps, Suggestion, SuggestionLine, men, say, step, tried
from rules.core.catalogue.building import Preset
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.judging.prices import price_list
from rules.core.judging.report import Report
from rules.core.text import NOTHING, Text

WITHIN = 2  # points: a suggestion that leaves no more is good enough
SERIES = 24  # each series picks another of the best of a sort
MOST_JUDGED = 60
MOST_STARTING_POINTS = 5

Rank = tuple[bool, bool, int]
GOOD: Rank = (False, False, WITHIN)
Value = Callable[[Filling], tuple[float, ...]]


def completions(
    roster: Roster, catalogue: Catalogue, report: Report, seed: int = 1, grade: int = 2
) -> tuple[Suggestion, ...]:
    """Return up to three suggestions for a list, of the series `seed` (from 1); `grade` is the quality of new men.

    Without a limit the squad is filled up to a sensible size. None if the ruleset completes nothing, no point is
    left, or nothing sensible is legal.
    """
    if not catalogue.offered.completion.plain or (report.remaining is not None and report.remaining <= 0):
        return ()
    before = judged(roster, catalogue, report)
    tried_yet: list[_Completing] = []
    for base in islice(starting_points(roster, catalogue, report.remaining, grade), MOST_STARTING_POINTS):
        tried_yet.append(_Completing(before, base, catalogue))
        if tried_yet[-1].rank <= GOOD:
            break
    return tuple(min(tried_yet, key=attrgetter("rank")).suggestions(seed, grade))


def legal_completion(roster: Roster, catalogue: Catalogue, report: Report) -> Suggestion | None:
    """Return a completion without a new finding, with men as middling as possible; None if there is none."""
    for grade in sorted(range(GRADES), key=lambda grade: abs(grade - GRADES // 2)):
        for one in completions(roster, catalogue, report, 1, grade):
            if one.is_clean:
                return one
    return None


class _Completing:
    """The suggestions for a list from one starting point.

    `rank`: how bad the best suggestion is (smaller is better): missing, with a finding, or by the points left.
    """

    def __init__(self, before: Judged, base: StartingPoint, catalogue: Catalogue) -> None:
        self.before, self.base, self.catalogue = before, base, catalogue
        self.roster = roster = before.roster
        self.judged: dict[Filling, Suggestion | None] = {}
        self.most_judged = min(MOST_JUDGED, before.affordable // 8)
        self.prices = price_list(roster, catalogue)
        remaining = self.before.report.remaining
        self.budget = None if remaining is None else remaining - cost_of(base.changes)
        self.filler = Filler(base.squad, catalogue, self.prices, self.budget)
        self.numbers = catalogue.offered.completion
        self.baskets: tuple[Changes, ...] = ((),)
        if self.budget is not None:
            self.baskets = baskets(self.before, base.squad, self.prices, self.budget)
        self.power = Firepower(catalogue)
        self.gains = [self._fire(preset) for _, preset in self.filler.shares]
        self.plain_gain = self._fire(self.filler.plain)
        self.near = self._near()

    def _fire(self, preset: Preset) -> float:
        figure = preset_figure(preset, self.base.squad, self.catalogue)
        return float(self.power.of(figure, self.base.squad))

    def suggestions(self, seed: int, grade: int) -> list[Suggestion]:
        """Return a suggestion of each sort, those without findings first."""
        goal = self.numbers.most - (self.numbers.most - self.numbers.least) * grade // (GRADES - 1)
        taken: list[Filling] = []
        found: list[Suggestion] = []
        for sort, value in self._values().items():
            here = list(self.near) if self.budget is not None else self._of_size(self.near, sort, goal)
            here.sort(key=lambda one: self._rank(one, value, goal), reverse=True)
            if chosen := self._pick(here, taken, seed):
                filling, suggestion = chosen
                taken.append(filling)
                found.append(replace(suggestion, kind=sort, title=self._title(sort, filling)))
        return sorted(found, key=lambda one: not one.is_clean)

    def _of_size(self, found: list[Filling], sort: str, goal: int) -> list[Filling]:
        """Return the fillings up to the size for a sort, if no points limit them."""
        sizes = {"fire": goal, "men": self.numbers.most, "command": self.numbers.least}
        least = min((one.men for one in found), default=0)
        return [one for one in found if one.men == max(sizes[sort], least)]

    def _title(self, sort: str, one: Filling) -> Text:
        has_more_men = one.men > self.base.squad.figure_count
        if not has_more_men and not any(one.shares) and not self._leads_better(one):
            return say("vehicles-and-extras")
        if self.budget is None and sort == "command" and not self._leads_better(one):
            return say("smaller-squad")
        keeps_word = {"fire": True, "men": has_more_men, "command": self._leads_better(one)}
        if keeps_word[sort]:
            return say(f"more-{sort}")
        return say("more-men" if has_more_men else "other-weapons")

    def _leads_better(self, one: Filling) -> bool:
        leader = self.filler.leader
        return one.level > (leader.leadership if leader else 0)

    def _values(self) -> dict[str, Value]:
        def fire(one: Filling) -> float:
            of_shares = sum(number * gain for number, gain in zip(one.shares, self.gains, strict=True))
            return round(of_shares + one.plain * self.plain_gain, 6)

        return {
            "fire": lambda one: (fire(one),),
            "men": lambda one: (one.men, fire(one)),
            "command": lambda one: (one.level, len([number for number in one.shares if number]), fire(one)),
        }

    def _rank(self, one: Filling, value: Value, goal: int) -> tuple[object, ...]:
        return value(one), -len(self.baskets[one.bought]), -abs(one.men - goal), one.cost, one

    def _near(self) -> list[Filling]:
        """Return the fillings that use about as many points as the best legal one.

        Without a limit, return those that bring the squad to a sensible size.
        """
        found = self.filler.fillings(self.budget)
        if self.budget is None:
            self.rank = (False, False, 0)
            return [one for one in found if one.men >= self.numbers.least and (any(one.shares) or one.plain > 0)]
        by_cost: dict[int, list[Filling]] = {}
        for one in found:
            by_cost.setdefault(one.cost, []).append(one)
        for is_good in (self._is_clean, self._legal):
            if near := self._nearest(by_cost, self.budget, is_good):
                self.rank = (False, is_good != self._is_clean, self.budget - near[0].cost)
                return near
        self.rank = (True, True, self.budget)
        return []

    def _nearest(
        self, by_cost: dict[int, list[Filling]], budget: int, is_good: Callable[[Filling], object]
    ) -> list[Filling]:
        """Return the fillings that use about as many points as the best good one; none if none is good."""
        near: list[Filling] = []
        costs = [cost_of(basket) for basket in self.baskets]
        have_vehicles = [any(one.edit == "add_vehicle" for it in b for one in it.steps) for b in self.baskets]
        best, judged_yet = 0, 0
        for total in range(budget, 0, -1):
            here = [
                one._replace(bought=place, cost=total)
                for place in range(len(self.baskets))
                for one in by_cost.get(total - costs[place], ())
                if one.men >= self.numbers.least or not have_vehicles[place]
            ]
            here.sort(key=lambda one: (one.men < self.numbers.least, one.bought, one))
            if not best and judged_yet < self.most_judged * 2:
                some = here[: self.most_judged * 2 - judged_yet]
                judged_yet += len(some)
                best = total if any(map(is_good, some)) else 0
            if best:
                near += here
            if best and total <= best - WITHIN:
                break
            if not best and judged_yet >= self.most_judged * 2:
                break
        return near

    def _pick(self, near: list[Filling], taken: list[Filling], seed: int) -> tuple[Filling, Suggestion] | None:
        """Return one of the best legal fillings that are not taken yet: the series says which."""
        clean: list[tuple[Filling, Suggestion]] = []
        others: list[tuple[Filling, Suggestion]] = []
        for one in near[: self.most_judged]:
            if one not in taken and (suggestion := self._legal(one)):
                (clean if self._is_clean(one) else others).append((one, suggestion))
            if len(clean) == min(SERIES, seed):
                break
        good = clean or others
        return good[(seed - 1) % len(good)] if good else None

    def _legal(self, one: Filling) -> Suggestion | None:
        if one not in self.judged:
            self.judged[one] = self._judged(one)
        return self.judged[one]

    def _is_clean(self, one: Filling) -> bool:
        suggestion = self._legal(one)
        return suggestion is not None and suggestion.is_clean

    def _judged(self, one: Filling) -> Suggestion | None:
        """Return the suggestion of a filling; None if it is not legal."""
        base, changes = self.base.changes, [*self.filler.changes(one), *self.baskets[one.bought]]
        lines = [*(change.line for change in base), *_together(change.line for change in changes)]
        steps = [one for change in base for one in change.steps]
        steps += self._made(one for change in changes for one in change.steps)
        roster = tried(self.roster, steps)
        if roster is None:
            return None
        now = judged(roster, self.catalogue)
        if not no_new_error(self.before, now):
            return None
        before, after = self.before.report.total or 0, now.report.total or 0
        effect = findings_changed(self.before, now, self.catalogue)
        is_clean = not new_findings(self.before, now) and not self._leaves_it_small(now)
        return Suggestion("", NOTHING, tuple(lines), tuple(steps), before, after, effect, is_clean)

    def _leaves_it_small(self, now: Judged) -> bool:
        """Return whether the filled squad stays smaller than recommended although it could be larger."""
        return 0 < now.small_squads.get(self.base.squad.id, 0) <= self.numbers.most

    def _made(self, steps: Iterable[Step]) -> Steps:
        """Return the steps of a filling; for a new squad one step that adds it complete, and others."""
        steps = tuple(steps)
        if not self.base.is_new:
            return steps
        of_squad = [one.item for one in steps if goes_to_squad(one.item, self.catalogue)]
        squad = replace(
            self.base.squad,
            figures=tuple(item for item in of_squad if isinstance(item, Figure)),
            vehicles=tuple(item for item in of_squad if isinstance(item, Vehicle)),
            extras=tuple(item for item in of_squad if isinstance(item, ExtraEntry)),
        )
        others = (one for one in steps if not goes_to_squad(one.item, self.catalogue))
        return (step("add_squad", item=squad), *others)


def _together(lines: Iterable[SuggestionLine]) -> Iterator[SuggestionLine]:
    for line, number in Counter(lines).items():
        yield SuggestionLine(men(number, line.words), number * line.points)
