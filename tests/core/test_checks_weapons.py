"""Weapons on men and vehicles in the games with points."""

import pytest

from tests.core.documents import (
    LIBRARY,
    POINT_GAMES,
    Document,
    Issue,
    army,
    issues,
    man,
    patrol,
    squad,
    vehicle,
)

SUPPORT_OF_RTH = {
    "sniper-rifle",
    "automatic-rifle",
    "lmg",
    "mmg",
    "hmg",
    "light-gun",
    "heavy-gun",
    "light-mortar",
}
SUPPORT = {
    "rth-it": SUPPORT_OF_RTH,
    "rth-en": SUPPORT_OF_RTH | {"heavy-at"},
    "bn": {"sniper-rifle", "lmg", "mmg", "hmg", "light-mortar", "heavy-at"},
}
EACH_WEAPON = [(game, weapon.id) for game in POINT_GAMES for weapon in LIBRARY.catalogues[game].weapons]
FREE = {"unpriced": "free"}
CREWMEN = man("rifle", roles=["crew"], count=4)

each_game = pytest.mark.parametrize("game", POINT_GAMES)


# --- crew ---

SHORT: list[Issue] = [("crew", "info", "squads[0]")]


@each_game
@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        pytest.param([man("mmg")], SHORT, id="an MMG and nobody"),
        pytest.param([man("hmg")], SHORT, id="an HMG and nobody"),
        pytest.param([man("lmg"), man("sniper-rifle")], [], id="no other weapon asks for crew"),
        pytest.param([man("mmg"), man(roles=["crew"])], [], id="one and one"),
        pytest.param([man("mmg"), man("lmg", roles=["crew"])], [], id="the crewman may carry another weapon"),
        pytest.param([man("mmg", roles=["crew"])], SHORT, id="the gunner is not his own crewman"),
        pytest.param([man("mmg", roles=["crew"]), man("hmg", roles=["crew"])], SHORT, id="two gunners for each other"),
        pytest.param([man("mmg"), man(roles=["driver"]), man(roles=["medic"])], SHORT, id="other roles do not serve"),
        pytest.param([man("mmg"), man("hmg"), man(roles=["crew"])], SHORT, id="one for two"),
        pytest.param([man("mmg"), man("hmg"), man(roles=["crew"], count=2)], [], id="two for two"),
        pytest.param([man("mmg", count=2), man(roles=["crew"])], SHORT, id="an entry of two gunners"),
        pytest.param([man("mmg", count=2), man(roles=["crew", "driver"], count=2)], [], id="two by entries"),
        pytest.param([man("mmg"), man(roles=["crew"], count=5)], [], id="more than enough"),
    ],
)
def test_each_mmg_and_hmg_wants_a_crewman(game: str, figures: list[Document], expected: list[Issue]) -> None:
    assert issues(army(game, patrol(*figures))) == expected


@each_game
def test_the_same_machine_gun_twice_wants_two_crewmen(game: str) -> None:
    twice = man("mmg", "mmg")
    told = [("two-support-weapons", "warning", "squads[0].figures[2]")]

    assert issues(army(game, patrol(twice, man(roles=["crew"])))) == [*SHORT, *told]
    assert issues(army(game, patrol(twice, man(roles=["crew"], count=2)))) == told


@each_game
def test_the_crewman_is_of_the_same_squad(game: str) -> None:
    gunner = patrol(man("mmg"), name="Guns")
    crewman = squad("veteran", man(roles=["crew"]), kind="section")

    assert issues(army(game, gunner, crewman)) == SHORT


@each_game
@pytest.mark.parametrize("kind", ["section", "sniper-team", "observer-section"])
def test_entries_of_any_kind_want_crew_each_for_itself(game: str, kind: str) -> None:
    gun = squad("veteran", man("hmg"), kind=kind)

    assert issues(army(game, gun, gun)) == [*SHORT, ("crew", "info", "squads[1]")]


@each_game
def test_machine_guns_on_vehicles_want_no_crewman(game: str) -> None:
    assert issues(army(game, patrol(vehicles=[vehicle("unprotected", "mmg", "hmg")]))) == []


# --- two-support-weapons ---


@pytest.mark.parametrize(("game", "weapon"), EACH_WEAPON)
def test_which_weapons_are_support_weapons(game: str, weapon: str) -> None:
    told = [("two-support-weapons", "warning", "squads[0].figures[2]")] * (weapon in SUPPORT[game])

    assert issues(army(game, patrol(man(weapon, weapon), CREWMEN), rulings=FREE)) == told
    assert issues(army(game, patrol(man(weapon, "sniper-rifle"), CREWMEN), rulings=FREE)) == told
    assert issues(army(game, patrol(man(weapon, "rifle", "grenade"), CREWMEN), rulings=FREE)) == []


