"""Road to Hell: every price of "Calcolo dei punti" and "Calculating points"."""

import pytest

from rules.core.judging.prices import Breakdown
from tests.core.documents import LIBRARY, army, breakdown, issues, man, squad, total, vehicle

EDITIONS = ("rth-it", "rth-en")

CLASSES = {"commandos": 18, "elite": 15, "veteran": 12, "experienced": 10, "recruit": 7, "partisan": 9}
LEADERSHIP = {0: 0, 1: 5, 2: 10, 3: 15, 4: 20}
ROLES = {"medic": 10, "crew": 0, "driver": 0}

WEAPONS_OF_BOTH = {
    "pistol": 0,
    "grenade": 0,
    "rifle": 0,
    "smg": 0,
    "sniper-rifle": 15,
    "portable-at": 7,
    "automatic-rifle": 7,
    "lmg": 10,
    "mmg": 12,
    "hmg": 15,
    "light-gun": 20,
    "heavy-gun": 30,
    "flamethrower": 0,
    "light-mortar": 0,
}
WEAPONS = {
    "rth-it": WEAPONS_OF_BOTH | {"semi-auto-rifle": 0, "assault-rifle": 0},
    "rth-en": WEAPONS_OF_BOTH | {"semi-auto-rifle": 3, "assault-rifle": 5, "heavy-at": 0},
}
UNPRICED = {
    "rth-it": {"flamethrower", "light-mortar"},
    "rth-en": {"flamethrower", "light-mortar", "heavy-at"},
}

MACHINE_GUNS = {"lmg", "mmg", "hmg"}
GUNS = {"light-gun", "heavy-gun"}
VEHICLES = {"unprotected": 10, "light-armour": 30, "medium-tank": 60, "heavy-tank": 80}
BOUGHT = {
    "rth-it": {"unprotected": MACHINE_GUNS, "light-armour": MACHINE_GUNS | GUNS},
    "rth-en": {"unprotected": MACHINE_GUNS, "light-armour": MACHINE_GUNS},
}
INCLUDED = {"medium-tank": MACHINE_GUNS | GUNS, "heavy-tank": MACHINE_GUNS | GUNS}

