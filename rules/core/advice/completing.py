"""Completion: three proposals that fill a list up to its limit, differing in what they spend the points on.

Stated: no legal filling of the squad by the ruleset's numbers, with what may be bought beside, uses over `WITHIN`
points more than a proposal does. The fillings of one squad are looked through as a whole; before, the others come to
their size and whole squads are made while the points are more than one squad can take (`bases`). What men cannot use
is spent on vehicles and extras (`purchases`). `assess` is the judge. The series (`seed`) picks among the best of each
sort, always the same ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from rules.core.advice.additions import preset_figure
from rules.core.advice.bases import GRADES, Base, base_of
from rules.core.advice.curing import men, say
from rules.core.advice.effects import findings_changed
from rules.core.advice.fillings import Filler, Filling
from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.mends import beginning
from rules.core.advice.proposals import Line, Proposal
from rules.core.advice.purchases import Basket, baskets, cost_of, goes_to_squad
from rules.core.advice.steps import Step, Steps, change_men, step, tried
from rules.core.catalogue import Catalogue
from rules.core.loadout import loadout_of
from rules.core.naming import figure_label, in_sentence, what_it_is
from rules.core.prices import price_list
from rules.core.ready import Preset
from rules.core.report import Report
from rules.core.roster import ExtraEntry, Figure, Roster, Vehicle
from rules.core.text import Text

WITHIN = 2  # points more that another filling may use
SERIES = 24  # each of which picks another of the best of a sort
MOST_JUDGED = 60

TITLES: dict[str, Text] = {
    "fire": Text("Più fuoco", "More fire"),
    "men": Text("Più uomini", "More men"),
    "command": Text("Più comando", "More command"),
    "weapons": Text("Altre armi", "Other weapons"),
    "small": Text("Una squadra più piccola", "A smaller squad"),
    "bought": Text("Veicoli ed extra", "Vehicles and extras"),
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
    return tuple(_Completing(roster, base, catalogue, report).proposals(seed, grade))


class _Completing:
    """The proposals for one list."""

    def __init__(self, roster: Roster, base: Base, catalogue: Catalogue, report: Report) -> None:
        self.roster, self.base, self.catalogue = roster, base, catalogue
        self.before: Judged = judged(roster, catalogue, report)
        self.prices = price_list(roster, catalogue)
        self.filler, self.numbers = Filler(base.squad, catalogue, self.prices), catalogue.completion
        remaining = self.before.report.remaining
        self.budget = None if remaining is None else remaining - base.spent
        self.baskets: tuple[Basket, ...] = ((),)
        if self.budget is not None:
            self.baskets = baskets(self.before, base.squad, self.prices, self.budget)
        self.power = Firepower(catalogue)
        self.gains = [self._fire(preset) for _, preset in self.filler.shares]
        self.plain_gain = self._fire(self.filler.plain)

    def _fire(self, preset: Preset) -> float:
        figure = preset_figure(preset, self.base.squad, self.catalogue)
        return float(self.power.of(figure, self.base.squad))

    def proposals(self, seed: int, grade: int) -> Iterator[Proposal]:
        """Yield a proposal of each sort."""
        near = self._near()
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
            return "bought"
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
        best, judged_yet = 0, 0
        for total in range(self.budget, 0, -1):
            here = [
                one._replace(bought=place, cost=total)
                for place, basket in enumerate(self.baskets)
                for one in sorted(by_cost.get(total - cost_of(basket), ()))
            ]
            if not best and judged_yet < MOST_JUDGED * 2:
                some = here[: MOST_JUDGED * 2 - judged_yet]
                judged_yet += len(some)
                best = total if any(self._proposal(one) for one in some) else 0
            if best:
                near += here
            if best and total <= best - WITHIN:
                break
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
        changes = list(self._changes(one))
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

    def _changes(self, one: Filling) -> Iterator[tuple[Line, Steps]]:
        filler, squad = self.filler, self.base.squad
        if filler.needs_leader and filler.leader_preset:
            leader = preset_figure(filler.leader_preset, squad, self.catalogue)
            yield self._added(replace(leader, leadership=one.level or leader.leadership), 1)
        elif filler.leader and one.level > filler.leader.leadership:
            yield self._promoted(filler.leader, one.level)
        convert = max(0, -one.plain)
        rows = list(filler.plain_rows())
        left = [row.count for row in rows]
        for (_, preset), number in zip(filler.shares, one.shares, strict=True):
            figure = preset_figure(preset, squad, self.catalogue)
            while number and convert:
                place = next(i for i, free in enumerate(left) if free)
                yield self._rearmed(rows[place], left[place], figure)
                left[place] -= 1
                number, convert = number - 1, convert - 1
            if number:
                yield self._added(figure, number)
        if one.plain > 0:
            yield self._added(preset_figure(filler.plain, squad, self.catalogue), one.plain)

    def _points(self, figure: Figure) -> int:
        return loadout_of(figure, self.base.squad.class_of(figure), self.prices).points

    def _added(self, figure: Figure, number: int) -> tuple[Line, Steps]:
        squad = self.base.squad
        name = what_it_is(figure, self.catalogue, squad.class_of(figure))
        words = men(number, name if number == 1 else in_sentence(name))
        if figure.leadership > 1:
            words = say(
                "{man}, leadership {level}", "{man}, leadership {level}", man=words, level=figure.leadership
            )
        added = replace(figure, count=number)
        return Line(beginning(words), number * self._points(figure)), (
            step("add_figure", squad.id, item=added),
        )

    def _promoted(self, leader: Figure, level: int) -> tuple[Line, Steps]:
        now = replace(leader, leadership=level)
        label = in_sentence(
            figure_label(leader, self.catalogue, self.base.squad.class_of(leader)), leader.name
        )
        words = say("{man}: leadership {level}", "{man}: leadership {level}", man=label, level=level)
        steps = (step("edit_figure", leader.id, leadership=level),)
        return Line(beginning(words), self._points(now) - self._points(leader)), steps

    def _rearmed(self, row: Figure, left: int, figure: Figure) -> tuple[Line, Steps]:
        """Return that one man of a row, of whom so many are still plain, becomes what `figure` is."""
        squad = self.base.squad
        fields = {"weapons": figure.weapons, "roles": figure.roles}
        now = replace(row, count=1, **fields)
        label = in_sentence(figure_label(row, self.catalogue, squad.class_of(row)), row.name)
        what = in_sentence(what_it_is(now, self.catalogue, squad.class_of(row)))
        words = say("{man} diventa {what}", "{man} becomes {what}", man=label, what=what)
        steps = change_men(squad, replace(row, count=left), 1, **fields)
        if left > 1:  # who changes stands in a row of his own, the others keep theirs for the next
            added = replace(now, id="", name="")
            steps = (step("set_count", row.id, count=left - 1), step("add_figure", squad.id, item=added))
        return Line(beginning(words), self._points(now) - self._points(row)), steps


def _together(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield lines with those that say the same as one."""
    for line, number in Counter(lines).items():
        yield Line(men(number, line.words), number * line.points)
