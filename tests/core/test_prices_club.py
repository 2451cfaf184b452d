"""Club prices: they win over printed prices and rulings, and give points to games without any."""

import pytest

from rules.core.judging.prices import Breakdown
from tests.core.documents import (
    POINT_GAMES,
    Document,
    army,
    breakdown,
    extra,
    issues,
    judged,
    man,
    patrol,
    refusal,
    squad,
    total,
    vehicle,
)

RAID = army(
    "bn",
    squad(
        "elite",
        man("lmg", leadership=2, roles=["medic"]),
        man("rpg", class_="veteran", count=2),
        vehicles=[vehicle("protected", "hmg")],
    ),
    extras=[extra("ambush")],
)


@pytest.mark.parametrize(
    ("key", "points", "change"),
    [
        ("classes/elite", 14, Breakdown(soldiers=-1)),
        ("classes/veteran", 20, Breakdown(soldiers=16)),
        ("classes/militia", 99, Breakdown()),
        ("leadership/2", 8, Breakdown(leadership=-2)),
        ("leadership/1", 8, Breakdown()),
        ("roles/medic", 3, Breakdown(roles=-7)),
        ("roles/crew", 3, Breakdown()),
        ("weapons/lmg", 6, Breakdown(weapons=1)),
        ("weapons/rpg", -7, Breakdown(weapons=-28)),
        ("weapons/hmg", 0, Breakdown(weapons=-10)),
        ("vehicles/protected", 1000, Breakdown(vehicles=985)),
        ("extras/ambush", -1000, Breakdown(extras=-1025)),
    ],
)
def test_a_club_price_replaces_the_printed_one(key: str, points: int, change: Breakdown) -> None:
    printed = Breakdown(soldiers=39, leadership=10, roles=10, weapons=29, vehicles=15, extras=25)
    expected = Breakdown(
        printed.soldiers + change.soldiers,
        printed.leadership + change.leadership,
        printed.roles + change.roles,
        printed.weapons + change.weapons,
        printed.vehicles + change.vehicles,
        printed.extras + change.extras,
    )

    assert breakdown(RAID) == printed
    assert breakdown(RAID | {"prices": {key: points}}) == expected


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en"])
def test_prices_of_all_kinds_together(ruleset: str) -> None:
    listed = army(
        ruleset,
        squad("partisan", man("lmg", leadership=1), man("rifle"), vehicles=[vehicle("unprotected", count=2)]),
        prices={
            "classes/partisan": 1,
            "weapons/rifle": 2,
            "weapons/lmg": 4,
            "leadership/1": 8,
            "vehicles/unprotected": 16,
        },
    )

    assert breakdown(listed) == Breakdown(soldiers=2, leadership=8, weapons=6, vehicles=32)


@pytest.mark.parametrize("ruleset", POINT_GAMES)
def test_no_prices_are_as_if_absent(ruleset: str) -> None:
    listed = army(ruleset, patrol(man("mmg", roles=["medic"])))

    assert breakdown(listed | {"prices": {}}) == breakdown(listed)


@pytest.mark.parametrize("ruleset", ["bi", "ludonet"])
def test_no_prices_give_no_points(ruleset: str) -> None:
    report = judged(army(ruleset, squad("regular", man()), role="attacker", prices={}))

    assert (report.total, report.limit, report.breakdown) == (None, None, None)


@pytest.mark.parametrize("option", ["forbidden", "as-20", "free"])
@pytest.mark.parametrize("points", [0, 9])
@pytest.mark.parametrize("ruleset", POINT_GAMES)
def test_a_price_makes_an_unpriced_weapon_buyable(ruleset: str, points: int, option: str) -> None:
    listed = army(
        ruleset,
        patrol(man("flamethrower"), vehicles=[vehicle("unprotected", "flamethrower")]),
        prices={"weapons/flamethrower": points},
        rulings={"unpriced": option},
    )

    assert total(listed) == 9 * 12 + 5 + 10 + 2 * points
    assert issues(listed) == [("weapon-not-mountable", "error", "squads[0].vehicles[0]")]


def test_a_price_of_one_unpriced_weapon_is_none_of_another() -> None:
    listed = army("bn", patrol(man("light-mortar")), prices={"weapons/flamethrower": 5})

    assert issues(listed) == [("unpriced", "error", "squads[0].figures[2]")]


@pytest.mark.parametrize("option", ["included", "as-english"])
def test_a_price_wins_over_the_ruling_on_rifles(option: str) -> None:
    listed = army(
        "rth-it",
        squad("recruit", man("assault-rifle"), man("semi-auto-rifle")),
        rulings={"rifles": option},
        prices={"weapons/assault-rifle": 4},
    )

    assert breakdown(listed) == Breakdown(soldiers=14, weapons=4 + (3 if option == "as-english" else 0))


@pytest.mark.parametrize("ruleset", ["rth-en", "bn"])
def test_a_price_of_the_medic_wins_over_the_ruling_that_makes_him_flat(ruleset: str) -> None:
    """A reading: the club's price is a surcharge, as its other prices are."""
    listed = army(ruleset, squad("elite", man(roles=["medic"])), rulings={"medic": "flat"})

    assert breakdown(listed | {"prices": {"classes/elite": 99}}) == Breakdown(roles=10)
    assert breakdown(listed | {"prices": {"roles/medic": 8}}) == Breakdown(soldiers=15, roles=8)


