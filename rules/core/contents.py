"""The contents of a list: its entries and their rules, the use of its points, and highlights."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.core.catalogue.building import Option, Ruling
from rules.core.catalogue.catalogue import Catalogue, Extra, TroopClass, VehicleType, Weapon
from rules.core.catalogue.entry import Entry, name_in
from rules.core.catalogue.handbook import PrintedTable, Subjects
from rules.core.defeat_points import resolved
from rules.core.document.naming import extra_label, vehicle_label
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.handbook_for_list import concerns, tables_for
from rules.core.judging.points import points_of
from rules.core.judging.prices import ListPoints, price_list
from rules.core.judging.resolved import loadout_of
from rules.core.procedures import readings_of
from rules.core.text import Text


def guns(catalogue: Catalogue) -> tuple[Weapon, ...]:
    """Return the guns that no list buys because a vehicle's price includes them."""
    return tuple(
        Weapon(
            id=gun.id,
            name=gun.name,
            source=gun.source,
            reading=gun.reading,
            carried_by=("vehicle",),
            fire=catalogue.weapon_by_id[gun.fires_as].fire,
            note=gun.note,
        )
        for gun in catalogue.odds.weapons
        if gun.vehicles
    )


def weapons_in_price(vehicle_id: str, catalogue: Catalogue) -> tuple[Weapon, ...]:
    """Return the weapons in a vehicle's price, those of lists first; none for an unknown one."""
    kind = catalogue.vehicle_by_id.get(vehicle_id)
    if kind is None:
        return ()
    of_questions = catalogue.odds.weapon_by_id
    held = [catalogue.weapon_by_id[item] for item in kind.includes]
    return (*held, *(gun for gun in guns(catalogue) if vehicle_id in of_questions[gun.id].vehicles))


E = TypeVar("E", bound=Entry)


class UsedEntries(Struct, frozen=True, kw_only=True):
    """Entries in the order of the ruleset, each once.

    `handbook`: its tables with the rows that concern the list, defeat points changed by its extras.
    `weapons`: including those whose rows a rule of the list uses, and last the guns in the price of its vehicles.
    `rulings`: the list's own decisions, with their answers.
    """

    classes: tuple[TroopClass, ...]
    weapons: tuple[Weapon, ...]
    vehicles: tuple[VehicleType, ...]
    extras: tuple[Extra, ...]
    handbook: tuple[PrintedTable, ...]
    rulings: tuple[tuple[Ruling, Option], ...]


def used_entries(roster: Roster, catalogue: Catalogue) -> UsedEntries:
    """Return the entries of the ruleset that `roster` uses. Unknown ids are skipped."""
    has = subjects_of(roster, catalogue)
    has = replace(has, weapons=(*has.weapons, *(item.id for item in borrowed_weapons(has, catalogue))))
    vehicles = _chosen(catalogue.vehicle_by_id, has.vehicles)
    guns = {weapon.id: weapon for kind in vehicles for weapon in weapons_in_price(kind.id, catalogue)}
    return UsedEntries(
        classes=_chosen(catalogue.class_by_id, has.classes),
        weapons=tuple(({weapon.id: weapon for weapon in _chosen(catalogue.weapon_by_id, has.weapons)} | guns).values()),
        vehicles=vehicles,
        extras=_chosen(catalogue.extra_by_id, has.extras),
        handbook=tuple(
            resolved(
                tables_for(roster, catalogue, has),
                has.classes,
                _levels(roster),
                largest_only=readings_of(catalogue, roster.rulings).largest_only,
            )
        ),
        rulings=tuple(_rulings(roster, catalogue)),
    )


def _levels(roster: Roster) -> dict[str, int]:
    """Return the highest bought level of each extra."""
    return {
        entry.extra: entry.level for entry in sorted(_all_extras(roster), key=lambda one: one.level or 0) if entry.level
    }


def borrowed_weapons(has: Subjects, catalogue: Catalogue) -> tuple[Weapon, ...]:
    """Return the weapons that are not in `has` although a rule for something in it uses their rows."""
    leaned_on = {
        item
        for borrowed in catalogue.odds.borrowed
        if concerns(borrowed.about, has)
        for item in borrowed.weapons
        if item not in has.weapons
    }
    return tuple(weapon for weapon in catalogue.weapons if weapon.id in leaned_on)


