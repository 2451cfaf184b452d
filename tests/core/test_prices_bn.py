"""Breaking News: every price of "Calcolo dei punti"."""

import pytest

from rules.core.judging.prices import Breakdown
from tests.core.documents import (
    LIBRARY,
    Document,
    army,
    breakdown,
    extra,
    issues,
    judged,
    man,
    patrol,
    squad,
    total,
    vehicle,
)

CLASSES = {
    "special-forces": 20,
    "elite": 15,
    "veteran": 12,
    "trained": 10,
    "recruit": 7,
    "mercenary": 11,
    "fanatic": 8,
    "militia": 5,
}
LEADERSHIP = {0: 0, 1: 5, 2: 10, 3: 15, 4: 20}
ROLES = {"medic": 10, "crew": 0, "driver": 0}
WEAPONS = {
    "pistol": 0,
    "rifle": 0,
    "smg": 0,
    "assault-rifle": 0,
    "grenade": 0,
    "sniper-rifle": 15,
    "rpg": 7,
    "heavy-at": 15,
    "grenade-launcher": 5,
    "lmg": 5,
    "mmg": 7,
    "hmg": 10,
    "flamethrower": 0,
    "light-mortar": 0,
}
UNPRICED = {"flamethrower", "light-mortar"}
MACHINE_GUNS = {"lmg", "mmg", "hmg"}
VEHICLES = {"unprotected": 10, "protected": 15, "light-armour": 25, "tank": 50, "heavy-armour": 50}
INCLUDED = {"tank", "heavy-armour"}

SQUAD_EXTRAS = {"infiltration": 30, "motivation": 15}
LIST_EXTRAS = {
    "ambush": 25,
    "helicopter-evacuation": 25,
    "support-fire": 15,
    "mortars": 15,
    "motivation": 30,
    "rules-of-engagement": -40,
    "intelligence": 10,
    "ied": 20,
    "ied-remote": 30,
    "media-embedded": -20,
    "media-independent": 20,
    "civilians": 10,
    "negotiation": 0,
}


def raiders(**fields: object) -> Document:
    """Special forces of the secret services, and insurgents: they can buy every extra."""
    return army(
        "bn",
        patrol(class_="special-forces", traits=["secret-services"]),
        squad("militia", man("rifle", leadership=2)),
        **fields,
    )


RAIDERS_COST = 8 * 20 + 5 + 5 + 10
MIXED = ("mixed-sides", "warning", "")


def test_the_tables_name_all_that_the_game_sells() -> None:
    book = LIBRARY.catalogues["bn"]

    assert set(book.class_by_id) == set(CLASSES)
    assert set(book.weapon_by_id) == set(WEAPONS)
    assert set(book.vehicle_by_id) == set(VEHICLES)
    assert set(book.role_by_id) == set(ROLES)
    assert set(book.extra_by_id) == {*SQUAD_EXTRAS, *LIST_EXTRAS}
    assert set(book.squad_traits) == {"msu", "secret-services"}
    assert (book.kit_by_id, book.vehicle_traits) == ({}, {})


@pytest.mark.parametrize("troops", CLASSES)
def test_a_soldier_costs_what_his_class_costs(troops: str) -> None:
    assert breakdown(army("bn", squad(troops, man("assault-rifle", count=4)))) == Breakdown(4 * CLASSES[troops])


@pytest.mark.parametrize("level", LEADERSHIP)
def test_leadership_comes_on_top_of_the_soldier(level: int) -> None:
    assert breakdown(army("bn", squad("militia", man(leadership=level, count=2)))) == Breakdown(
        soldiers=10, leadership=2 * LEADERSHIP[level]
    )


@pytest.mark.parametrize("role", ROLES)
def test_a_medic_costs_10_on_top_and_the_other_roles_nothing(role: str) -> None:
    assert breakdown(army("bn", squad("trained", man(roles=[role])))) == Breakdown(10, roles=ROLES[role])


