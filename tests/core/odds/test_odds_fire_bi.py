"""Fire of Bassa Intensità, against all rolls of the game as it is played."""

from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from tests.core.odds import tabletop_bi
from tests.core.odds.every_roll import every_roll
from tests.core.odds.test_odds_fire_d6 import ask, expected, fraction, fractions, summed

Question = dict[str, Any]

FACTS = [
    "motivated",
    "tired",
    "aimed",
    "sniper",
    "target-cautious",
    "target-running",
    "prone",
    "light-cover",
    "heavy-cover",
]
FACTS += [
    "entrenched",
    "bolt-action",
    "moved",
    "moved-stabilised",
    "night-moon",
    "night-dark",
    "night-vision",
]
FACTS += [
    "light-amplifier",
    "target-fired",
    "target-fired-automatic",
    "opportunity",
    "covering",
    "wounded",
    "one-crewman",
]
FACTS += ["not-set-up", "isolated", "hidden", "flak-jacket", "bulletproof-vest", "target-wounded"]
OF_VEHICLES = [
    "recoilless",
    "over-99mm",
    "over-116mm",
    "unarmoured",
    "advanced-armour",
    "high-tech-armour",
    "no-turret",
]
GROUPS = [
    {"motivated", "tired"},
    {"target-cautious", "target-running"},
    {"light-cover", "heavy-cover", "entrenched"},
    {"moved", "moved-stabilised"},
    {"night-moon", "night-dark"},
    {"night-vision", "light-amplifier"},
    {"target-fired", "target-fired-automatic"},
    {"opportunity", "covering"},
    {"over-99mm", "over-116mm"},
    {"flak-jacket", "bulletproof-vest"},
    {"advanced-armour", "high-tech-armour"},
]
OUT = ("badly-wounded", "dead", "destroyed", "shot-down", "exploded", "pilot")


def agreeing(facts: list[str]) -> list[str]:
    """The facts without those that an earlier one excludes."""
    kept: list[str] = []
    for fact in facts:
        if not any(fact in group and group & set(kept) for group in GROUPS):
            kept.append(fact)
    return kept


def made_up(random: Random) -> Question:
    """A question of fire with few enough rolls to enumerate."""
    weapon = random.choice([name for name in tabletop_bi.ROWS if " " not in name])
    shooter: Question = {"class": random.choice(list(tabletop_bi.QUALITY)), "weapon": weapon}
    if weapon in tabletop_bi.AREA_WEAPONS:
        shooter["mode"] = random.choice(["single", "area"])
    if random.random() < 0.2:
        shooter["vehicle"] = "tank"
    facts = random.sample(FACTS, random.choice([0, 1, 2, 3, 4]))
    target: Question = {"class": "regular", "figures": random.choice([1, 2])}
    kind = random.random()
    if kind < 0.35:
        vehicle = random.choice(["tank", "tracked-carrier", "wheeled-carrier", "civilian-vehicle"])
        target = {"vehicle": vehicle, "facing": random.choice(["front", "side"])}
        facts = random.sample(OF_VEHICLES, random.choice([0, 1, 2])) + facts[:2]
    elif kind < 0.5:
        target = {"air": random.choice(["aircraft", "helicopter"])}
        shooter = {"class": shooter["class"], "weapon": random.choice(list(tabletop_bi.ANTI_AIR))}
    question = {
        "format": "odds/1",
        "ruleset": "bi",
        "question": "fire",
        "shooter": shooter,
        "distance": random.choice([3, 5, 10, 15, 16, 20, 21, 30, 40, 50, 60, 80, 81, 100, 120, 200, 300]),
        "situations": agreeing(facts),
        "target": target,
    }
    rolls = tabletop_bi.shots_of(question) * (2 if "vehicle" in target else 1)
    rolls += sum(fact in facts for fact in ("isolated", "hidden"))
    if rolls == 1 and weapon not in tabletop_bi.BLAST:
        shooter["count"] = random.choice([1, 2])
    return question


def _few(question: Question) -> bool:
    target = question["target"]
    shots = tabletop_bi.shots_of(question) * question["shooter"].get("count", 1)
    gates = sum(fact in question["situations"] for fact in ("isolated", "hidden"))
    dice = shots * (3 if "vehicle" in target else 2) + gates * question["shooter"].get("count", 1)
    if tabletop_bi.weapon_of(question) in tabletop_bi.BLAST and "class" in target:
        dice += 1
    if tabletop_bi.is_area(question):
        dice += target.get("figures", 1) - 1
    return dice <= 4


FEW = settings().max_examples // 12
SEEDS = range(max(280, settings().max_examples // 5))
CASES = [case for seed in SEEDS if _few(case := made_up(Random(seed)))]


@pytest.mark.parametrize("weapon", sorted({case["shooter"]["weapon"] for case in CASES}))
def test_fire_is_what_all_rolls_come_to(weapon: str) -> None:
    """Of four questions with each; of all of them, and of more, by `make fuzz`."""
    for question in [case for case in CASES if case["shooter"]["weapon"] == weapon][:FEW]:
        fire_is_what_all_rolls_come_to(question)


def fire_is_what_all_rolls_come_to(question: Question) -> None:
    told = ask(question)
    figures = question["target"].get("figures", 1)
    games = [every_roll(partial(tabletop_bi.fire, question, figure=place)) for place in range(figures)]
    assert fractions(told["hits"]) == summed(games[0], 0)
    assert fractions(told["target"]["hits"]) == summed(games[0], 1)
    assert fractions(told["target"]["outcomes"]) == summed(games[0], 2)
    lost = expected(games)
    if "class" in question["target"]:
        assert fractions(told["expected"]) == lost
    assert fraction(told["expected_kills"]) == sum((lost.get(name, Fraction()) for name in OUT), Fraction())
