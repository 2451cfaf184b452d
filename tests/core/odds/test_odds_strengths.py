"""Strengths of a list beside its profile, by hand from the rules."""

import json
from fractions import Fraction
from typing import Any

import pytest

from rules.core.document.reader import read
from rules.core.odds import OpposedRoll, Strengths, stops_armour, strengths_of
from tests.core.documents import LIBRARY, army, man, squad, vehicle


def strengths(ruleset: str, *squads: Any) -> Strengths:
    catalogue = LIBRARY.catalogues[ruleset]
    roster = read(json.dumps(army(ruleset, *squads)).encode(), LIBRARY)
    return strengths_of(roster, catalogue, stops_armour(catalogue))


def test_initiative_has_the_best_leader_and_the_class_of_most_men() -> None:
    made = strengths(
        "bn",
        squad("veteran", man("rifle", count=3, leadership=1), man("rpg", count=2)),
        squad("militia", man("rifle", leadership=2), man("heavy-at")),
    )
    assert made == Strengths(
        initiative=OpposedRoll(2, 6, 4 + 2),
        melee=OpposedRoll(1, 6, 3),
        morale_dice=4,
        armour=(("rpg", 2), ("heavy-at", 1)),
    )


def test_a_vehicle_stops_armour_too() -> None:
    made = strengths("rth-it", squad("veteran", man("rifle"), vehicles=[vehicle("light-armour", "hmg")]))
    assert made.armour == (("hmg", 1),)


def test_strengths_that_a_game_does_not_have_are_empty() -> None:
    assert strengths("bi", squad("regular", man("rifle"))) == Strengths(armour=())
    made = strengths("ludonet", squad("expert", man("small-arms")))
    assert (made.initiative, made.morale_dice, made.armour) == (None, None, None)
    assert strengths("bn") == strengths("bn", squad("elite")) == Strengths()


@pytest.mark.parametrize(
    ("ruleset", "stopping"),
    [
        ("rth-it", {"portable-at", "hmg", "light-gun", "heavy-gun"}),
        ("rth-en", {"portable-at", "heavy-at", "hmg", "light-gun", "heavy-gun"}),
        ("bn", {"rpg", "heavy-at"}),
        ("ludonet", set()),
    ],
)
def test_armour_stoppers(ruleset: str, stopping: set[str]) -> None:
    assert stops_armour(LIBRARY.catalogues[ruleset]) == stopping


def test_a_rifle_stops_no_carrier_but_a_grenade_may() -> None:
    stopping = stops_armour(LIBRARY.catalogues["bi"])
    assert {"rifle", "mg", "grenade", "rpg", "at-missile"} & stopping == {"grenade", "rpg", "at-missile"}


def test_ties_are_rolled_again() -> None:
    assert OpposedRoll(1, 6, 1).wins_against(OpposedRoll(1, 6, 0)) == Fraction(21, 31)
    assert OpposedRoll(2, 6, 0).wins_against(OpposedRoll(2, 6, 0)) == Fraction(1, 2)
    assert OpposedRoll(1, 6, 9).wins_against(OpposedRoll(1, 6, 0)) == 1
