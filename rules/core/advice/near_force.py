"""The small changes near a force finding: another squad, type or class of the force, or what it lacks."""

from collections.abc import Iterator
from typing import Any

from rules.core.advice.figures import plainest
from rules.core.advice.near import Near, SmallChange, numbers_of, small
from rules.core.advice.steps import change_men, men, step
from rules.core.catalogue.entry import name_in
from rules.core.document.force import Force, ForceFigure, ForceSquad
from rules.core.document.naming import in_sentence
from rules.core.document.roster import Figure, Squad
from rules.core.forces.followed import man_of, smallest, vehicle_of

MOST_TYPES = 3


def changes_of_force(near: Near) -> Iterator[SmallChange]:
    """Yield what brings the place of a finding nearer to the list's force."""
    force, place = near.roster.force, near.place
    if force is None:
        return
    if place is None:
        for wanted in force.squads:
            made = smallest(wanted, "", near.catalogue)
            yield small("add", (step("add_squad", item=made),), what=in_sentence(wanted.name))
    elif isinstance(place.row, Squad):
        wanted_squad = force.squad(place.row.force_squad)
        yield from _of_squad(near, place.row, wanted_squad) if wanted_squad else ()
        yield from _as_squads(near, place.row, force)
    elif isinstance(place.row, Figure) and place.squad:
        wanted_squad = force.squad(place.squad.force_squad)
        yield from _as_types(near, place.squad, place.row, wanted_squad) if wanted_squad else ()


def _of_squad(near: Near, squad: Squad, wanted: ForceSquad) -> Iterator[SmallChange]:
    """Yield its class in the force, and the types of men and vehicles that it lacks."""
    near.numbers = numbers_of((*near.finding.facts.values(), squad.figure_count, *wanted.size))
    named = step("edit_squad", squad.id, list_class=wanted.class_)
    for change in (named, step("edit_squad", squad.id, class_=wanted.class_)):
        yield small("make", (change,), what=near.name(squad), now=near.troops(wanted.class_))
    for kind in wanted.figures:
        for man in plainest(squad, near.catalogue)[:2]:
            for number in near.numbers:
                if number <= man.count:
                    yield _as_type(near, squad, man, number, kind)
        for number in near.numbers:
            steps = (step("add_figure", squad.id, item=man_of(kind, number)),)
            yield small("add", steps, squad.id, what=men(number, in_sentence(kind.name)))
    for vehicle in wanted.vehicles:
        called = in_sentence(name_in(near.catalogue.vehicle_by_id, vehicle.type))
        for number in near.numbers or [1]:
            bought = step("add_vehicle", squad.id, item=vehicle_of(vehicle, number))
            yield small("add", (bought,), squad.id, vehicle.type, what=men(number, called))


def _as_squads(near: Near, squad: Squad, force: Force) -> Iterator[SmallChange]:
    """Yield the squad as one of the force, those of its kind and class first; the list without it, or one like it."""

    def far(wanted: ForceSquad) -> tuple[bool, bool, bool]:
        is_own = wanted.id == squad.force_squad
        return not is_own, wanted.kind != squad.kind, wanted.class_ != squad.class_

    for wanted in sorted(force.squads, key=far)[:MOST_TYPES]:
        named = smallest(wanted, squad.name, near.catalogue).list_class
        class_id = squad.class_ if squad.class_ and named else wanted.class_
        of_force: dict[str, Any] = {"force_squad": wanted.id, "kind": wanted.kind, "list_class": named}
        steps = (step("edit_squad", squad.id, **of_force, class_=class_id),)
        yield small("make", steps, what=near.name(squad), now=wanted.name)
    same = [it for it in near.roster.squads if it.force_squad == squad.force_squad and it.id != squad.id]
    yield from (near.removed(one) for one in (squad, *same[:MOST_TYPES]))


def _as_types(near: Near, squad: Squad, man: Figure, wanted: ForceSquad) -> Iterator[SmallChange]:
    """Yield the men of a row as another type of the squad, the most similar first."""
    carried = {*man.weapons, *man.roles}

    def far(kind: ForceFigure) -> tuple[bool, int, bool]:
        leads = bool(man.leadership) != any(kind.leadership)
        is_limited = kind.most is not None or kind.one_in is not None
        return leads, -len(carried & {*kind.weapons, *kind.also, kind.role, *kind.roles}), is_limited

    for kind in sorted(wanted.figures, key=far)[:MOST_TYPES]:
        for number in sorted({number for number in (*near.numbers, man.count) if number <= man.count}):
            yield _as_type(near, squad, man, number, kind)


def _as_type(near: Near, squad: Squad, man: Figure, number: int, kind: ForceFigure) -> SmallChange:
    """Return some men of a row as a type of the force, with its usual gear and their own that it permits."""
    usual = man_of(kind)
    weapons = tuple(item for item in man.weapons if item in (*kind.weapons, *kind.also))
    roles = tuple(item for item in man.roles if item in kind.roles and item not in usual.roles)
    gear: dict[str, Any] = {
        "weapons": weapons if set(weapons) & set(kind.weapons) else (*usual.weapons, *weapons),
        "roles": (*usual.roles, *roles),
        "leadership": man.leadership if man.leadership in kind.leadership else usual.leadership,
        "class_": kind.class_ or man.class_,
    }
    steps = change_men(squad, man, number, **gear)
    name = men(number, near.name(man, squad))
    return small("make", steps, man.id, kind.name.en, what=name, now=in_sentence(kind.name))
