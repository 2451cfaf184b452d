"""Checks of weapons and other items: carriers, mounts, prices, and unknown entries."""

from collections.abc import Iterator

from rules.core.catalogue.catalogue import VehicleType, Weapon, WeaponTag
from rules.core.document.naming import both
from rules.core.judging.checks.definition import MostParams, NoParams, RoleParams, Spec, check
from rules.core.judging.report import Finding
from rules.core.judging.resolved import ResolvedRoster, ResolvedSquad, ResolvedVehicle
from rules.core.text import Text

CREWED: WeaponTag = "needs-crew"


@check("not-in-ruleset", NoParams)
def not_in_ruleset(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that nothing is bought that the edition does not have; one finding per carrier."""
    for path, item in resolved.foreign:
        yield spec.found(path, item=item)


@check("crew-per-weapon", RoleParams)
def crew_per_weapon(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Advise a crew: an MMG or HMG with one crewman needs 1 more to hit (rth, bn §8.0)."""
    role = spec.params.role
    for squad in resolved.squads:
        weapons = sum([s.loadout.tags.count(CREWED) * s.row.count for s in squad.figures])
        if not weapons:
            continue
        free = [s for s in squad.figures if role in s.row.roles and CREWED not in s.loadout.tags]
        crew = sum(figure.row.count for figure in free)
        if weapons > crew:
            yield spec.found(
                squad.path,
                squad=squad.label,
                weapons=weapons,
                names=_crewed_weapons(squad),
                crew=crew,
                role=squad.catalogue.role_by_id[role].name,
            )


@check("crew-per-squad", RoleParams)
def crew_per_squad(resolved: ResolvedRoster, spec: Spec[RoleParams]) -> Iterator[Finding]:
    """Check that a squad with an LMG, MG, automatic grenade launcher or gun has a crewman (bi, Tiro diretto)."""
    role = resolved.prices.catalogue.role_by_id[spec.params.role]
    for squad in resolved.squads:
        served = any(CREWED in figure.loadout.tags for figure in squad.figures)
        if served and not squad.men_in_role(role.id):
            names = _crewed_weapons(squad)
            yield spec.found(squad.path, squad=squad.label, names=names, role=role.name)


@check("two-support-weapons", NoParams)
def two_support_weapons(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that a man carries one support weapon: our advice. Two of the same count."""
    for figure in resolved.figures:
        if figure.loadout.tags.count("support") > 1:
            yield spec.found(figure.path, figure=figure.label)


@check("weapon-not-mountable", NoParams)
def weapon_not_mountable(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check the weapons of vehicles against their type (Calcolo dei punti), and those not for men on foot (bi)."""
    for figure in resolved.figures:
        mounted = [weapon for weapon in figure.loadout.weapons if "figure" not in weapon.carried_by]
        if mounted:
            yield spec.found(figure.path, "foot", figure=figure.label, weapon=mounted[0].name)
    for vehicle in resolved.vehicles:
        refused = next((weapon for weapon in vehicle.weapons if not _may_take(vehicle, weapon)), None)
        if refused:
            yield spec.found(vehicle.path, vehicle=vehicle.label, weapon=refused.name)


@check("vehicle-weapons-included", NoParams)
def vehicle_weapons_included(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check that no MG or gun is bought for a tank, whose price includes them (rth, bn, Calcolo dei punti)."""
    for vehicle in resolved.vehicles:
        included = vehicle.type.includes if vehicle.type else ()
        weapon = next((weapon for weapon in vehicle.weapons if weapon.id in included), None)
        if weapon:
            yield spec.found(vehicle.path, vehicle=vehicle.label, weapon=weapon.name)


@check("vehicle-weapon-count", MostParams)
def vehicle_weapon_count(resolved: ResolvedRoster, spec: Spec[MostParams]) -> Iterator[Finding]:
    """Check that a vehicle has at most two bought weapons, including forbidden ones: our advice."""
    most = spec.params.most
    for vehicle in resolved.vehicles:
        if len(vehicle.weapons) > most:
            yield spec.found(vehicle.path, vehicle=vehicle.label, weapons=len(vehicle.weapons), most=most)


@check("unpriced", NoParams)
def unpriced(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Refuse weapons without a price in a list with points, unless ruling `unpriced` or a club gives one."""
    without_price = resolved.prices.unpriced
    if not without_price or resolved.points is None:
        return
    for figure in resolved.figures:
        weapons = [weapon for weapon in figure.loadout.weapons if weapon.id in without_price]
        if weapons:
            yield spec.found(figure.path, carrier=figure.label, weapon=weapons[0].name)
    for vehicle in resolved.vehicles:
        weapon = next((weapon for weapon in vehicle.weapons if weapon.id in without_price), None)
        if weapon:
            yield spec.found(vehicle.path, carrier=vehicle.label, weapon=weapon.name)


@check("combat-value", NoParams)
def combat_value(resolved: ResolvedRoster, spec: Spec[NoParams]) -> Iterator[Finding]:
    """Check for the referee's combat values of vehicles and heavy weapons: the text has no table."""
    for figure in resolved.figures:
        if "combat-value" in figure.loadout.tags and not isinstance(figure.row.combat_value, int):
            yield spec.found(figure.path, carrier=figure.label)
    for vehicle in resolved.vehicles:
        if vehicle.type and not isinstance(vehicle.row.combat_value, int):
            yield spec.found(vehicle.path, carrier=vehicle.label)


def _crewed_weapons(squad: ResolvedSquad) -> Text:
    """Return the names of the squad's weapons that need a second man, each once."""
    carried = [weapon for figure in squad.figures for weapon in figure.loadout.weapons]
    return both(dict.fromkeys(weapon.name for weapon in carried if CREWED in weapon.tags))


def _may_take(vehicle: ResolvedVehicle, weapon: Weapon) -> bool:
    vehicle_type: VehicleType | None = vehicle.type
    if vehicle_type is None or vehicle_type.mounts is None:
        return "vehicle" in weapon.carried_by
    return weapon.id in vehicle_type.mounts or weapon.id in vehicle_type.includes
