"""Fixes of force findings: another class, other weapons, fewer or more of something."""

from collections.abc import Iterator
from typing import Any

from rules.core.advice.figures import plainest
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix, fixes, nothing
from rules.core.advice.fixes.squads import resized
from rules.core.advice.steps import Steps, change_men, men, step
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.naming import in_sentence
from rules.core.document.roster import Figure, Squad
from rules.core.forces import checks
from rules.core.forces.followed import is_of_type, man_of, smallest, vehicle_of
from rules.core.judging.checks.definition import NoParams

MOST_WAYS = 3


def _force(case: FixCase[NoParams]) -> Force:
    assert case.roster.force  # only lists with a force have such findings
    return case.roster.force


def _wanted(case: FixCase[NoParams]) -> ForceSquad:
    wanted = _force(case).squad(case.squad.force_squad)
    assert wanted
    return wanted


fixes(checks.for_role)(nothing)


@fixes(checks.known_squads)
def known_squad(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Make the squad one of the force's, those of its kind and class first; or remove it."""
    squad = case.squad
    near = sorted(
        _force(case).squads,
        key=lambda it: (it.id != squad.force_squad, it.kind != squad.kind, it.class_ != squad.class_),
    )
    for wanted in near[:MOST_WAYS]:
        yield fix("make", _as(squad, wanted, case), what=case.name(squad), now=wanted.name)
    yield case.removed(squad)


def _as(squad: Squad, wanted: ForceSquad, case: FixCase[NoParams]) -> Steps:
    """Return the step that makes a squad one of the force: its kind and, if it has no men, its class."""
    named = smallest(wanted, squad.name, case.catalogue).list_class
    class_id = squad.class_ if squad.class_ and named else wanted.class_
    of_force: dict[str, Any] = {"force_squad": wanted.id, "kind": wanted.kind}
    return (step("edit_squad", squad.id, **of_force, class_=class_id, list_class=named),)


@fixes(checks.enough_squads)
def as_many_squads(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add the smallest of the missing squads, or remove the last or smallest of too many."""
    entry = case.finding.facts["entry"]
    if case.place is None:
        for wanted in [squad for squad in _force(case).squads if squad.name == entry]:
            made = smallest(wanted, "", case.catalogue)
            yield fix("add", (step("add_squad", item=made),), what=in_sentence(wanted.name))
        return
    others = [squad for squad in case.squads if squad.force_squad == case.squad.force_squad]
    for squad in sorted(others, key=lambda it: (it.figure_count, it is not case.squad))[:MOST_WAYS]:
        yield case.removed(squad)


@fixes(checks.known_extras)
def allowed_extras(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Yield the highest level or the number that the force allows; without the extra."""
    entry, most = case.row, case.finding.facts.get("most")
    if isinstance(most, int):
        over = case.finding.facts.get("here")
        left = entry.count - (over - most) if isinstance(over, int) else 0
        if left > 0:
            fewer = step("set_count", entry.id, count=left)
            yield fix("make", (fewer,), what=case.name(entry), now=left)
        elif over is None:
            lower = step("edit_extra", entry.id, level=most)
            yield fix("level", (lower,), extra=case.finding.facts["extra"], most=most)
    yield case.removed(entry)


@fixes(checks.limited)
def within_limit(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Remove surplus men from one row."""
    facts = case.finding.facts
    limit = next((it for it in _force(case).limits if it.most == facts.get("most")), None)
    if limit is None or limit.most is None or limit.of not in ("weapons", "roles"):
        return
    over = int(str(facts["here"])) - limit.most
    for squad in case.squads:
        for figure in squad.figures:
            carried = figure.weapons if limit.of == "weapons" else figure.roles
            if figure.count >= over and not set(limit.ids).isdisjoint(carried):
                yield case.removed(figure, over, squad)


@fixes(checks.of_class)
def class_of_force(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Yield the class that the force names: for the figure, for the squad, or as the one in the army list."""
    squad, named = case.squad, case.finding.facts["named"]
    class_id = _wanted(case).class_
    facts = {"what": case.name(case.row), "now": named}
    if isinstance(case.row, Figure):
        own_class = "" if squad.class_ == class_id else class_id
        yield fix("make", (step("edit_figure", case.row.id, class_=own_class),), **facts)
        return
    in_list: dict[str, Any] = {}
    if "class-shift" in case.catalogue.check_by_function:
        in_list["list_class"] = class_id
        yield fix("make", (step("edit_squad", squad.id, **in_list),), **facts)
    own = [step("edit_figure", figure.id, class_="") for figure in squad.figures if figure.class_]
    whole = step("edit_squad", squad.id, class_=class_id, **in_list)
    yield fix("make", (whole,), **facts)
    yield fix("all-of", (whole, *own), troops=named)


@fixes(checks.of_size)
def size_of_force(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add missing men of the force's types, or remove spare ones."""
    wanted, here = _wanted(case), case.squad.figure_count
    least, most = wanted.size
    yield from resized(case, least, most)
    if here < least:
        for kind in wanted.figures:
            yield _more(case, kind, least - here)


@fixes(checks.of_known_type)
def known_type(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Make the row a type of the force, the most similar first, or remove it."""
    figure = case.row
    yield from _as_types(case, figure, figure.count)
    yield case.removed(figure, figure.count)


def _as_types(case: FixCase[NoParams], figure: Figure, count: int) -> Iterator[PossibleFix]:
    carried = set(figure.weapons) | set(figure.roles)

    def far(kind: ForceFigure) -> tuple[bool, int, bool]:
        leads = bool(figure.leadership) != any(kind.leadership)
        is_limited = kind.most is not None or kind.one_in is not None
        return leads, -len(carried & {*kind.weapons, *kind.also, kind.role, *kind.roles}), is_limited

    for kind in sorted(_wanted(case).figures, key=far)[:MOST_WAYS]:
        yield _as_type(case, figure, count, kind)


def _as_type(case: FixCase[NoParams], figure: Figure, count: int, kind: ForceFigure) -> PossibleFix:
    steps = change_men(case.squad, figure, count, **_gear(kind, figure))
    return fix("make", steps, what=men(count, case.name(figure)), now=in_sentence(kind.name))


def _gear(kind: ForceFigure, figure: Figure) -> dict[str, Any]:
    """Return the changes that make a man one of a type, keeping permitted gear."""
    usual = man_of(kind)
    weapons = tuple(item for item in figure.weapons if item in (*kind.weapons, *kind.also))
    roles = tuple(item for item in figure.roles if item in kind.roles)
    return {
        "weapons": weapons if set(weapons) & set(kind.weapons) else (*usual.weapons, *weapons),
        "roles": (*usual.roles, *(role for role in roles if role not in usual.roles)),
        "leadership": figure.leadership if figure.leadership in kind.leadership else usual.leadership,
        "class_": kind.class_ or figure.class_,
    }


@fixes(checks.of_each_type)
def as_many_of_a_type(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Turn plain men into the missing type, or add men; turn surplus men into another type, or remove them."""
    facts = case.finding.facts
    if isinstance(case.row, Figure):
        over = int(str(facts["over"]))
        yield from _as_types(case, case.row, over)
        yield case.removed(case.row, over)
        return
    missing = int(str(facts["least"])) - int(str(facts["here"]))
    for kind in [kind for kind in _wanted(case).figures if kind.name == facts["type"]]:
        for man in plainest(case.squad, case.catalogue)[:2]:
            is_one = is_of_type(man, case.squad.class_of(man), kind, case.catalogue)
            if man.count >= missing and not is_one:
                yield _as_type(case, man, missing, kind)
        yield _more(case, kind, missing)


def _more(case: FixCase[NoParams], kind: ForceFigure, count: int) -> PossibleFix:
    steps = (step("add_figure", case.squad.id, item=man_of(kind, count)),)
    return fix("add", steps, what=men(count, in_sentence(kind.name)))


@fixes(checks.of_known_vehicle)
def known_vehicle(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    row = case.row
    allowed = next((it.weapons for it in _wanted(case).vehicles if it.type == row.type), ())
    if "weapon" in case.finding.facts:
        weapons = tuple(item for item in row.weapons if item in allowed)
        without = step("edit_vehicle", row.id, weapons=weapons)
        yield fix("take-from", (without,), row=case.name(row), what=case.finding.facts["weapon"])
    yield case.removed(row)


@fixes(checks.of_each_vehicle)
def as_many_vehicles(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Add missing vehicles, or remove surplus ones."""
    facts, squad, vehicles = case.finding.facts, case.squad, case.catalogue.vehicle_by_id
    here = int(str(facts["here"]))
    for kind in _wanted(case).vehicles:
        if kind.type not in vehicles or vehicles[kind.type].name != facts["type"]:
            continue
        name = in_sentence(vehicles[kind.type].name)
        if here < kind.least:
            missing = kind.least - here
            bought = step("add_vehicle", squad.id, item=vehicle_of(kind, missing))
            yield fix("add", (bought,), what=men(missing, name))
        for row in squad.vehicles[::-1]:
            if row.type == kind.type and row.count >= here - kind.most > 0:
                yield case.removed(row, here - kind.most)


@fixes(checks.of_known_trait)
def known_trait(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    allowed = tuple(trait for trait in case.squad.traits if trait in _wanted(case).traits)
    without = step("edit_squad", case.squad.id, traits=allowed)
    yield fix("take-from", (without,), row=case.name(case.squad), what=case.finding.facts["trait"])
