"""Fixes of weapons and other items: crew, overloaded men, items that cannot be bought."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.core.advice.figures import plainest
from rules.core.advice.fixes.definition import FixCase, PossibleFix, fix, fixes, nothing
from rules.core.advice.steps import Step, change_men, men, step, without
from rules.core.catalogue.catalogue import Catalogue, Weapon
from rules.core.document.naming import joined
from rules.core.document.roster import ExtraEntry, Figure, Squad, Vehicle
from rules.core.judging.checks import weapons as checks
from rules.core.judging.checks.definition import MostParams, NoParams, RoleParams


@fixes(checks.not_in_ruleset)
def only_known(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Remove unknown entries from the row, replace its class, or remove the row."""
    row, catalogue = case.row, case.catalogue
    match row:
        case Figure():
            yield from _without_unknown(case, "edit_figure", _known_of_figure(row, catalogue))
        case Squad():
            fields = _kept(row, {"traits": catalogue.squad_traits})
            if row.leader_ability not in catalogue.class_by_id:
                fields["leader_ability"] = ""
            yield from _without_unknown(case, "edit_squad", fields)
        case Vehicle() if row.type in catalogue.vehicle_by_id:
            known = _kept(row, {"weapons": catalogue.weapon_by_id, "traits": catalogue.vehicle_traits})
            yield _taken_off(case, step("edit_vehicle", row.id, **known))
    if isinstance(row, Figure | Vehicle | ExtraEntry):
        yield case.removed(row)


def _known_of_figure(figure: Figure, catalogue: Catalogue) -> dict[str, Any]:
    fields = _kept(
        figure, {"weapons": catalogue.weapon_by_id, "roles": catalogue.role_by_id, "kit": catalogue.kit_by_id}
    )
    if not catalogue.leadership:
        fields["leadership"] = 0
    if figure.ability not in catalogue.class_by_id:
        fields["ability"] = ""
    return fields


def _without_unknown(case: FixCase[NoParams], edit: str, fields: dict[str, Any]) -> Iterator[PossibleFix]:
    """Yield a figure or a squad with only known fields, of a known class if its own is not."""
    row = case.row
    if not row.class_ or row.class_ in case.catalogue.class_by_id:
        yield _taken_off(case, step(edit, row.id, **fields))
        return
    for class_id in _classes(case):
        steps = (step(edit, row.id, **fields, class_=class_id),)
        yield fix("make", steps, what=case.name(row), now=case.troops(class_id))


