"""Ludonet skirmish."""

import pytest

from tests.core.documents import Document, Issue, army, extra, issues, judged, man, squad, vehicle

WANTS_VALUE = ("heavy-weapon", "mortar", "artillery", "anti-air")


def ludonet(*squads: Document, **fields: object) -> list[Issue]:
    return issues(army("ludonet", *squads, **fields))


def missing(*paths: str) -> list[Issue]:
    return [("combat-value", "warning", path) for path in paths]


def test_a_list_has_a_figure_or_a_vehicle() -> None:
    assert ludonet() == ludonet(squad("expert")) == [("empty", "error", "")]
    assert ludonet(squad("expert", man())) == ludonet(squad(vehicles=[vehicle("vehicle", combat_value=0)])) == []


@pytest.mark.parametrize("weapon", WANTS_VALUE)
def test_heavy_weapons_want_a_combat_value(weapon: str) -> None:
    assert ludonet(squad("regular", man(weapon, weapon, count=2))) == missing("squads[0].figures[0]")
    assert ludonet(squad("regular", man("small-arms", weapon, combat_value=0))) == []
    assert ludonet(squad("regular", man(weapon, combat_value=100))) == []


@pytest.mark.parametrize("weapon", ["small-arms", "grenade"])
def test_small_arms_do_not(weapon: str) -> None:
    assert ludonet(squad("regular", man(weapon, count=2))) == []


def test_vehicles_want_one_each_entry_once() -> None:
    first, second = vehicle("vehicle", count=3), vehicle("vehicle", "mortar")

    assert ludonet(squad(vehicles=[first, second, vehicle("vehicle", "anti-air", combat_value=7)])) == missing(
        "squads[0].vehicles[0]", "squads[0].vehicles[1]"
    )


def test_a_foreign_vehicle_and_a_foreign_weapon_want_none() -> None:
    foreign = [("not-in-ruleset", "error", f"squads[0].{path}") for path in ("figures[0]", "vehicles[0]")]

    assert ludonet(squad("expert", man("lmg"), vehicles=[vehicle("tank", "mortar")])) == foreign


@pytest.mark.parametrize("weapon", [*WANTS_VALUE, "small-arms", "grenade"])
def test_vehicles_carry_whatever_the_referee_allows(weapon: str) -> None:
    assert ludonet(squad(vehicles=[vehicle("vehicle", weapon, weapon, weapon, combat_value=1)])) == []


@pytest.mark.parametrize(("passes", "wrong"), [(None, 0), (0, 1), (1, 0), (2, 0), (3, 0), (4, 1), (99, 1)])
def test_an_aircraft_makes_1_to_3_passes(passes: int | None, wrong: int) -> None:
    aircraft = extra("air-support", **({} if passes is None else {"passes": passes}))

    assert ludonet(squad("expert", man()), extras=[aircraft]) == [("extra-limit", "error", "extras[0]")] * wrong


def test_each_aircraft_makes_its_own_passes() -> None:
    aircraft = [extra("air-support", passes=passes) for passes in (4, 3, 0)]

    assert ludonet(squad("expert", man()), extras=aircraft) == [
        ("extra-limit", "error", "extras[0]"),
        ("extra-limit", "error", "extras[2]"),
    ]


def test_any_number_of_aircraft_may_come() -> None:
    assert ludonet(squad("expert", man()), extras=[extra("air-support", count=100, passes=3)] * 2) == []


def test_air_support_is_for_the_list_and_told_of_as_that_alone() -> None:
    assert ludonet(squad("expert", man(), extras=[extra("air-support", passes=9)])) == [
        ("extra-scope", "error", "squads[0].extras[0]")
    ]


def test_no_points_no_limit_no_leaders() -> None:
    report = judged(army("ludonet", squad("regular", man(count=40)), squad("expert", man()), role="defender"))

    assert (report.total, report.limit, report.remaining, report.breakdown) == (None, None, None, None)
    assert (report.legal, report.issues) == (True, ())
    assert [found.total for found in report.squads] == [None, None]
