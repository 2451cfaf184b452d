"""Fire and saves of Road to Hell and Breaking News, against all rolls of the game as it is played."""

import json
from collections import defaultdict
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from rules.core.odds import answer
from tests.core.documents import LIBRARY
from tests.core.odds import tabletop_d6
from tests.core.odds.every_roll import every_roll
from tests.hostile import some

Question = dict[str, Any]

CLASSES = {
    "rth-it": ["elite", "recruit", "partisan", "experienced"],
    "rth-en": ["elite", "recruit", "partisan", "experienced"],
    "bn": ["special-forces", "elite", "trained", "recruit", "fanatic", "militia", "mercenary"],
}
VEHICLES = {
    "rth-it": ["unprotected", "light-armour", "medium-tank", "heavy-tank"],
    "rth-en": ["unprotected", "light-armour", "medium-tank", "heavy-tank"],
    "bn": ["unprotected", "protected", "light-armour", "heavy-armour", "tank"],
}
FACTS = ["moved", "moved-little", "one-crewman", "opportunity", "dodging", "target-sniper", "leader", "cover"]
FACTS += ["target-suppressed", "speculative", "speculative-rolled"]
OF_RTH = ["partly-hidden", "prone"]
OF_BN = ["scatter", "helicopter", "rules-of-engagement"]
EXCLUDING = [{"moved", "moved-little"}, {"speculative", "speculative-rolled"}]
GATES = ("partly-hidden", "prone", "speculative-rolled", "rules-of-engagement")
NO_COLUMN = {"grenade", "flamethrower", "light-mortar"}


def made_up(random: Random) -> Question:
    """A question of fire with few enough rolls to enumerate."""
    ruleset = random.choice(["rth-it", "rth-en", "bn"])
    weapon = random.choice([name for name in tabletop_d6.ROWS[ruleset] if " " not in name])
    shooter: Question = {"class": random.choice(CLASSES[ruleset]), "weapon": weapon}
    if weapon == "assault-rifle" and ruleset == "bn":
        shooter["mode"] = random.choice(["aimed", "burst"])
    if random.random() < 0.2:
        shooter["vehicle"] = random.choice(VEHICLES[ruleset])
    facts = random.sample(FACTS + (OF_BN if ruleset == "bn" else OF_RTH), random.choice([0, 1, 1, 2, 2, 3]))
    for pair in EXCLUDING:
        if pair <= set(facts):
            facts.remove(min(pair))
    target: Question = {"class": random.choice(CLASSES[ruleset]), "figures": random.choice([1, 1, 2, 3])}
    kind = random.random()
    if kind < 0.25 and (ruleset == "bn" or weapon not in NO_COLUMN):
        target = {"vehicle": random.choice(VEHICLES[ruleset]), "facing": random.choice(["front", "side"])}
    elif kind < 0.3 and ruleset == "bn":
        target = {"air": "helicopter"}
    question = {
        "format": "odds/1",
        "ruleset": ruleset,
        "question": "fire",
        "shooter": shooter,
        "distance": random.choice([4, 9, 10, 11, 25, 26, 42, 50, 51, 90, 100, 101, 150, 151]),
        "situations": facts,
        "target": target,
    }
    if tabletop_d6.number_of_dice(question) == 1:
        gates = sum(fact in GATES for fact in facts)
        shooter["count"] = random.choice([[1, 2, 3], [1, 2], [1]][min(gates, 2)])
    return question


def ask(question: Question) -> Any:
    return answer(json.dumps(question).encode(), LIBRARY)


def fraction(chance: dict[str, Any]) -> Fraction:
    return Fraction(chance["fraction"])


def fractions(told: Any) -> Any:
    """Distributions and outcomes as fractions, without what never happens."""
    if isinstance(told, list):
        return {number: value for number, one in enumerate(told) if (value := fraction(one))}
    return {name: value for name, one in told.items() if (value := fraction(one))}


def summed(games: dict[Any, Fraction], place: int) -> dict[Any, Fraction]:
    """The chances of one part of a result."""
    found: defaultdict[Any, Fraction] = defaultdict(Fraction)
    for result, share in games.items():
        found[result[place]] += share
    return dict(found)


