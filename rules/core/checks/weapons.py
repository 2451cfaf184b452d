"""Weapons: who carries them, what vehicles mount, what has a price."""

from collections.abc import Iterator

from rules.core.catalogue import Check, VehicleType, Weapon
from rules.core.checks.common import found, number, word
from rules.core.muster import Formation, Mount, Muster
from rules.core.naming import both
from rules.core.report import Finding
from rules.core.text import Text


def crew_per_weapon(muster: Muster, spec: Check) -> Iterator[Finding]:
    """An MMG or HMG with one crewman needs 1 more to hit (rth, bn §8.0)."""
    role = word(spec, "role")
    for formation in muster.formations:
        weapons = sum([s.loadout.crewed_weapons * s.row.count for s in formation.special])
        if not weapons:
            continue
        free = [s for s in formation.soldiers if role in s.row.roles and not s.loadout.crewed_weapons]
        crew = sum(soldier.row.count for soldier in free)
        if weapons > crew:
            yield found(
                spec,
                formation.path,
                squad=formation.label,
                weapons=weapons,
                names=_crewed_weapons(formation),
                crew=crew,
                role=formation.catalogue.role_by_id[role].name,
            )


def crew_per_squad(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A squad with an LMG, MG, automatic grenade launcher or gun wants a crewman (bi, Tiro diretto)."""
    role = muster.prices.catalogue.role_by_id[word(spec, "role")]
    for formation in muster.formations:
        served = any(soldier.loadout.crewed_weapons for soldier in formation.special)
        if served and not formation.men_in_role(role.id):
            names = _crewed_weapons(formation)
            yield found(spec, formation.path, squad=formation.label, names=names, role=role.name)


def two_support_weapons(muster: Muster, spec: Check) -> Iterator[Finding]:
    """One man carries one support weapon: our advice. The same one twice counts."""
    for soldier in muster.special:
        if soldier.loadout.support_weapons > 1:
            yield found(spec, soldier.path, figure=soldier.label)


def weapon_not_mountable(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A vehicle takes the weapons its type may buy (Calcolo dei punti); some weapons are not for men on foot (bi)."""
    for soldier in muster.special:
        refused = soldier.loadout.not_on_foot
        if refused:
            yield found(spec, soldier.path, "foot", figure=soldier.label, weapon=refused.name)
    for mount in muster.mounts:
        refused = next((weapon for weapon in mount.weapons if not _may_take(mount, weapon)), None)
        if refused:
            yield found(spec, mount.path, vehicle=mount.label, weapon=refused.name)


def vehicle_weapons_included(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A tank's price holds its MG and gun (rth, bn, Calcolo dei punti): none is bought on top."""
    for mount in muster.mounts:
        included = mount.type.includes if mount.type else ()
        weapon = next((weapon for weapon in mount.weapons if weapon.id in included), None)
        if weapon:
            yield found(spec, mount.path, vehicle=mount.label, weapon=weapon.name)


def vehicle_weapon_count(muster: Muster, spec: Check) -> Iterator[Finding]:
    """More than two bought weapons on one vehicle are many: our advice. Those it may not buy count too."""
    most = number(spec, "most")
    for mount in muster.mounts:
        if len(mount.weapons) > most:
            yield found(spec, mount.path, vehicle=mount.label, weapons=len(mount.weapons), most=most)


def unpriced(muster: Muster, spec: Check) -> Iterator[Finding]:
    """A weapon that the price list leaves out cannot be bought, unless ruling `unpriced` or a club gives it a price."""
    without_price = muster.prices.unpriced
    if not without_price:
        return
    for soldier in muster.special:
        weapon = soldier.loadout.unpriced
        if weapon:
            yield found(spec, soldier.path, carrier=soldier.label, weapon=weapon.name)
    for mount in muster.mounts:
        weapon = next((weapon for weapon in mount.weapons if weapon.id in without_price), None)
        if weapon:
            yield found(spec, mount.path, carrier=mount.label, weapon=weapon.name)


def combat_value(muster: Muster, spec: Check) -> Iterator[Finding]:
    """The text gives no table of combat values: the referee's number is entered for vehicles and heavy weapons."""
    for soldier in muster.special:
        if soldier.loadout.wants_combat_value and not isinstance(soldier.row.combat_value, int):
            yield found(spec, soldier.path, carrier=soldier.label)
    for mount in muster.mounts:
        if mount.type and not isinstance(mount.row.combat_value, int):
            yield found(spec, mount.path, carrier=mount.label)


def _crewed_weapons(formation: Formation) -> Text:
    """The names of the squad's weapons that want a second man, each once."""
    carried = [weapon for soldier in formation.soldiers for weapon in soldier.loadout.weapons]
    return both(dict.fromkeys(weapon.name for weapon in carried if "needs-crew" in weapon.tags))


def _may_take(mount: Mount, weapon: Weapon) -> bool:
    vehicle_type: VehicleType | None = mount.type
    if vehicle_type is None or vehicle_type.mounts is None:
        return "vehicle" in weapon.carried_by
    return weapon.id in vehicle_type.mounts or weapon.id in vehicle_type.includes
