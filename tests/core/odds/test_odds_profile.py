"""The profile of a list, compared with a count of each man."""

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.odds import Profile, answer, profile_of
from tests.core.documents import LIBRARY, army, man, squad, vehicle
from tests.core.odds.test_odds_fire_d6 import fraction


def roster(ruleset: str, *squads: Any) -> Roster:
    return read(json.dumps(army(ruleset, *squads)).encode(), LIBRARY)


def profile(ruleset: str, target: str, *squads: Any, **more: Any) -> Profile:
    return profile_of(roster(ruleset, *squads), LIBRARY.catalogues[ruleset], target, **more)


def asked(ruleset: str, shooter: dict[str, Any], target: dict[str, Any], distance: int, facts: list[str]) -> Any:
    """The answer to one man's fire, by the question of fire."""
    question = {
        "format": "odds/1",
        "ruleset": ruleset,
        "question": "fire",
        "shooter": shooter,
        "distance": distance,
    }
    return answer(json.dumps(question | {"target": target, "situations": facts, "range": 100}).encode(), LIBRARY)


def power(made: Profile, distance: int, motion: str = "still", place: str = "open") -> tuple[Fraction, Fraction]:
    one = next(one for one in made.distances if one.distance == distance).power[motion][place]
    return one.hits, one.kills


LOST = {
    "bn": Fraction(2, 3),
    "bi": Fraction(2, 10),
    "ludonet": Fraction(2, 6),
}  # a militiaman, a regular, an expert
TARGET = {"bn": "militia", "bi": "regular", "ludonet": "expert"}
ARMED = {
    "bn": [("elite", "rifle"), ("recruit", "smg"), ("militia", "sniper-rifle"), ("elite", "hmg")],
    "bi": [("elite", "pistol"), ("recruit", "smg"), ("rabble", "precision-rifle"), ("veteran", "shotgun")],
    "ludonet": [("expert", "small-arms"), ("regular", "small-arms")],
}


@pytest.mark.parametrize("ruleset", ARMED)
def test_a_man_with_one_weapon_comes_to_what_his_fire_comes_to(ruleset: str) -> None:
    cover = "light-cover" if ruleset == "bi" else "cover"
    for class_, weapon in ARMED[ruleset]:
        made = profile(ruleset, TARGET[ruleset], squad(class_, man(weapon, count=3)), distances=[15, 60], reach=100)
        for distance, moved, in_cover in product((15, 60), (False, True), (False, True)):
            facts = ["moved"] * moved + [cover] * in_cover + (["one-crewman"] if weapon == "hmg" else [])
            target = {"class": TARGET[ruleset]}
            told = asked(ruleset, {"class": class_, "weapon": weapon}, target, distance, facts)
            hits = 3 * fraction(told["expected_hits"])
            lost = LOST[ruleset]
            if ruleset == "bn" and in_cover:
                lost = Fraction(1, 2)
            cell = power(made, distance, "moved" if moved else "still", "cover" if in_cover else "open")
            assert cell == (hits, hits * lost)


def test_each_man_takes_the_weapon_and_the_way_that_kill_most() -> None:
    made = profile("bn", "militia", squad("elite", man("rifle", "assault-rifle", "grenade")), distances=[10, 25, 60])
    assert [power(made, distance)[0] for distance in (10, 25, 60)] == [
        Fraction(3, 2),
        Fraction(3, 2),
        Fraction(1, 3),
    ]
    at_a_crowd = profile("bn", "militia", squad("elite", man("rifle", "grenade")), figures=6, distances=[10])
    assert power(at_a_crowd, 10) == (Fraction(3), Fraction(2))  # the grenade: half a hit on each of six
    nobody = profile("bn", "militia", squad("elite", man("grenade"), man()), distances=[25])
    assert power(nobody, 25) == (Fraction(), Fraction())


def test_a_gun_has_its_second_man_who_does_not_fire_himself() -> None:
    alone = profile("bn", "militia", squad("elite", man("mmg")), distances=[25])
    assert power(alone, 25)[0] == 4 * Fraction(2, 6)  # one crewman: 5+
    served = profile(
        "bn", "militia", squad("elite", man("mmg", "pistol"), man("rifle", roles=["crew"])), distances=[25]
    )
    assert power(served, 25)[0] == 4 * Fraction(3, 6)
    # On the move the gun is silent, and its second man fires his rifle with +1.
    assert power(served, 25, "moved")[0] == Fraction(3, 6)
    two = squad("elite", man("mmg", count=2), man("rifle", count=3, roles=["crew"]))
    assert power(profile("bn", "militia", two, distances=[25]), 25)[0] == 2 * 4 * Fraction(3, 6) + Fraction(4, 6)
    elsewhere = profile(
        "bn",
        "militia",
        squad("elite", man("mmg")),
        squad("elite", man("rifle", roles=["crew"])),
        distances=[25],
    )
    assert power(elsewhere, 25)[0] == 4 * Fraction(2, 6) + Fraction(4, 6)


