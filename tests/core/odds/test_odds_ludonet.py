"""Ludonet, against all rolls of the game as it is played."""

from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest

from tests.core.odds.every_roll import Roll, every_roll
from tests.core.odds.test_odds_fire_d6 import ask, expected, fraction, fractions, summed
from tests.core.odds.test_odds_rest_d6 import assert_opposed

Question = dict[str, Any]


def question(kind: str, **fields: Any) -> Any:
    return ask({"format": "odds/1", "ruleset": "ludonet", "question": kind, **fields})


def fire(asked: Question, roll: Roll, figure: int = 0) -> tuple[int, int, str]:
    """Play the fire: the number of shots that land, the hits on a figure (or the vehicle), its fate."""
    shooter, target, facts = asked["shooter"], asked["target"], set(asked["situations"])
    number = 4 if 2 * asked["distance"] <= asked["range"] else 5
    die = (shooter["class"] == "expert") - bool(facts & {"moved", "wounded", "prone", "cover"})
    may = (shooter["weapon"] == "anti-air") == ("air" in target) and asked["distance"] <= asked["range"]
    if "air" in target:
        number, die = 5, 0
    landed = taken = 0
    for firer in range(shooter.get("count", 1) if may else 0):
        hits = roll(6) + die >= number
        landed += hits
        taken += hits and (shooter["weapon"] == "grenade" or firer % target.get("figures", 1) == figure)
    return landed, taken, fate(asked, taken, roll)


def fate(asked: Question, hits: int, roll: Roll) -> str:
    shooter, target = asked.get("shooter", {}), asked["target"]
    if "air" in target:
        return "hit" if hits else "missed"
    wounds, worst = int("target-wounded" in asked["situations"]), 0
    for _ in range(hits):
        if "combat_value" in target:
            margin = roll(6) + shooter["combat_value"] - roll(6) - target["combat_value"]
            now = 1 if margin <= 0 else 2 if margin <= 2 else 3
        else:
            face = roll(6) + (shooter.get("weapon") == "heavy-weapon")
            now = 1 if face == 1 else 2 if face <= 4 else 3
        if "class" in target and now == 2:
            wounds += 1
            now = 3 if wounds > 1 else 2
        worst = max(worst, now)
    men = ["missed", "nothing", "wounded", "out"]
    return (men if "class" in target else ["missed", "nothing", "immobilised", "destroyed"])[worst]


SHOOTERS: list[Question] = [
    {"class": "regular", "weapon": "small-arms", "count": 2},
    {"class": "expert", "weapon": "heavy-weapon", "combat_value": 4},
    {"class": "expert", "weapon": "grenade"},
    {"class": "regular", "weapon": "anti-air", "combat_value": 3},
]
TARGETS: list[Question] = [
    {"class": "regular", "figures": 2},
    {"class": "expert", "combat_value": 3},
    {"vehicle": "vehicle", "combat_value": 5},
    {"air": "aircraft"},
]
FACTS = [[], ["moved"], ["moved", "cover", "prone"], ["wounded", "target-wounded"]]


@pytest.mark.parametrize("facts", FACTS, ids=" ".join)
def test_fire_is_what_all_rolls_come_to(facts: list[str]) -> None:
    for shooter, target, distance in product(SHOOTERS, TARGETS, (20, 21, 40, 41)):
        if "combat_value" in target and "combat_value" not in shooter:
            continue
        asked: Question = {
            "shooter": shooter,
            "target": target,
            "distance": distance,
            "range": 40,
            "situations": facts,
        }
        told = question("fire", **asked)
        figures = target.get("figures", 1)
        games = [every_roll(partial(fire, asked, figure=place)) for place in range(figures)]
        assert fractions(told["hits"]) == summed(games[0], 0)
        assert fractions(told["target"]["hits"]) == summed(games[0], 1)
        assert fractions(told["target"]["outcomes"]) == summed(games[0], 2)
        lost = expected(games)
        kills = sum((lost.get(name, Fraction()) for name in ("out", "destroyed", "hit")), Fraction())
        assert fraction(told["expected_kills"]) == kills


@pytest.mark.parametrize("facts", [[], ["target-wounded"]], ids=" ".join)
def test_damage_is_what_all_rolls_come_to(facts: list[str]) -> None:
    for weapon, target, hits in product(("small-arms", "heavy-weapon"), TARGETS[:3], (1, 2)):
        asked: Question = {
            "shooter": {"weapon": weapon, "combat_value": 4},
            "target": target,
            "situations": facts,
        }
        told = question("save", **asked, hits=hits)
        assert fractions(told["target"]["outcomes"]) == every_roll(partial(fate, asked, hits))


def test_morale_holds_until_half_are_lost() -> None:
    told = question("morale", men=5, lost=3)
    assert (told["need"], fraction(told["chance"])) == ({"at_least": 3}, Fraction(2, 3))
    assert [fraction(one) for one in told["curve"]] == [1, 1, 1, *[Fraction(2, 3)] * 3]


def test_melee() -> None:
    for (ours, mine), (theirs, yours) in product(
        (([], 0), (["from-behind"], 2), (["prone", "wounded"], -3)), (([], 0), (["breaking-off"], 0))
    ):
        side = [{"class": "expert", "situations": ours}]
        told = question("melee", side=side, enemy=[{"class": "regular", "situations": theirs}])
        assert_opposed(told, 1 + mine + 2 * bool(theirs), yours, 1)


@pytest.mark.parametrize("passes", [1, 2, 3])
def test_air_support(passes: int) -> None:
    told = question("bombardment", by="air-support", target={"class": "regular", "figures": 3}, passes=passes)

    def game(roll: Roll) -> str:
        hits = sum(roll(6) >= 5 for _ in range(passes))
        return fate({"target": {"class": "regular"}, "situations": []}, hits, roll)

    assert fractions(told["target"]["outcomes"]) == every_roll(game)
    assert fraction(told["expected_kills"]) == 3 * every_roll(game).get("out", 0)


def test_running() -> None:
    assert question("roll", roll="running")["need"] == {"at_most": 4}