def _classes(case: FixCase[NoParams]) -> list[str]:
    """Return classes for a row whose class is not in this edition: those of the list, then middling ones."""
    own = [squad.class_ for squad in case.squads]
    own += [figure.class_ for squad in case.squads for figure in squad.figures]
    known = [item.id for item in case.catalogue.offered.classes]
    middle = known[len(known) // 2 :] + known[: len(known) // 2]
    return list(dict.fromkeys(item for item in (*own, *middle) if item in case.catalogue.class_by_id))[:3]


def _kept(row: Any, tables: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the fields of a row without unknown entries."""
    return {
        field: tuple(item for item in getattr(row, field) if item in known) for field, known in tables.items()
    }


def _taken_off(case: FixCase[NoParams], without: Step) -> PossibleFix:
    return fix("remove-unknown", (without,), item=case.finding.facts["item"])


@fixes(checks.crew_per_weapon)
def crew_for_each(case: FixCase[RoleParams]) -> Iterator[PossibleFix]:
    """Turn plain men into crew; choose a lighter weapon; or add crewmen."""
    missing = int(str(case.finding.facts["weapons"])) - int(str(case.finding.facts["crew"]))
    return _crewed(case, missing)


@fixes(checks.crew_per_squad)
def crew_for_all(case: FixCase[RoleParams]) -> Iterator[PossibleFix]:
    """Yield a plain man as crew; a lighter weapon; a new crewman."""
    return _crewed(case, 1)


def _crewed(case: FixCase[RoleParams], missing: int) -> Iterator[PossibleFix]:
    squad, role = case.squad, case.catalogue.role_by_id[case.params.role]
    needs = {weapon.id for weapon in case.catalogue.weapons if "needs-crew" in weapon.tags}
    free = [
        man
        for man in plainest(squad, case.catalogue)
        if role.id not in man.roles and not man.leadership and needs.isdisjoint(man.weapons)
    ]
    for man in free[:2]:
        if man.count >= missing:
            steps = change_men(squad, man, missing, roles=(*man.roles, role.id))
            yield fix("make", steps, what=men(missing, case.name(man)), now=role.name)
    for gunner in squad.figures:
        yield from _lighter(case, squad, gunner, needs)
    for man in free[:1]:
        crew = Figure(class_=man.class_, weapons=man.weapons, team=man.team, roles=(role.id,), count=missing)
        steps = (step("add_figure", squad.id, item=crew),)
        yield fix("add", steps, what=men(missing, case.name(crew)))


def _lighter(
    case: FixCase[RoleParams], squad: Squad, gunner: Figure, needs: set[str]
) -> Iterator[PossibleFix]:
    """Yield the most expensive weapon of the same kind for one man, instead of one for two."""
    heavy = next((item for item in gunner.weapons if item in needs), "")
    if not heavy:
        return
    kind, prices = case.catalogue.weapon_by_id[heavy].kind, case.prices
    lighter = [
        weapon
        for weapon in case.catalogue.offered.weapons
        if kind and weapon.kind == kind and _is_light(weapon, case) and weapon.id not in prices.unpriced
    ]
    lighter.sort(key=lambda weapon: abs(prices.weapons[weapon.id] - prices.weapons[heavy]))
    for weapon in lighter[:1]:
        weapons = tuple(weapon.id if item == heavy else item for item in gunner.weapons)
        steps = change_men(squad, gunner, gunner.count, weapons=weapons)
        yield fix("change-to", steps, man=case.name(gunner, squad), weapon=case.weapon(weapon.id))


def _is_light(weapon: Weapon, case: FixCase[Any]) -> bool:
    return "figure" in weapon.carried_by and "needs-crew" not in weapon.tags and bool(weapon.fire)


@fixes(checks.two_support_weapons)
def one_support_weapon(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    figure: Figure = case.row
    known = case.catalogue.weapon_by_id
    support = [item for item in figure.weapons if item in known and "support" in known[item].tags]
    for kept in dict.fromkeys(support):
        spare = list(support)
        spare.remove(kept)
        weapons = figure.weapons
        for item in spare:
            weapons = without(weapons, item)
        steps = (step("edit_figure", figure.id, weapons=weapons),)
        yield fix("keep-only", steps, weapon=case.weapon(kept))


@fixes(checks.weapon_not_mountable)
def mountable(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Remove weapons that cannot be mounted, or replace them with the nearest that can."""
    row, catalogue = case.row, case.catalogue
    if isinstance(row, Figure):
        carried = [it.id for it in catalogue.weapons if "figure" in it.carried_by]
    else:
        kind = catalogue.vehicle_by_id[row.type]
        mounts = kind.mounts
        if mounts is None:
            mounts = tuple(it.id for it in catalogue.weapons if "vehicle" in it.carried_by)
        carried = [*mounts, *kind.includes]
    refused = [item for item in row.weapons if item in catalogue.weapon_by_id and item not in carried]
    yield _weapons_off(case, refused)


@fixes(checks.vehicle_weapons_included)
def not_bought_twice(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    included = case.catalogue.vehicle_by_id[case.row.type].includes
    yield _weapons_off(case, [item for item in case.row.weapons if item in included])


@fixes(checks.vehicle_weapon_count)
def fewer_on_a_vehicle(case: FixCase[MostParams]) -> Iterator[PossibleFix]:
    """Remove surplus weapons: the last ones, or all of one sort."""
    row, most = case.row, case.params.most
    yield _weapons_off(case, row.weapons[most:])
    yield _weapons_off(case, row.weapons[: len(row.weapons) - most])


@fixes(checks.unpriced)
def priced(case: FixCase[NoParams]) -> Iterator[PossibleFix]:
    """Remove the weapons without a price, or choose a ruling that gives them one."""
    row, catalogue = case.row, case.catalogue
    weapons = [item for item in row.weapons if item in case.prices.unpriced]
    yield _weapons_off(case, weapons)
    for ruling, by_option in catalogue.weapon_by_id[weapons[0]].points_under.items():
        for option in catalogue.ruling_by_id[ruling].options:
            if option.id in by_option:
                chosen = step("choose_ruling", ruling, option=option.id)
                yield fix("ruling", (chosen,), option=option.name)


fixes(checks.combat_value)(nothing)


def _weapons_off(case: FixCase[Any], refused: Iterable[str]) -> PossibleFix:
    row, refused = case.row, list(refused)
    names = joined(dict.fromkeys(case.weapon(item) for item in refused))
    edit = "edit_figure" if isinstance(row, Figure) else "edit_vehicle"
    steps = (step(edit, row.id, weapons=unarmed(case, row, refused)),)
    return fix("take-from", steps, row=case.name(row), what=names)


def unarmed(case: FixCase[Any], row: Figure | Vehicle, refused: Iterable[str]) -> tuple[str, ...]:
    """Return a row's weapons without some; a man left without any gets the one in his price."""
    weapons = row.weapons
    for item in refused:
        weapons = without(weapons, item)
    if isinstance(row, Figure) and not weapons and (usual := _usual(case)):
        return (usual,)
    return weapons


def _usual(case: FixCase[Any]) -> str:
    """Return the weapon of the first preset, included in a soldier's price."""
    presets = case.catalogue.offered.presets
    return presets[0].weapons[0] if presets and presets[0].weapons else ""
