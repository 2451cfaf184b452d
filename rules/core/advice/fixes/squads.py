"""Fixes of squads: their size, classes and leaders; empty lists."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec.structs import replace

from rules.core.advice.figures import plainest, preset_figure, special
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix, fixes, nothing
from rules.core.advice.steps import Steps, change_men, men, step
from rules.core.document.naming import in_sentence
from rules.core.document.roster import Figure, Squad
from rules.core.judging.checks import squads as checks
from rules.core.judging.checks.definition import MostParams, NoParams, RoleParams, SizeParams

# Its fixes are those of getting under the limit, which look at the whole list.
fixes(checks.over_limit)(nothing)


@fixes(checks.empty)
def begun(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add a man of the first preset to a squad, or to a new one of the first class."""
    catalogue = case.catalogue
    squads = case.squads or (Squad(name="", class_=catalogue.offered.classes[0].id),)
    for squad in islice(squads, 2):
        for preset in sorted(catalogue.offered.presets, key=lambda it: -it.leadership)[:1]:
            man = preset_figure(preset, squad, catalogue)
            to_new = step("add_squad", item=replace(squad, figures=(man,)))
            steps = (step("add_figure", squad.id, item=man) if squad.id else to_new,)
            yield fix("add", steps, what=in_sentence(preset.name))


@fixes(checks.recommended_size)
@fixes(checks.squad_size)
def of_size(case: FixCase[SizeParams]) -> Iterator[PossibleFix]:
    """Add missing men, or remove surplus ones."""
    return resized(case, case.params.least, case.params.most)


def resized(case: FixCase[Any], least: int, most: int) -> Iterator[PossibleFix]:
    """Yield changes to one row that bring the squad to its minimum or maximum size."""
    squad, here = case.squad, case.squad.figure_count
    usual = sorted(squad.figures, key=lambda figure: (special(figure, case.catalogue), -figure.count))
    if here < least:
        for figure in usual[:2]:
            gear = Figure(class_=figure.class_, weapons=figure.weapons, kit=figure.kit, team=figure.team)
            more = replace(gear, count=least - here)
            steps = (step("add_figure", squad.id, item=more),)
            yield fix("add", steps, what=men(least - here, case.name(more)))
    for figure in usual:
        if here > most and figure.count >= here - most:
            yield case.removed(figure, here - most)


@fixes(checks.mixed_classes)
def of_one_class(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Give everyone the most common class, or another present one."""
    squad = case.squad
    for class_id, _ in squad.men_by_class.most_common():
        yield fix("all-of", all_of(squad, class_id), troops=case.troops(class_id))


fixes(checks.mixed_sides)(nothing)


@fixes(checks.class_shift)
def nearer_class(case: FixCase[MostParams]) -> Iterator[PossibleFix]:
    """Choose the nearest allowed class for the figure or its squad."""
    squad, figure = case.squad, case.row
    classes = case.catalogue.class_by_id
    named, own = classes[squad.list_class], classes.get(squad.class_of(figure))
    rank = (own.rank if own else None) or 0
    allowed = [it for it in case.catalogue.offered.classes if it.side == named.side]
    if named.rank is not None:
        most, middle = case.params.most, named.rank
        allowed = [it for it in allowed if it.rank is not None and abs(it.rank - middle) <= most]
    allowed.sort(key=lambda it: abs((it.rank or 0) - rank))
    for troops in allowed[:3]:
        yield case.of_class(figure, troops.id)
        if not figure.class_:
            yield case.of_class(squad, troops.id)


def all_of(squad: Squad, class_id: str) -> Steps:
    own: list[Any] = [step("edit_figure", figure.id, class_="") for figure in squad.figures if figure.class_]
    change = [step("edit_squad", squad.id, class_=class_id)] if squad.class_ != class_id else []
    return (*own, *change)


@fixes(checks.no_leader)
def leader(case: FixCase[checks.LeaderParams]) -> Iterator[PossibleFix]:
    """Give a man the lowest leadership, make the squad a section, or join it to a squad with a leader."""
    first, *others = plainest(case.squad, case.catalogue)
    yield from _leadership(case, first)
    yield from _without_leader(case)
    for man in others[:1]:
        yield from _leadership(case, man)


def _leadership(case: FixCase[checks.LeaderParams], man: Figure) -> Iterator[PossibleFix]:
    for level in sorted(case.catalogue.leadership)[:1]:
        name = "leadership-for" if man.name else "leadership"
        steps = change_men(case.squad, man, 1, leadership=level)
        yield fix(name, steps, man=case.name(man), level=level)


@fixes(checks.no_leader_role)
def leader_role(case: FixCase[RoleParams]) -> Iterator[PossibleFix]:
    """Give a man the role, make the squad a section, or join it to a squad with a leader."""
    role = case.catalogue.role_by_id[case.params.role]
    for man in plainest(case.squad, case.catalogue)[:2]:
        yield case.in_role(man, role)
    yield from _without_leader(case)


def as_section(case: FixCase[Any]) -> PossibleFix:
    return fix("make-a-section", (step("edit_squad", case.squad.id, kind="section"),))


def _without_leader(case: FixCase[Any]) -> Iterator[PossibleFix]:
    squad = case.squad
    yield as_section(case)
    if squad.extras or squad.traits:
        return
    for other in case.squads:
        if other.id != squad.id and other.kind == "squad" and other.figures:
            rows = squad.carriers
            moved = [step("move_to_squad", row.id, to=other.id) for row in rows]
            steps = (*moved, step("remove_squad", squad.id))
            yield fix("join-to-squad", steps, squad=case.name(other))


@fixes(checks.platoon_commander)
def commander(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Mark one of the highest leaders; of several marks, keep one."""
    men = [(squad, figure) for squad in case.squads for figure in squad.figures]
    marked = [(squad, figure) for squad, figure in men if figure.commander]
    highest = max((figure.leadership for _, figure in men), default=0)
    if not marked:
        for squad, man in men:
            if man.leadership == highest:
                name = "mark-commander" if man.name else "mark-commander-of"
                steps = change_men(squad, man, 1, commander=True)
                yield fix(name, steps, man=case.name(man, squad), squad=case.name(squad))
        return
    for squad, man in sorted(marked, key=lambda one: -one[1].leadership):
        others = [step("edit_figure", other.id, commander=False) for _, other in marked if other.id != man.id]
        if man.count > 1:
            others += change_men(squad, man, man.count - 1, commander=False)
        yield fix("keep-commander", others, man=case.name(man, squad))