def test_foreign_things_and_vehicles_are_passed_over() -> None:
    plain = squad("elite", man("rifle"))
    more = squad("elite", man("law", "rifle"), man("rifle", class_="partisan"), vehicles=[vehicle("protected", "hmg")])
    assert profile("bn", "militia", plain) == profile("bn", "militia", more)


def test_area_fire_counts_on_each_of_the_figures() -> None:
    facts_of = {"elite": 6, "recruit": 3}
    for class_, quality in facts_of.items():
        made = profile("bi", "regular", squad(class_, man("assault-rifle")), figures=5, distances=[20])
        single = 2 * Fraction(quality, 10)
        area = 5 * Fraction(-(-quality // 2), 10)
        assert power(made, 20)[0] == max(single, area)
    rocket = profile("bi", "regular", squad("veteran", man("rpg")), figures=3, distances=[20])
    told = asked("bi", {"class": "veteran", "weapon": "rpg"}, {"class": "regular", "figures": 3}, 20, [])
    assert power(rocket, 20)[0] == 3 * (1 - fraction(told["target"]["hits"][0]))


def test_abilities_in_a_list_of_bassa_intensita_count() -> None:
    def hits(**fields: Any) -> Fraction:
        roles = fields.pop("roles", [])
        return power(
            profile("bi", "regular", squad("regular", man("rifle", roles=roles), **fields), distances=[40]),
            40,
        )[0]

    assert [
        hits(),
        hits(modifiers={"motivation": 1}),
        hits(modifiers={"motivation": -1}),
        hits(roles=["sniper"]),
    ] == [Fraction(number, 10) for number in (4, 5, 3, 5)]


@pytest.mark.parametrize(
    ("ruleset", "figure", "open_", "cover"),
    [
        ("bn", man(count=4), Fraction(3), Fraction(6)),
        ("bn", man(count=4, leadership=2), Fraction(6), Fraction(6)),
        ("ludonet", man(count=4), Fraction(6, 5) * (1 + Fraction(3, 5)), None),
        ("bi", man(count=4), 2 * (1 + Fraction(3, 5)), None),
        ("bi", man(count=4, kit=["flak-jacket"]), Fraction(5, 2) * (1 + Fraction(3, 4)), None),
        (
            "bi",
            man(count=4, kit=["bulletproof-vest", "flak-jacket"]),
            Fraction(10, 3) * (1 + Fraction(2, 3)),
            None,
        ),
    ],
)
def test_staying_power_is_the_hits_that_put_half_of_them_out(
    ruleset: str, figure: dict[str, Any], open_: Fraction, cover: Fraction | None
) -> None:
    class_ = "expert" if ruleset == "ludonet" else "veteran"
    made = profile(ruleset, TARGET[ruleset], squad(class_, figure), reach=100)
    assert made.staying.half == 2
    assert made.staying.hits == {"open": 2 * open_, "cover": 2 * (open_ if cover is None else cover)}


def test_morale_is_that_of_most_men_and_a_platoon_loses_in_turn() -> None:
    squads = [
        squad("elite", man("rifle", count=2), man("rifle", count=2, class_="recruit")),
        squad("veteran"),
        squad("veteran", man("rifle")),
    ]
    made = profile("bn", "militia", *squads)
    assert [(curve.squad, curve.class_, curve.men) for curve in made.morale] == [
        (0, "recruit", 4),
        (2, "veteran", 1),
    ]
    platoon = made.platoon
    assert platoon
    assert (platoon.squad, platoon.class_, platoon.men) == (None, "recruit", 5)
    # Losses: the first of the first squad, the only man of the other, then the first squad alone.
    dice = [2 + 2, 2 + 2, 2 + 1, 2 + 0]
    assert list(platoon.curve[:4]) == [1 - Fraction(max(lost - 1, 0), 6) ** dice[lost] for lost in range(4)]
    assert list(platoon.curve[4:]) == [1 - Fraction(3, 6) ** 2, 1 - Fraction(4, 6) ** 2]


def test_morale_by_quality_and_from_half_on() -> None:
    men = squad("regular", man("rifle", count=2), modifiers={"motivation": -1, "fanatic": 2})
    made = profile("bi", "regular", men)
    assert [list(curve.curve) for curve in made.morale] == [[Fraction(4 + 3 - 1 + 2, 10)] * 3]
    by_half = profile("ludonet", "expert", squad("expert", man(count=3)), squad("expert", man()), reach=81)
    assert [list(curve.curve) for curve in by_half.morale] == [
        [1, 1, *[Fraction(2, 3)] * 2],
        [1, Fraction(2, 3)],
    ]
    assert (by_half.platoon, [one.distance for one in by_half.distances]) == (None, [40, 81])


def test_ten_thousand_men_are_counted_by_kinds() -> None:
    gunners = squad("veteran", *[man("mmg", "rifle", count=200), man("rifle", count=200, roles=["crew"])] * 25)
    made = profile("bn", "militia", *[gunners] * 2, distances=[25])
    assert (made.men, power(made, 25)[0]) == (20_000, 10_000 * 4 * Fraction(3, 6))