EACH_WEAPON = [(edition, weapon) for edition in EDITIONS for weapon in WEAPONS[edition]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_tables_name_all_that_the_edition_sells(edition: str) -> None:
    book = LIBRARY.catalogues[edition]

    assert set(book.class_by_id) == set(CLASSES)
    assert set(book.weapon_by_id) == set(WEAPONS[edition])
    assert set(book.vehicle_by_id) == set(VEHICLES)
    assert set(book.role_by_id) == set(ROLES)
    assert book.leadership == {level: LEADERSHIP[level] for level in (1, 2, 3, 4)}
    assert (book.extra_by_id, book.kit_by_id, book.traits) == ({}, {}, ())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("troops", CLASSES)
def test_a_soldier_costs_what_his_class_costs(edition: str, troops: str) -> None:
    assert breakdown(army(edition, squad(troops, man("rifle")))) == Breakdown(soldiers=CLASSES[troops])
    assert breakdown(army(edition, squad(None, man(class_=troops, count=3)))) == Breakdown(soldiers=3 * CLASSES[troops])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("level", LEADERSHIP)
def test_leadership_comes_on_top_of_the_soldier(edition: str, level: int) -> None:
    leaders = army(edition, squad("recruit", man("rifle", leadership=level, count=2)))

    assert breakdown(leaders) == Breakdown(soldiers=14, leadership=2 * LEADERSHIP[level])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("role", ROLES)
def test_a_medic_costs_10_on_top_and_the_other_roles_nothing(edition: str, role: str) -> None:
    assert breakdown(army(edition, squad("elite", man("pistol", roles=[role], count=2)))) == Breakdown(
        soldiers=30, roles=2 * ROLES[role]
    )


@pytest.mark.parametrize(("edition", "weapon"), EACH_WEAPON)
def test_a_weapon_is_a_surcharge_on_the_soldier_who_carries_it(edition: str, weapon: str) -> None:
    three = army(edition, squad("veteran", man(weapon, count=3, leadership=1)))

    assert breakdown(three) == Breakdown(soldiers=36, leadership=15, weapons=3 * WEAPONS[edition][weapon])


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_weapon_twice_is_paid_twice(edition: str) -> None:
    assert breakdown(army(edition, squad("veteran", man("lmg", "lmg", "rifle")))) == Breakdown(12, weapons=20)


@pytest.mark.parametrize(("edition", "weapon"), EACH_WEAPON)
def test_a_weapon_on_foot_is_refused_only_where_it_has_no_price(edition: str, weapon: str) -> None:
    expected = [("unpriced", "error", "squads[0].figures[0]")] if weapon in UNPRICED[edition] else []
    carrier = squad("veteran", man(weapon, leadership=1), man("rifle", count=8, roles=["crew"]))

    assert issues(army(edition, carrier)) == expected


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("type_", VEHICLES)
def test_a_vehicle_costs_what_its_type_costs(edition: str, type_: str) -> None:
    two = army(edition, squad(vehicles=[vehicle(type_, count=2)]))

    assert breakdown(two) == Breakdown(vehicles=2 * VEHICLES[type_])
    assert issues(two) == []


@pytest.mark.parametrize("type_", VEHICLES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_weapons_that_a_vehicle_can_buy(edition: str, type_: str) -> None:
    """A refused weapon still costs its price."""
    here = "squads[0].vehicles[0]"
    for weapon, price in WEAPONS[edition].items():
        expected = []
        if weapon in INCLUDED.get(type_, set()):
            expected.append(("vehicle-weapons-included", "error", here))
        elif weapon not in BOUGHT[edition].get(type_, set()):
            expected.append(("weapon-not-mountable", "error", here))
        if weapon in UNPRICED[edition]:
            expected.append(("unpriced", "error", here))
        armed = army(edition, squad(vehicles=[vehicle(type_, weapon, count=2)]))

        assert breakdown(armed) == Breakdown(weapons=2 * price, vehicles=2 * VEHICLES[type_])
        assert issues(armed) == sorted(expected), weapon


@pytest.mark.parametrize("movement", ["wheeled", "tracked"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_wheels_or_tracks_cost_nothing(edition: str, movement: str) -> None:
    assert total(army(edition, squad(vehicles=[vehicle("light-armour", movement=movement)]))) == 30


def test_ruling_rifles() -> None:
    riflemen = army("rth-it", squad("recruit", man("semi-auto-rifle"), man("assault-rifle", count=2)))

    assert total(riflemen) == 21
    assert total(riflemen | {"rulings": {"rifles": "included"}}) == 21
    assert breakdown(riflemen | {"rulings": {"rifles": "as-english"}}) == Breakdown(soldiers=21, weapons=13)


def test_ruling_medic_in_the_english_edition() -> None:
    """Flat: 10 in total for any class, leadership and weapons on top; the whole 10 is under roles."""
    medics = army("rth-en", squad("elite", man("smg", "portable-at", roles=["medic"], leadership=1, count=2)))

    assert breakdown(medics) == Breakdown(soldiers=30, leadership=10, roles=20, weapons=14)
    assert breakdown(medics | {"rulings": {"medic": "surcharge"}}) == breakdown(medics)
    assert breakdown(medics | {"rulings": {"medic": "flat"}}) == Breakdown(leadership=10, roles=20, weapons=14)


def test_ruling_medic_is_not_of_the_italian_edition() -> None:
    assert total(army("rth-it", squad("elite", man(roles=["medic"])), rulings={"medic": "flat"})) == 25


@pytest.mark.parametrize(("option", "price"), [("forbidden", 0), ("as-20", 20), ("free", 0)])
@pytest.mark.parametrize(("edition", "weapon"), [(e, w) for e in EDITIONS for w in sorted(UNPRICED[e])])
def test_ruling_unpriced(edition: str, weapon: str, option: str, price: int) -> None:
    carriers = squad(
        "veteran",
        man("rifle", leadership=1),
        man("rifle", count=6),
        man(weapon),
        vehicles=[vehicle("light-armour", weapon)],
    )
    expected = [("weapon-not-mountable", "error", "squads[0].vehicles[0]")]
    if option == "forbidden":
        expected = [
            ("unpriced", "error", "squads[0].figures[2]"),
            ("unpriced", "error", "squads[0].vehicles[0]"),
            *expected,
        ]
    listed = army(edition, carriers, rulings={"unpriced": option})

    assert total(listed) == 8 * 12 + 5 + 30 + 2 * price
    assert issues(listed) == expected


@pytest.mark.parametrize("option", ["included", "figures"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_ruling_crew_cost_changes_nothing(edition: str, option: str) -> None:
    crew = squad("veteran", man("pistol", roles=["crew"], count=2), vehicles=[vehicle("unprotected", "lmg")])

    assert total(army(edition, crew, rulings={"crew-cost": option})) == 24 + 10 + 10