def expected(games: list[dict[Any, Fraction]]) -> dict[str, Fraction]:
    """The expected number of figures in each outcome."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for of_figure in games:
        for outcome, share in summed(of_figure, 2).items():
            found[outcome] += share
    return dict(found)


def _too_many(question: Question) -> bool:
    """Five dice at a man who saves for each are a million rolls."""
    return tabletop_d6.number_of_dice(question) >= 4


def seldom() -> list[Question]:
    """Questions that are rare at random: fire at a helicopter and from one, a hidden man."""
    weapons = [name for name in tabletop_d6.ROWS["bn"] if " " not in name]
    elite: Question = {"class": "elite"}
    at_air: list[tuple[str, int, list[str], Question]] = [
        (weapon, 200, [], {"air": "helicopter"}) for weapon in weapons
    ]
    from_air = [(weapon, 300, ["helicopter", "moved"], elite) for weapon in ("lmg", "hmg", "rifle")]
    hidden = [
        ("rifle", cm, ["cover", "target-suppressed", *more], elite) for cm in (25, 60) for more in ([], ["speculative"])
    ]
    return [
        {
            "format": "odds/1",
            "ruleset": "bn",
            "question": "fire",
            "shooter": {"class": "militia", "weapon": weapon},
            "distance": distance,
            "situations": facts,
            "target": target,
        }
        for weapon, distance, facts, target in (*at_air, *from_air, *hidden)
    ]


FEW = settings().max_examples // 6
SEEDS = range(max(330, settings().max_examples // 5))
CASES = [case for case in (*seldom(), *(made_up(Random(seed)) for seed in SEEDS)) if not _too_many(case)]


@pytest.mark.parametrize("weapon", sorted({case["shooter"]["weapon"] for case in CASES}))
def test_fire_is_what_all_rolls_come_to(weapon: str) -> None:
    """Of eight questions with each; of all of them, and of more, by `make fuzz`."""
    for question in [case for case in CASES if case["shooter"]["weapon"] == weapon][:FEW]:
        fire_is_what_all_rolls_come_to(question)


def fire_is_what_all_rolls_come_to(question: Question) -> None:
    told = ask(question)
    figures = question["target"].get("figures", 1)
    games = [every_roll(partial(tabletop_d6.fire, question, figure=place)) for place in range(figures)]
    assert fractions(told["hits"]) == summed(games[0], 0)
    assert fraction(told["expected_hits"]) == sum(hits * share for hits, share in summed(games[0], 0).items())
    assert fractions(told["target"]["hits"]) == summed(games[0], 1)
    assert fractions(told["target"]["outcomes"]) == summed(games[0], 2)
    lost = expected(games)
    if "class" in question["target"]:
        assert fractions(told["expected"]) == lost
    kills = sum((lost.get(name, Fraction()) for name in ("killed", "knocked-out", "exploded")), Fraction())
    assert fraction(told["expected_kills"]) == kills


POOLS = some((case for seed in SEEDS if _too_many(case := made_up(Random(seed)))), 8)
POOLS += [case for case in seldom() if _too_many(case)]


@pytest.mark.parametrize("question", POOLS, ids=lambda case: f"{case['ruleset']}-{case['shooter']['weapon']}")
def test_hits_of_a_pool_are_what_all_rolls_come_to(question: Question) -> None:
    told = ask(question)
    games = every_roll(lambda roll: tabletop_d6.shots(question, roll))
    assert fractions(told["hits"]) == summed(games, 0)
    assert fractions(told["target"]["hits"]) == summed(games, 1)


@pytest.mark.parametrize("hits", [1, 2, 3])
@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn"])
def test_saves_of_men_are_what_all_rolls_come_to(ruleset: str, hits: int) -> None:
    facts = ["", "leader", "cover", "speculative", "friendly-fire", "bombardment"]
    if ruleset == "bn":
        facts += ["ied", "inside-vehicle", "inside-heavy-vehicle", "support-fire"]
    for class_ in CLASSES[ruleset]:
        for fact in facts:
            question: Question = {
                "format": "odds/1",
                "ruleset": ruleset,
                "question": "save",
                "target": {"class": class_},
            }
            question["hits"], question["situations"] = hits, [fact] if fact else []
            games = every_roll(partial(tabletop_d6.fate_of_a_man, question, hits))
            assert fractions(ask(question)["target"]["outcomes"]) == games


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn"])
def test_saves_of_vehicles_are_what_all_rolls_come_to(ruleset: str) -> None:
    for vehicle in VEHICLES[ruleset]:
        for facing in ("front", "side"):
            for weapon in tabletop_d6.ROWS[ruleset]:
                if " " in weapon or (ruleset != "bn" and weapon in NO_COLUMN):
                    continue
                question: Question = {"format": "odds/1", "ruleset": ruleset, "question": "save", "hits": 2}
                question |= {"target": {"vehicle": vehicle, "facing": facing}, "shooter": {"weapon": weapon}}
                told = ask(question)
                games = every_roll(partial(tabletop_d6.fate, question, 2))
                assert fractions(told["target"]["outcomes"]) == games
                one = every_roll(partial(tabletop_d6.fate, question, 1))
                assert fraction(told["chance"]) == one.get("saved", 0)