@each_game
def test_two_support_weapons_are_told_once_a_figure_entry(game: str) -> None:
    laden = man("lmg", "lmg", "sniper-rifle", "lmg", count=3)

    assert issues(army(game, patrol(laden, laden))) == [
        ("two-support-weapons", "warning", "squads[0].figures[2]"),
        ("two-support-weapons", "warning", "squads[0].figures[3]"),
    ]


@each_game
def test_two_men_may_carry_one_each(game: str) -> None:
    assert issues(army(game, patrol(man("lmg", count=2), man("sniper-rifle")))) == []


@each_game
def test_vehicles_carry_as_they_may(game: str) -> None:
    assert issues(army(game, patrol(vehicles=[vehicle("light-armour", "lmg", "lmg")]))) == []


# --- on vehicles ---

HERE = "squads[0].vehicles[0]"
NOT_HERE = ("weapon-not-mountable", "error", HERE)
INCLUDED = ("vehicle-weapons-included", "error", HERE)
MANY = ("vehicle-weapon-count", "warning", HERE)
UNPRICED = ("unpriced", "error", HERE)
TANK = {"rth-it": "heavy-tank", "rth-en": "medium-tank", "bn": "tank"}


def mounted(game: str, type_: str, *weapons: str) -> list[Issue]:
    return issues(army(game, squad(vehicles=[vehicle(type_, *weapons, count=2)])))


@each_game
def test_refused_weapons_are_told_once_a_vehicle(game: str) -> None:
    assert mounted(game, "unprotected", "rifle", "smg") == [NOT_HERE]
    assert mounted(game, "unprotected", "lmg", "rifle") == [NOT_HERE]


@each_game
def test_included_weapons_are_told_once_a_vehicle(game: str) -> None:
    assert mounted(game, TANK[game], "lmg", "hmg") == [INCLUDED]
    assert mounted(game, TANK[game], "lmg", "rifle") == [INCLUDED, NOT_HERE]


@each_game
def test_each_vehicle_entry_is_told_of(game: str) -> None:
    two = army(game, squad(vehicles=[vehicle("unprotected", "rifle"), vehicle(TANK[game], "lmg")]))

    assert issues(two) == [
        ("vehicle-weapons-included", "error", "squads[0].vehicles[1]"),
        ("weapon-not-mountable", "error", "squads[0].vehicles[0]"),
    ]


@each_game
def test_more_than_two_weapons_on_a_vehicle_are_many(game: str) -> None:
    assert mounted(game, "light-armour", "lmg", "lmg") == []
    assert mounted(game, "light-armour", "lmg", "lmg", "lmg") == [MANY]
    assert mounted(game, "light-armour", "lmg", "mmg", "hmg", "hmg") == [MANY]


@each_game
def test_refused_weapons_count_as_bought(game: str) -> None:
    assert mounted(game, "unprotected", "lmg", "lmg", "rifle") == [MANY, NOT_HERE]
    assert mounted(game, TANK[game], "lmg", "mmg", "hmg") == [MANY, INCLUDED]
    assert mounted(game, "unprotected", "flamethrower", "flamethrower", "lmg") == [UNPRICED, MANY, NOT_HERE]


@each_game
def test_foreign_weapons_on_a_vehicle_are_foreign_only(game: str) -> None:
    """Neither refused nor counted."""
    foreign = ("not-in-ruleset", "error", HERE)

    assert mounted(game, "unprotected", "saw") == [foreign]
    assert mounted(game, "unprotected", "lmg", "lmg", "saw", "saw") == [foreign]
    assert mounted(game, TANK[game], "saw") == [foreign]
    assert mounted(game, "unprotected", "saw", "rifle") == [foreign, NOT_HERE]


# --- unpriced ---


@each_game
def test_an_unpriced_weapon_is_told_once_a_carrier(game: str) -> None:
    burning = man("flamethrower", "flamethrower", "light-mortar", count=2)
    listed = army(game, patrol(burning, burning, vehicles=[vehicle("unprotected", "light-mortar", "flamethrower")]))

    assert issues(listed) == [
        ("unpriced", "error", "squads[0].figures[2]"),
        ("unpriced", "error", "squads[0].figures[3]"),
        UNPRICED,
        NOT_HERE,
    ]
    assert issues(listed | {"rulings": {"unpriced": "forbidden"}}) == issues(listed)
    assert issues(listed | {"rulings": {"unpriced": "as-20"}}) == [NOT_HERE]
    assert issues(listed | {"rulings": {"unpriced": "free"}}) == [NOT_HERE]


def test_a_heavy_anti_tank_weapon_has_no_price_in_the_english_edition_only() -> None:
    gunner = patrol(man("heavy-at"))

    assert issues(army("rth-en", gunner)) == [("unpriced", "error", "squads[0].figures[2]")]
    assert issues(army("rth-it", gunner)) == [("not-in-ruleset", "error", "squads[0].figures[2]")]
    assert issues(army("bn", gunner)) == []