def rulings_about(roster: Roster, catalogue: Catalogue) -> tuple[Ruling, ...]:
    """Return the rulings on the content of a list; a general ruling is about every list."""
    has, priced = subjects_of(roster, catalogue), _priced_by_rulings(catalogue)
    here = {*has.weapons, *has.roles, *has.extras}
    squads = [squad.figures for squad in roster.squads if squad.figures]
    leaders = [sum(figure.count for figure in figures if figure.leadership) for figures in squads]
    there = {
        "vehicles": bool(has.vehicles),
        "leaders": any(number > 1 for number in leaders),
        "commander": any(figure.commander for figures in squads for figure in figures),
        "platoon": len(squads) > 1,
        "motivation": any(extra.spares_morale for extra in catalogue.extras if extra.id in has.extras),
    }

    told = _rows_under_rulings(catalogue)

    def matters(ruling: Ruling) -> bool:
        if ruling.about:
            return there[ruling.about]
        if ruling.id in told:
            return any(concerns(about, has) for about in told[ruling.id])
        return ruling.id not in priced or bool(here & priced[ruling.id])

    return tuple(filter(matters, catalogue.rulings))


def _rows_under_rulings(catalogue: Catalogue) -> dict[str, list[Subjects]]:
    """Return the subjects of the rows of the handbook that apply only with one answer, by ruling."""
    told: dict[str, list[Subjects]] = {}
    for table in catalogue.handbook:
        for row in table.rows:
            if row.about and row.about.under:
                told.setdefault(row.about.under[0], []).append(row.about)
    return told


def _priced_by_rulings(catalogue: Catalogue) -> dict[str, set[str]]:
    """Return the ids of weapons, roles and extras by the ruling that decides their price."""
    about: dict[str, set[str]] = {}
    for weapon in catalogue.weapons:
        for ruling in weapon.points_under:
            about.setdefault(ruling, set()).add(weapon.id)
    for role in catalogue.roles:
        if role.flat_under:
            about.setdefault(role.flat_under[0], set()).add(role.id)
    for extra in catalogue.extras:
        if extra.once_under:
            about.setdefault(extra.once_under[0], set()).add(extra.id)
    return about


def subjects_of(roster: Roster, catalogue: Catalogue) -> Subjects:
    """Return the ids of the content of a list by kind, including weapons in a vehicle's price."""
    squads = roster.squads
    figures = [figure for squad in squads for figure in squad.figures]
    vehicles = [vehicle for squad in squads for vehicle in squad.vehicles]
    kinds = [catalogue.vehicle_by_id[item.type] for item in vehicles if item.type in catalogue.vehicle_by_id]
    return Subjects(
        classes=_once(item for squad in squads for item in _classes(squad)),
        weapons=_once([*_carried(figures), *_carried(vehicles), *(item for kind in kinds for item in kind.includes)]),
        vehicles=_once(vehicle.type for vehicle in vehicles),
        extras=_once(entry.extra for entry in _all_extras(roster)),
        roles=_once(role for figure in figures for role in figure.roles),
        kit=_once(item for figure in figures for item in figure.kit),
        traits=_once(
            [trait for squad in squads for trait in squad.traits]
            + [trait for vehicle in vehicles for trait in vehicle.traits]
        ),
    )


def _classes(squad: Squad) -> Iterable[str]:
    """Return the classes that a squad rolls with: of its men, its crews and its leader."""
    yield from (squad.class_of(figure) for figure in squad.figures)
    if squad.vehicles:
        yield squad.class_
    yield squad.leader_ability
    yield from (figure.ability for figure in squad.figures)


def _carried(carriers: Iterable[Figure | Vehicle]) -> Iterable[str]:
    return (item for carrier in carriers for item in carrier.weapons)


def _all_extras(roster: Roster) -> Iterable[ExtraEntry]:
    yield from roster.extras
    for squad in roster.squads:
        yield from squad.extras