@pytest.mark.parametrize("weapon", WEAPONS)
def test_a_weapon_is_a_surcharge_on_the_soldier_who_carries_it(weapon: str) -> None:
    carriers = army("bn", patrol(man(weapon, count=2), man(count=2, roles=["crew"])))
    expected = [("unpriced", "error", "squads[0].figures[2]")] if weapon in UNPRICED else []

    assert breakdown(carriers) == Breakdown(soldiers=144, leadership=5, weapons=2 * WEAPONS[weapon])
    assert issues(carriers) == expected


@pytest.mark.parametrize("type_", VEHICLES)
def test_a_vehicle_costs_what_its_type_costs(type_: str) -> None:
    assert breakdown(army("bn", squad(vehicles=[vehicle(type_, count=3)]))) == Breakdown(vehicles=3 * VEHICLES[type_])


@pytest.mark.parametrize("type_", VEHICLES)
def test_weapons_that_a_vehicle_can_buy(type_: str) -> None:
    here = "squads[0].vehicles[0]"
    for weapon in WEAPONS:
        expected = [("unpriced", "error", here)] if weapon in UNPRICED else []
        if weapon not in MACHINE_GUNS:
            expected.append(("weapon-not-mountable", "error", here))
        elif type_ in INCLUDED:
            expected.append(("vehicle-weapons-included", "error", here))
        armed = army("bn", squad(vehicles=[vehicle(type_, weapon)]))

        assert breakdown(armed) == Breakdown(weapons=WEAPONS[weapon], vehicles=VEHICLES[type_]), weapon
        assert issues(armed) == expected, weapon


@pytest.mark.parametrize("id_", LIST_EXTRAS)
def test_an_extra_for_the_list(id_: str) -> None:
    bought = raiders(extras=[extra(id_)])

    assert breakdown(bought) == Breakdown(165, leadership=15, extras=LIST_EXTRAS[id_])
    assert [found.total for found in judged(bought).squads] == [165, 15]
    assert issues(bought) == [MIXED]


@pytest.mark.parametrize("id_", SQUAD_EXTRAS)
def test_an_extra_for_a_squad(id_: str) -> None:
    bought = army("bn", patrol(class_="special-forces", extras=[extra(id_)]))

    assert breakdown(bought) == Breakdown(160, leadership=5, extras=SQUAD_EXTRAS[id_])
    assert [found.total for found in judged(bought).squads] == [165 + SQUAD_EXTRAS[id_]]
    assert issues(bought) == []


@pytest.mark.parametrize("id_", sorted(LIST_EXTRAS.keys() - SQUAD_EXTRAS.keys()))
def test_an_extra_of_the_list_in_a_squad_costs_the_same_and_is_refused(id_: str) -> None:
    bought = army("bn", patrol(extras=[extra(id_)]))

    assert breakdown(bought) == Breakdown(96, leadership=5, extras=LIST_EXTRAS[id_])
    assert issues(bought) == [("extra-scope", "error", "squads[0].extras[0]")]


def test_infiltration_for_the_list_costs_the_same_and_is_refused() -> None:
    bought = army("bn", patrol(), extras=[extra("infiltration")])

    assert total(bought) == 101 + 30
    assert issues(bought) == [("extra-scope", "error", "extras[0]")]


@pytest.mark.parametrize("level", [None, *range(1, 10)])
def test_intelligence_costs_10_a_level(level: int | None) -> None:
    """Special forces can buy level 4; above it 10 a level is still charged, and refused."""
    bought = raiders(extras=[extra("intelligence", **({"level": level} if level else {}))])
    refused = [("extra-limit", "error", "extras[0]")] if (level or 1) > 4 else []

    assert total(bought) == RAIDERS_COST + 10 * (level or 1)
    assert issues(bought) == [*refused, MIXED]