def test_a_price_of_intelligence_is_that_of_a_level() -> None:
    listed = army("bn", patrol(), extras=[extra("intelligence", level=3)], prices={"extras/intelligence": 7})

    assert total(listed) == 101 + 21


def test_negotiation_and_motivation_have_no_club_price() -> None:
    listed = army(
        "bn",
        patrol(extras=[extra("motivation")]),
        extras=[extra("negotiation", level=3)],
        prices={"extras/negotiation": 99, "extras/motivation": 99},
    )

    assert total(listed) == 101 + 15 + 10


def test_the_cheaper_motivation_is_told_by_the_printed_prices() -> None:
    listed = army("bn", patrol(), extras=[extra("motivation")], prices={"extras/motivation": 1})

    assert issues(listed) == [("motivation-cheaper", "info", "extras[0]")]


def test_a_price_holds_where_an_extra_is_refused_too() -> None:
    listed = army("bn", patrol(extras=[extra("ied", count=2)]), prices={"extras/ied": 3})

    assert total(listed) == 101 + 6


def test_one_club_price_covers_all_devices_under_the_ruling() -> None:
    """A reading: the ruling says what a price covers, the club sets it."""
    listed = army(
        "bn",
        patrol(class_="militia"),
        extras=[extra("ied"), extra("ied"), extra("ied-remote")],
        prices={"extras/ied": 3},
        rulings={"ied-price": "once"},
    )

    assert total(listed) == 8 * 5 + 5 + 3 + 30


@pytest.mark.parametrize(
    ("ruleset", "key"),
    [
        ("rth-it", "classes/special-forces"),
        ("rth-it", "weapons/heavy-at"),
        ("rth-en", "weapons/rpg"),
        ("rth-en", "vehicles/tank"),
        ("rth-it", "extras/ambush"),
        ("rth-en", "roles/squad-leader"),
        ("bn", "weapons/automatic-rifle"),
        ("bn", "vehicles/medium-tank"),
        ("bn", "roles/scout"),
        ("bn", "classes/commandos"),
        ("bn", "extras/air-support"),
    ],
)
def test_prices_of_what_the_edition_does_not_have_are_ignored(ruleset: str, key: str) -> None:
    kind, item = key.split("/")
    fields: dict[str, Document] = {
        "classes": {"class": item},
        "weapons": {"weapons": [item]},
        "roles": {"roles": [item]},
    }
    listed = army(
        ruleset,
        patrol({"class": "veteran", **fields.get(kind, {})}),
        extras=[extra(item)] if kind == "extras" else [],
    )
    if kind == "vehicles":
        listed["squads"][0]["vehicles"] = [vehicle(item)]

    assert total(listed | {"prices": {key: 500}}) == total(listed) == (101 if kind == "classes" else 113)
    assert [code for code, _, _ in issues(listed | {"prices": {key: 500}})] == ["not-in-ruleset"]


@pytest.mark.parametrize("level", ["0", "5", "10", "x"])
def test_leadership_has_four_levels(level: str) -> None:
    listed = army("bn", squad("elite", man()), prices={f"leadership/{level}": 3})

    assert refusal(listed).startswith(f'prices.leadership/{level}: a price for an unknown item "leadership/{level}"')


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_each_level_may_have_its_price(level: int) -> None:
    listed = army("rth-it", squad("elite", man(leadership=level)), prices={f"leadership/{level}": 1})

    assert breakdown(listed) == Breakdown(soldiers=15, leadership=1)


def test_a_club_gives_points_to_bassa_intensita() -> None:
    """The named prices, and 0 for the rest; leadership is foreign there, and its price ignored."""
    listed = army(
        "bi",
        squad(
            "regular",
            man("rifle", roles=["squad-leader"], kit=["radio"]),
            man("mg", count=2, class_="elite", roles=["crew"]),
            man("saw", count=4, leadership=1),
            vehicles=[vehicle("tank", "mg", count=2), vehicle("helicopter")],
        ),
        extras=[extra("air-strike", count=3), extra("booby-trap")],
        role="defender",
        prices={
            "classes/regular": 1,
            "roles/squad-leader": 2,
            "weapons/mg": 3,
            "vehicles/tank": 4,
            "extras/air-strike": 5,
            "leadership/1": 500,
        },
    )
    report = judged(listed)

    assert (report.total, report.limit, report.remaining) == (42, 90, 48)
    assert report.breakdown == Breakdown(soldiers=5, roles=2, weapons=12, vehicles=8, extras=15)
    assert [found.total for found in report.squads] == [27]


@pytest.mark.parametrize(
    ("role", "limit", "expected"),
    [
        ("attacker", 150, [("over-limit", "error", "")]),
        ("defender", 90, [("over-limit", "error", "")]),
        ("open", None, []),
    ],
)
def test_a_club_gives_points_to_ludonet(role: str, limit: int | None, expected: list[object]) -> None:
    listed = army("ludonet", squad("expert", man(count=151)), role=role, prices={"classes/expert": 1})

    assert (judged(listed).total, judged(listed).limit) == (151, limit)
    assert issues(listed) == expected


def test_a_limit_of_ones_own_binds_where_there_are_points() -> None:
    listed = army("bi", squad("elite", man(), kind="section"), limit=4)

    assert (judged(listed).limit, issues(listed)) == (None, [])
    assert issues(listed | {"prices": {"classes/elite": 4}}) == []
    assert issues(listed | {"prices": {"classes/elite": 5}}) == [("over-limit", "error", "")]