def _once(ids: Iterable[str]) -> tuple[str, ...]:
    return tuple(item for item in dict.fromkeys(ids) if item)


def _chosen(entries: Mapping[str, E], ids: tuple[str, ...]) -> tuple[E, ...]:
    return tuple(entry for entry in entries.values() if entry.id in ids)


def _rulings(roster: Roster, catalogue: Catalogue) -> Iterable[tuple[Ruling, Option]]:
    for ruling in catalogue.rulings:
        chosen = roster.rulings.get(ruling.id)
        yield from ((ruling, option) for option in ruling.options if option.id == chosen)


Purchase = tuple[str, Text, int, int]  # part, name, points each, how many
PARTS = ("soldiers", "leadership", "roles", "weapons", "vehicles", "extras")


class Bought(Struct, frozen=True):
    """Equal purchases: name, number, and points of each."""

    name: Text
    count: int
    each: int


class SpendingPart(Struct, frozen=True):
    """A part of the breakdown that costs points, with its points and purchases."""

    id: str
    points: int
    bought: tuple[Bought, ...]


def spending(roster: Roster, catalogue: Catalogue) -> tuple[SpendingPart, ...]:
    """Return the use of a list's points, part by part."""
    points = points_of(roster, catalogue)
    counts: dict[str, Counter[tuple[Text, int]]] = {part: Counter() for part in PARTS}
    for part, name, each, count in _purchases(roster, catalogue, points):
        if each:
            counts[part][name, each] += count
    return tuple(
        SpendingPart(part, paid, tuple(Bought(name, count, each) for (name, each), count in bought.items()))
        for part, bought in counts.items()
        if (paid := getattr(points.breakdown, part))
    )


def _purchases(roster: Roster, catalogue: Catalogue, points: ListPoints) -> Iterator[Purchase]:
    prices = price_list(roster, catalogue)
    for squad in roster.squads:
        for figure in squad.figures:
            class_id, level = squad.class_of(figure), figure.leadership
            each = loadout_of(figure, class_id, prices).each
            yield "soldiers", name_in(catalogue.class_by_id, class_id), each.soldiers, figure.count
            yield "leadership", Text(f"Livello {level}", f"Level {level}"), each.leadership, figure.count
            for role in figure.roles:
                name = name_in(catalogue.role_by_id, role)
                yield "roles", name, prices.roles.get(role, 0), figure.count
            for weapon in figure.weapons:
                name = name_in(catalogue.weapon_by_id, weapon)
                yield "weapons", name, prices.weapons.get(weapon, 0), figure.count
    for vehicle in _all_vehicles(roster):
        name = name_in(catalogue.vehicle_by_id, vehicle.type)
        yield "vehicles", name, prices.vehicles.get(vehicle.type, 0), vehicle.count
        for weapon in vehicle.weapons:
            name = name_in(catalogue.weapon_by_id, weapon)
            yield "weapons", name, prices.weapons.get(weapon, 0), vehicle.count
    extras = list(zip(roster.extras, points.extras, strict=True))
    for squad, squad_points in zip(roster.squads, points.squads, strict=True):
        extras += zip(squad.extras, squad_points.extras, strict=True)
    for entry, paid in extras:
        yield "extras", extra_label(entry, catalogue.extra_by_id.get(entry.extra)), paid, 1


def armament(roster: Roster, catalogue: Catalogue) -> tuple[Text, ...]:
    """Return the highlights of a list: its vehicles, and its weapons except the most common one."""
    carried: Counter[str] = Counter()
    for squad in roster.squads:
        for figure in squad.figures:
            carried.update(dict.fromkeys(figure.weapons, figure.count))
    usual = max(carried, key=carried.__getitem__, default="")
    vehicles = [vehicle_label(vehicle, catalogue.vehicle_by_id.get(vehicle.type)) for vehicle in _all_vehicles(roster)]
    return (
        *[name_in(catalogue.weapon_by_id, weapon) for weapon in carried if weapon != usual],
        *vehicles,
    )


def _all_vehicles(roster: Roster) -> Iterator[Vehicle]:
    for squad in roster.squads:
        yield from squad.vehicles