@pytest.mark.parametrize(
    ("level", "price"), [(None, 0), (1, 0), (2, 5), (3, 10), (4, 15), *((n, 0) for n in range(5, 10))]
)
def test_negotiation_has_a_price_for_each_of_four_levels(level: int | None, price: int) -> None:
    bought = raiders(extras=[extra("negotiation", **({"level": level} if level else {}))])
    refused = [("extra-limit", "error", "extras[0]")] if (level or 1) > 4 else []

    assert total(bought) == RAIDERS_COST + price
    assert issues(bought) == [*refused, MIXED]


@pytest.mark.parametrize("level", [1, 2, 9])
def test_a_level_does_not_change_the_price_of_an_extra_without_levels(level: int) -> None:
    assert total(raiders(extras=[extra("civilians", count=3, level=level)])) == RAIDERS_COST + 30


@pytest.mark.parametrize(("id_", "price"), [("civilians", 10), ("ied", 20), ("ambush", 25), ("media-embedded", -20)])
def test_prices_multiply_by_count(id_: str, price: int) -> None:
    assert total(raiders(extras=[extra(id_, count=4)])) == RAIDERS_COST + 4 * price


def test_intelligence_multiplies_by_count_and_level() -> None:
    assert total(raiders(extras=[extra("intelligence", level=3, count=2)])) == RAIDERS_COST + 60


def test_passes_mean_nothing_here() -> None:
    assert total(raiders(extras=[extra("ambush", passes=9)])) == RAIDERS_COST + 25


def test_a_total_may_be_negative() -> None:
    handicap = judged(army("bn", squad("militia", man()), extras=[extra("rules-of-engagement")], limit=10))

    assert (handicap.total, handicap.remaining) == (-35, 45)


def test_an_extra_whose_condition_fails_still_costs() -> None:
    assert total(army("bn", patrol(), extras=[extra("mortars"), extra("negotiation", level=4)])) == 101 + 30


def test_ruling_medic() -> None:
    medic = army("bn", squad("special-forces", man("rpg", roles=["medic"], leadership=2)))

    assert breakdown(medic) == Breakdown(soldiers=20, leadership=10, roles=10, weapons=7)
    assert breakdown(medic | {"rulings": {"medic": "flat"}}) == Breakdown(leadership=10, roles=10, weapons=7)


@pytest.mark.parametrize(("option", "price"), [("forbidden", 0), ("as-20", 20), ("free", 0)])
@pytest.mark.parametrize("weapon", sorted(UNPRICED))
def test_ruling_unpriced(weapon: str, option: str, price: int) -> None:
    listed = army("bn", patrol(man(weapon)), rulings={"unpriced": option})
    refused = [("unpriced", "error", "squads[0].figures[2]")] if option == "forbidden" else []

    assert total(listed) == 113 + price
    assert issues(listed) == refused


@pytest.mark.parametrize("option", ["included", "figures"])
def test_ruling_crew_cost_changes_nothing(option: str) -> None:
    listed = army("bn", squad("recruit", man(), vehicles=[vehicle("tank")]), rulings={"crew-cost": option})

    assert total(listed) == 57


def test_ruling_ied_price() -> None:
    """`once`: one price covers all of a kind; one of each kind is 50."""
    two_of_one = raiders(extras=[extra("ied", count=2)])
    one_of_each = raiders(extras=[extra("ied"), extra("ied-remote")])
    apart = raiders(extras=[extra("ied"), extra("ambush"), extra("ied"), extra("ied-remote", count=3)])
    once = {"rulings": {"ied-price": "once"}}

    assert total(two_of_one) == RAIDERS_COST + 40
    assert total(two_of_one | {"rulings": {"ied-price": "per-device"}}) == RAIDERS_COST + 40
    assert total(two_of_one | once) == RAIDERS_COST + 20
    assert total(one_of_each) == total(one_of_each | once) == RAIDERS_COST + 50
    assert total(apart) == RAIDERS_COST + 20 + 25 + 20 + 90
    assert total(apart | once) == RAIDERS_COST + 20 + 25 + 30
