"""Completion: three proposals that fill a list up to its limit, differing in what they spend the points on.

Stated: no legal filling of the squad by the ruleset's numbers uses over `WITHIN` points more than a proposal does.
The fillings of the squad that is being built are looked through as a whole; before, whole squads of the same kind are
made while the points are more than one squad can take. `assess` is the judge. The series (`seed`) picks among the best
of each sort, always the same ones.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.advice.additions import preset_figure
from rules.core.advice.curing import men, say
from rules.core.advice.fillings import Filler, Filling
from rules.core.advice.firepower import Firepower
from rules.core.advice.judging import Judged, judged, no_new_error
from rules.core.advice.mends import beginning
from rules.core.advice.proposals import Line, Proposal
from rules.core.advice.steps import Step, Steps, change_men, step, tried
from rules.core.catalogue import Catalogue
from rules.core.loadout import loadout_of
from rules.core.naming import figure_label, in_sentence, what_it_is
from rules.core.prices import price_list
from rules.core.ready import Preset
from rules.core.report import Report
from rules.core.roster import Figure, Roster, Squad
from rules.core.text import Text

WITHIN = 2  # points more that another filling may use
BEST = 8  # of a sort, among which the series picks
MOST_JUDGED = 60
GRADES = 5  # of the slider: from 0, many, to 4, good

TITLES: dict[str, Text] = {
    "fire": Text("Più fuoco", "More fire"),
    "men": Text("Più uomini", "More men"),
    "command": Text("Più comando", "More command"),
}
Value = Callable[[Filling], tuple[float, ...]]


class Base(NamedTuple):
    """The squad that is filled up, which may be new; before, the steps that make whole squads, and their lines."""

    squad: Squad
    is_new: bool
    steps: Steps
    lines: tuple[Line, ...]


def completions(
    roster: Roster, catalogue: Catalogue, report: Report, seed: int = 1, grade: int = 2
) -> tuple[Proposal, ...]:
    """Return up to three proposals for a list, of the series `seed` (from 1); `grade` says how good new men are.

    Without a limit the squad is filled up to the size that is sensible. None where the ruleset completes nothing, where
    no point is left, or where nothing sensible is legal.
    """
    if not catalogue.completion.plain or (report.remaining is not None and report.remaining <= 0):
        return ()
    base = _base(roster, catalogue, report, grade)
    return tuple(_Completing(roster, base, catalogue, report).proposals(seed, grade))


def _base(roster: Roster, catalogue: Catalogue, report: Report, grade: int) -> Base:
    """Return the list with as many whole squads more as it has points for, and one squad to be filled up."""
    steps: list[Step] = []
    lines: list[Line] = []
    squads = [squad for squad in roster.squads if squad.kind == "squad"]
    squad = squads[-1] if squads else Squad(name="", class_=_class(catalogue, grade))
    left = report.remaining
    if not squads or (
        left is not None and _room(squad, roster, catalogue) + _least(squad, roster, catalogue) <= left
    ):
        fresh = Squad(name="", class_=_known(squad, catalogue) or _class(catalogue, grade))
        whole = _whole(fresh, catalogue)
        cost = _cost(whole, roster, catalogue)
        while left is not None and cost > 0 and left > _room(fresh, roster, catalogue):
            steps.append(step("add_squad", item=whole))
            left -= cost
        if steps:
            words = men(len(steps), _squad_words(whole, catalogue))
            lines.append(Line(words, len(steps) * cost))
        return Base(fresh, True, tuple(steps), tuple(lines))
    return Base(squad, False, (), ())


def _known(squad: Squad, catalogue: Catalogue) -> str:
    """Return the class of a squad, "" where it is none of the ruleset."""
    return squad.class_ if squad.class_ in catalogue.class_by_id else ""


def _class(catalogue: Catalogue, grade: int) -> str:
    """Return the class of new squads: of the side of the first ready squad, from the cheapest (0) to the best (4)."""
    ready = catalogue.ready_squads[0].troops if catalogue.ready_squads else catalogue.classes[0].id
    side = catalogue.class_by_id[ready].side
    classes = [it for it in catalogue.classes if it.side == side and it.rank is not None]
    classes = classes or [it for it in catalogue.classes if it.side == side]
    classes.sort(key=lambda it: -(it.rank or 0))
    return classes[round(grade * (len(classes) - 1) / (GRADES - 1))].id


def _whole(fresh: Squad, catalogue: Catalogue) -> Squad:
    """Return a whole squad of the least sensible size: a leader, a share of each at most once, plain men."""
    numbers, known = catalogue.completion, catalogue.preset_by_id
    presets = [known[numbers.leader]] if numbers.leader else []
    presets += [known[share.preset] for share in numbers.shares if share.one_in * 2 <= numbers.least]
    rows = [preset_figure(preset, fresh, catalogue) for preset in presets]
    plain = replace(preset_figure(known[numbers.plain], fresh, catalogue), count=numbers.least - len(rows))
    return replace(fresh, figures=(*rows, plain))


def _cost(squad: Squad, roster: Roster, catalogue: Catalogue) -> int:
    prices = price_list(roster, catalogue)
    return sum(loadout_of(row, squad.class_of(row), prices).points * row.count for row in squad.figures)


def _room(squad: Squad, roster: Roster, catalogue: Catalogue) -> int:
    """Return how many points a squad can take at most, about: all the men it may have, a tenth for their weapons."""
    filler = Filler(squad, catalogue, price_list(roster, catalogue))
    free = max(0, catalogue.completion.most - squad.figure_count)
    return free * filler.price(filler.plain) + free * filler.price(filler.plain) // 5


def _least(squad: Squad, roster: Roster, catalogue: Catalogue) -> int:
    """Return what a squad of its own costs at least, of the class of another."""
    fresh = Squad(name="", class_=_known(squad, catalogue) or catalogue.classes[0].id)
    return _cost(_whole(fresh, catalogue), roster, catalogue)


def _squad_words(squad: Squad, catalogue: Catalogue) -> Text:
    troops = catalogue.class_by_id[squad.class_].name
    return say(
        "Squadra di {number}: {troops}",
        "Squad of {number}: {troops}",
        number=squad.figure_count,
        troops=troops,
    )


class _Completing:
    """The proposals for one list."""

    def __init__(self, roster: Roster, base: Base, catalogue: Catalogue, report: Report) -> None:
        self.roster, self.base, self.catalogue = roster, base, catalogue
        self.before: Judged = judged(roster, catalogue, report)
        self.prices = price_list(roster, catalogue)
        self.filler = Filler(base.squad, catalogue, self.prices)
        self.spent = sum(line.points for line in base.lines)
        self.power = Firepower(catalogue)
        self.gains = [self._fire(preset) for _, preset in self.filler.shares]
        self.plain_gain = self._fire(self.filler.plain)

    def _fire(self, preset: Preset) -> float:
        figure = preset_figure(preset, self.base.squad, self.catalogue)
        return float(self.power.of(figure, self.base.squad))

    def proposals(self, seed: int, grade: int) -> Iterator[Proposal]:
        """Yield a proposal of each sort."""
        remaining = self.before.report.remaining
        budget = None if remaining is None else remaining - self.spent
        found = [one for one in self.filler.fillings(budget) if self._is_sensible(one, budget)]
        best = self._best_cost(found) if budget is not None else 0
        if best is None:
            return
        near = [one for one in found if one.cost >= best - WITHIN]
        wanted = self.catalogue.completion
        goal = wanted.most - (wanted.most - wanted.least) * grade // (GRADES - 1)
        taken: list[Filling] = []
        for sort, value in self._values().items():
            near.sort(key=lambda one: (value(one), -abs(one.men - goal), one.cost, one), reverse=True)
            if chosen := self._pick(near, taken, seed):
                filling, proposal = chosen
                taken.append(filling)
                yield replace(proposal, kind=sort, title=TITLES[sort])

    def _values(self) -> dict[str, Value]:
        def fire(one: Filling) -> float:
            of_shares = sum(number * gain for number, gain in zip(one.shares, self.gains, strict=True))
            return round(of_shares + one.plain * self.plain_gain, 6)

        return {
            "fire": lambda one: (fire(one),),
            "men": lambda one: (one.men, fire(one)),
            "command": lambda one: (one.level, len([number for number in one.shares if number]), fire(one)),
        }

    def _is_sensible(self, one: Filling, budget: int | None) -> bool:
        """Return whether a filling adds something and, without a limit, brings the squad to a sensible size."""
        is_new = any(one.shares) or one.plain > 0 or one.cost > 0
        return is_new and (budget is not None or one.men >= self.catalogue.completion.least)

    def _best_cost(self, found: list[Filling]) -> int | None:
        """Return the most points that a legal filling uses."""
        by_cost = sorted(found, key=lambda one: (-one.cost, one))
        for one in by_cost[: MOST_JUDGED * 2]:
            if self._proposal(one):
                return one.cost
        return None

    def _pick(self, near: list[Filling], taken: list[Filling], seed: int) -> tuple[Filling, Proposal] | None:
        """Return one of the best that are legal and not taken yet: the series says which."""
        good: list[tuple[Filling, Proposal]] = []
        for one in near[:MOST_JUDGED]:
            if one in taken:
                continue
            if proposal := self._proposal(one):
                good.append((one, proposal))
            if len(good) == min(BEST, seed):
                break
        return good[(seed - 1) % len(good)] if good else None

    def _proposal(self, one: Filling) -> Proposal | None:
        """Return a filling as steps and lines, None where it is not legal."""
        changes = list(self._changes(one))
        lines = [*self.base.lines, *(line for line, _ in changes)]
        steps = [*self.base.steps, *self._made(step for _, steps in changes for step in steps)]
        roster = tried(self.roster, steps)
        if roster is None:
            return None
        now = judged(roster, self.catalogue)
        if not no_new_error(self.before, now):
            return None
        before, after = self.before.report.total or 0, now.report.total or 0
        return Proposal("", TITLES["fire"], tuple(lines), tuple(steps), before, after)

    def _made(self, steps: Iterable[Step]) -> Iterable[Step]:
        """Return the steps of a filling; of a new squad the one that makes it with its men."""
        if not self.base.is_new:
            return steps
        figures = tuple(one.item for one in steps if isinstance(one.item, Figure))
        return (step("add_squad", item=replace(self.base.squad, figures=figures)),)

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
