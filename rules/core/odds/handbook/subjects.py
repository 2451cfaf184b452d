"""The subjects of the numbers in the odds: whom an effect, a weapon or an id concerns."""

from collections.abc import Iterable

from rules.core.catalogue.catalogue import Catalogue
from rules.core.catalogue.handbook import Subjects
from rules.core.catalogue.odds.effects import Effect

EVERYONE = Subjects(everyone=True)


def owners_of(catalogue: Catalogue, name: str) -> Subjects | None:
    """Return the subjects with the kit, role, trait or extra of an id; None if there is none."""
    if name in catalogue.kit_by_id:
        return Subjects(kit=(name,))
    if name in catalogue.role_by_id:
        return Subjects(roles=(name,))
    if any(trait.id == name for trait in catalogue.traits):
        return Subjects(traits=(name,))
    return Subjects(extras=(name,)) if name in catalogue.extra_by_id else None


def _concerned(catalogue: Catalogue, effect: Effect) -> Subjects:
    if effect.classes:
        return Subjects(classes=effect.classes)
    if effect.vehicles:
        return Subjects(vehicles=effect.vehicles)
    if effect.weapons:
        return carriers(catalogue, effect.weapons)
    if effect.unless_weapons:
        rest = (weapon.id for weapon in catalogue.weapons if weapon.id not in effect.unless_weapons)
        return Subjects(weapons=tuple(rest))
    return EVERYONE


def carriers(catalogue: Catalogue, weapons: Iterable[str]) -> Subjects:
    """Return the subjects that can have weapons; for weapons that no list buys, the vehicles that include them."""
    bought = tuple(name for name in weapons if name in catalogue.weapon_by_id)
    held = [catalogue.odds.weapon_by_id[name] for name in weapons if name in catalogue.odds.weapon_by_id]
    return Subjects(weapons=bought, vehicles=tuple(vehicle for one in held for vehicle in one.vehicles))


def of_effects(catalogue: Catalogue, effects: list[Effect]) -> Subjects:
    found = [_concerned(catalogue, effect) for effect in effects]
    if EVERYONE in found:
        return EVERYONE
    classes = {name for one in found for name in one.classes}
    return Subjects(
        classes=tuple(class_.id for class_ in catalogue.classes if class_.id in classes),
        weapons=_each(one.weapons for one in found),
        vehicles=_each(one.vehicles for one in found),
    )


def _each(names: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some))
