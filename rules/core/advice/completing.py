"""Completion: three proposals that fill a list up to its limit, differing in what they spend the points on.

Stated: no legal filling of the squad by the ruleset's numbers, with what may be bought beside, uses over `WITHIN`
points more than a proposal does; where `MOST_BESIDE` points are left or fewer, no legal filling of all squads does.
The fillings of one squad are looked through as a whole; before, the others come to their size and whole squads are
made while the points are more than one squad can take (`bases`). What men cannot use is spent on vehicles and extras
(`purchases`), and then on the other squads (`others`). `assess` is the judge. The series (`seed`) picks among the best
of each sort, always the same ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from rules.core.advice.additions import preset_figure
from rules.core.advice.bases import GRADES, Base, base_of, squad_with_room
from rules.core.advice.curing import men
from rules.core.advice.effects import findings_changed
from rules.core.advice.filled import Filled
from rules.core.advice.fillings import Filler, Filling
from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.others import fillings_beside
from rules.core.advice.proposals import Line, Proposal
from rules.core.advice.purchases import Basket, baskets, cost_of, goes_to_squad
from rules.core.advice.steps import Step, Steps, step, tried
from rules.core.catalogue import Catalogue
from rules.core.prices import price_list
from rules.core.ready import Preset
from rules.core.report import Report
from rules.core.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.text import Text

WITHIN = 2  # points more that another filling may use
MOST_BESIDE = (
    100  # points for which all squads are looked through: for more, one of them uses up what others cannot
)
SERIES = 24  # each of which picks another of the best of a sort
MOST_JUDGED = 60

TITLES: dict[str, Text] = {
    "fire": Text("Più fuoco", "More fire"),
    "men": Text("Più uomini", "More men"),
    "command": Text("Più comando", "More command"),
    "weapons": Text("Altre armi", "Other weapons"),
    "small": Text("Una squadra più piccola", "A smaller squad"),
    "bought": Text("Veicoli ed extra", "Vehicles and extras"),
    "others": Text("Nelle altre squadre", "In the other squads"),
}
Value = Callable[[Filling], tuple[float, ...]]


def completions(
    roster: Roster, catalogue: Catalogue, report: Report, seed: int = 1, grade: int = 2
) -> tuple[Proposal, ...]:
    """Return up to three proposals for a list, of the series `seed` (from 1); `grade` says how good new men are.

    Without a limit the squad is filled up to the size that is sensible. None where the ruleset completes nothing, where
    no point is left, or where nothing sensible is legal.
    """
    if not catalogue.completion.plain or (report.remaining is not None and report.remaining <= 0):
        return ()
    base = base_of(roster, catalogue, report.remaining, grade)
    found = _Completing(roster, base, catalogue, report)
    squad = squad_with_room(roster, catalogue)
    if found.left and squad and (report.remaining or 0) <= MOST_BESIDE:
        wider = _Completing(roster, Base(squad, False), catalogue, report, with_others=True)
        found = min(found, wider, key=lambda one: one.left)
    return tuple(found.proposals(seed, grade))


class _Completing:
    """The proposals for one list. `left`: how many points are left by what uses most."""

    def __init__(
        self, roster: Roster, base: Base, catalogue: Catalogue, report: Report, *, with_others: bool = False
    ) -> None:
        self.roster, self.base, self.catalogue = roster, base, catalogue
        self.before: Judged = judged(roster, catalogue, report)
        self.prices = price_list(roster, catalogue)
        self.filler, self.numbers = Filler(base.squad, catalogue, self.prices), catalogue.completion
        self.filled = Filled(self.filler)
        remaining = self.before.report.remaining
        self.budget = None if remaining is None else remaining - base.spent
        self.baskets: tuple[Basket, ...] = ((),)
        if self.budget is not None:
            others = fillings_beside(roster, base.squad, self.prices, self.budget) if with_others else ()
            self.baskets = baskets(self.before, base.squad, self.prices, self.budget, others)
        self.power = Firepower(catalogue)
        self.gains = [self._fire(preset) for _, preset in self.filler.shares]
        self.plain_gain = self._fire(self.filler.plain)
        self.left = 0
        self.near = self._near()

    def _fire(self, preset: Preset) -> float:
        figure = preset_figure(preset, self.base.squad, self.catalogue)
        return float(self.power.of(figure, self.base.squad))

    def proposals(self, seed: int, grade: int) -> Iterator[Proposal]:
        """Yield a proposal of each sort."""
        near = self.near
        goal = self.numbers.most - (self.numbers.most - self.numbers.least) * grade // (GRADES - 1)
        taken: list[Filling] = []
        for sort, value in self._values().items():
            here = near if self.budget is not None else self._of_size(near, sort, goal)
            here.sort(key=lambda one: self._rank(one, value, goal), reverse=True)
            if chosen := self._pick(here, taken, seed):
                filling, proposal = chosen
                taken.append(filling)
                yield replace(proposal, kind=sort, title=TITLES[self._title(sort, filling)])

    def _of_size(self, found: list[Filling], sort: str, goal: int) -> list[Filling]:
        """Return the fillings of the size that a sort stands for where no points bound it."""
        sizes = {"fire": goal, "men": self.numbers.most, "command": self.numbers.least}
        least = min((one.men for one in found), default=0)
        return [one for one in found if one.men == max(sizes[sort], least)]

    def _title(self, sort: str, one: Filling) -> str:
        """Return the title of a sort, or that of what a filling does where it does nothing of the sort."""
        has_more_men = one.men > self.base.squad.figure_count
        if not has_more_men and not any(one.shares) and not self._leads_better(one):
            return "others" if any(bought.is_filling for bought in self.baskets[one.bought]) else "bought"
        if self.budget is None and sort == "command" and not self._leads_better(one):
            return "small"
        keeps_word = {"fire": True, "men": has_more_men, "command": self._leads_better(one)}
        return sort if keeps_word[sort] else "men" if has_more_men else "weapons"

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
        """Return the fillings that use about as many points as the legal one that uses most.

        Without a limit those that bring the squad to a sensible size.
        """
        found = self.filler.fillings(self.budget)
        if self.budget is None:
            return [
                one for one in found if one.men >= self.numbers.least and (any(one.shares) or one.plain > 0)
            ]
        by_cost: dict[int, list[Filling]] = {}
        for one in found:
            by_cost.setdefault(one.cost, []).append(one)
        near: list[Filling] = []
        costs = [cost_of(basket) for basket in self.baskets]
        best, judged_yet = 0, 0
        for total in range(self.budget, 0, -1):
            here = [
                one._replace(bought=place, cost=total)
                for place, basket in enumerate(self.baskets)
                for one in sorted(by_cost.get(total - costs[place], ()))
            ]
            if not best and judged_yet < MOST_JUDGED * 2:
                some = here[: MOST_JUDGED * 2 - judged_yet]
                judged_yet += len(some)
                best = total if any(self._proposal(one) for one in some) else 0
            if best:
                near += here
            if best and total <= best - WITHIN:
                break
        self.left = self.budget - best
        return near

    def _pick(self, near: list[Filling], taken: list[Filling], seed: int) -> tuple[Filling, Proposal] | None:
        """Return one of the best that are legal and not taken yet: the series says which."""
        good: list[tuple[Filling, Proposal]] = []
        for one in near[:MOST_JUDGED]:
            if one in taken:
                continue
            if proposal := self._proposal(one):
                good.append((one, proposal))
            if len(good) == min(SERIES, seed):
                break
        return good[(seed - 1) % len(good)] if good else None

    def _proposal(self, one: Filling) -> Proposal | None:
        """Return a filling as steps and lines, None where it is not legal."""
        changes = list(self.filled.changes(one))
        changes += [(bought.line, bought.steps) for bought in self.baskets[one.bought]]
        lines = [*self.base.lines, *_together(line for line, _ in changes)]
        steps = [*self.base.steps, *self._made(step for _, steps in changes for step in steps)]
        roster = tried(self.roster, steps)
        if roster is None:
            return None
        now = judged(roster, self.catalogue)
        if not no_new_error(self.before, now):
            return None
        before, after = self.before.report.total or 0, now.report.total or 0
        effect = findings_changed(self.before, now, self.catalogue)
        return Proposal("", TITLES["fire"], tuple(lines), tuple(steps), before, after, effect)

    def _made(self, steps: Iterable[Step]) -> Steps:
        """Return the steps of a filling; of a new squad the one that makes it with all that is in it, and others."""
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


def _together(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines with those that say the same as one."""
    for line, number in Counter(lines).items():
        yield Line(men(number, line.words), number * line.points)
