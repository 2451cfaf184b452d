"""Two invented rulesets have odds from YAML alone: other dice, bands, classes and situations, no code."""

import json
from fractions import Fraction
from typing import Any

import pytest

from rules.core.catalogue.library import Library
from rules.core.document.problem import UnreadableListError
from rules.core.document.roster import Figure, Roster, Squad
from rules.core.odds import answer, profile_of
from tests.core.odds.every_roll import Roll, every_roll
from tests.core.odds.test_odds_fire_d6 import fraction, fractions, summed
from tests.rules.invented import HARBOUR, ORBIT

LIBRARY = Library([HARBOUR, ORBIT])


def question(ruleset: str, kind: str, **fields: Any) -> Any:
    asked = {"format": "odds/1", "ruleset": ruleset, "question": kind, **fields}
    return answer(json.dumps(asked).encode(), LIBRARY)


# Low Water: a d8


@pytest.mark.parametrize(
    ("mode", "distance", "facts", "class_", "number", "dice"),
    [
        ("choked", 10, [], "smuggler", 4, 2),
        ("choked", 20, ["drunk"], "smuggler", 8, 2),
        ("choked", 20, ["drunk", "rail"], "smuggler", 9, 2),
        ("choked", 20, ["drunk", "rail"], "watchman", 10, 2),
        ("wide", 8, [], "smuggler", 7, 5),
        ("wide", 8, ["drunk"], "watchman", 10, 5),
    ],
)
def test_a_pool_of_eight_sided_dice(
    mode: str, distance: int, facts: list[str], class_: str, number: int, dice: int
) -> None:
    shooter = {"class": class_, "weapon": "blunderbuss", "mode": mode}
    told = question(
        "harbour", "fire", shooter=shooter, distance=distance, situations=facts, target={"class": "customs"}
    )
    left = max(0, dice - max(0, number - 8))

    def game(roll: Roll) -> int:
        return sum(roll(8) >= min(number, 8) for _ in range(left))

    assert (told["die"], told["dice"]) == (8, left)
    assert fractions(told["hits"]) == every_roll(game)
    assert told["status"] == ("ok" if left else "cannot")


def test_a_rocket_that_goes_astray_still_covers_the_point() -> None:
    told = question(
        "harbour",
        "fire",
        shooter={"class": "customs", "weapon": "rocket", "vehicle": "longboat"},
        distance=60,
        situations=["rail", "drunk", "lucky"],
        target={"class": "smuggler", "figures": 2},
    )

    def game(roll: Roll) -> tuple[str, str]:
        face, number = roll(8), 5 + 2  # the rail is nothing to a rocket
        near = face < number and face != 1 and 4 * (number - face) <= 8
        if face < number and not near:
            return "away", "missed"
        save = roll(8)
        return ("near" if near else "on"), ("suppressed" if save > 1 and save + 2 >= 8 else "killed")

    games = every_roll(game)
    assert fractions(told["landing"]) == summed(games, 0)
    assert fractions(told["target"]["outcomes"]) == summed(games, 1)
    assert fraction(told["expected_kills"]) == 2 * summed(games, 1)["killed"]


def test_a_vehicle_saves_by_its_columns_and_explodes_later() -> None:
    told = question("harbour", "save", shooter={"weapon": "swivel"}, target={"vehicle": "longboat"}, hits=2)

    def game(roll: Roll) -> str:
        worst = max(0 if (short := 8 - roll(8)) <= 0 else 1 if short < 4 else 2 for _ in range(2))
        return ("saved", "knocked-out", "exploded")[worst]

    assert fractions(told["target"]["outcomes"]) == every_roll(game)
    with pytest.raises(UnreadableListError, match="no-column"):
        question("harbour", "save", shooter={"weapon": "cutlass"}, target={"vehicle": "longboat"})


def test_a_class_without_the_characteristic_never_saves() -> None:
    told = question("harbour", "save", target={"class": "watchman"})
    assert (told["target"]["save"], fraction(told["chance"])) == (None, Fraction())


def test_spotting_gates_melee_morale_and_rolls_of_its_own() -> None:
    gates = [
        question(
            "harbour",
            "fire",
            shooter={"class": "customs", "weapon": "musket"},
            distance=distance,
            situations=["fogbound", *facts],
            target={"class": "smuggler"},
        )["gates"]
        for distance, facts in ((15, []), (40, []), (40, ["rail"]))
    ]
    assert [[gate["need"] for gate in one] for one in gates] == [[], [{"at_least": 5}], [{"at_least": 8}]]
    side = [{"class": "smuggler", "situations": ["drunk"]}, {"class": "watchman"}]
    told = question("harbour", "melee", side=side, enemy=[{"class": "customs"}])
    assert (told["side"], told["enemy"]) == ({"bonus": 2 - 3 + 2}, {"bonus": -1})
    told = question("harbour", "morale", men=4, lost=2, leaders_lost=1, **{"class": "smuggler"})
    assert (told["dice"], told["counted"], told["need"]) == (5, 4, {"at_least": 4})
    needs = [question("harbour", "roll", roll="bribe", **fields)["need"] for fields in ({}, {"class": "customs"})]
    assert needs == [{"at_least": 6}, {"at_least": 4}]


def test_unknown_entries_are_refused() -> None:
    with pytest.raises(UnreadableListError, match="foreign-question"):
        question("harbour", "storming", attackers=[{"class": "customs"}], defenders=[{"class": "customs"}])
    with pytest.raises(UnreadableListError, match="exclusive"):
        question(
            "harbour",
            "fire",
            shooter={"class": "customs", "weapon": "musket"},
            distance=5,
            situations=["drunk", "sober"],
            target={"class": "customs"},
        )


# Zero Altitude: a d10, and a 2 that is always out


@pytest.mark.parametrize("facts", [[], ["floating"], ["shielded"]])
def test_fire_in_orbit(facts: list[str]) -> None:
    shooter = {"class": "marine", "weapon": "slugthrower"}
    told = question("orbit", "fire", shooter=shooter, distance=12, situations=facts, target={"class": "settler"})
    number, save = 6 + 2 * ("floating" in facts), 2 if "shielded" in facts else 8

    def game(roll: Roll) -> str:
        hits = sum(roll(10) >= number for _ in range(2))
        faces = [roll(10) for _ in range(hits)]
        if not faces:
            return "missed"
        return "killed" if any(face <= 2 or face < save for face in faces) else "suppressed"

    assert fractions(told["target"]["outcomes"]) == every_roll(game)


def test_a_profile_counts_at_the_edges_of_the_bands() -> None:
    squad = Squad(name="A", class_="marine", figures=(Figure(count=3, weapons=("beamer", "slugthrower")),))
    roster = Roster(format="armylist/1", ruleset="orbit", name="A", squads=(squad,))
    made = profile_of(roster, ORBIT, "settler")
    lost = 1 - Fraction(3, 10)
    assert [one.distance for one in made.distances] == [6, 12, 30]
    assert [one.power["still"]["open"].kills for one in made.distances] == [
        3 * lost * best for best in (Fraction(14, 10), Fraction(10, 10), Fraction(4, 10))
    ]
    assert (made.men, made.morale, made.platoon) == (3, (), None)
    assert made.staying.hits == {"open": 2 / (1 - Fraction(8, 10)), "cover": 2 / (1 - Fraction(8, 10))}
