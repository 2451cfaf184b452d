"""The other questions of Road to Hell and Breaking News, against all rolls of the game as played."""

from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tests.core.odds.every_roll import Roll, every_roll
from tests.core.odds.tabletop_d6 import SAVES
from tests.core.odds.test_odds_fire_d6 import CLASSES, ask, fraction, fractions

GAMES = ["rth-it", "rth-en", "bn"]
MELEE = {
    "commandos": 5,
    "special-forces": 5,
    "elite": 4,
    "veteran": 3,
    "mercenary": 3,
    "experienced": 2,
    "trained": 2,
}
MELEE |= {"fanatic": 2, "recruit": 1, "partisan": 1, "militia": 1}
INITIATIVE = {"commandos": 6, "special-forces": 5, "elite": 5, "veteran": 4, "mercenary": 4, "experienced": 3}
INITIATIVE |= {"trained": 3, "partisan": 3, "fanatic": 3, "recruit": 2, "militia": 2}


def question(ruleset: str, kind: str, **fields: Any) -> Any:
    return ask({"format": "odds/1", "ruleset": ruleset, "question": kind, **fields})


@cache
def opposed(ours: int, theirs: int, dice: int) -> dict[str, Fraction]:
    """Both sides roll this many dice; the higher wins."""

    def game(roll: Roll) -> str:
        mine = ours + sum(roll(6) for _ in range(dice))
        yours = theirs + sum(roll(6) for _ in range(dice))
        return "wins" if mine > yours else "loses" if mine < yours else "ties"

    return {"wins": Fraction(), "ties": Fraction(), "loses": Fraction()} | every_roll(game)


def assert_opposed(told: Any, ours: int, theirs: int, dice: int) -> None:
    rolled = opposed(ours, theirs, dice)
    assert (told["side"], told["enemy"]) == ({"bonus": ours}, {"bonus": theirs})
    assert {name: fraction(told[name]) for name in rolled} == rolled
    assert fraction(told["decided"]) == rolled["wins"] / (rolled["wins"] + rolled["loses"])


# Covering fire

COVERING = {
    "rth-it": {
        "rifle": [1, 1, 1, 0],
        "semi-auto-rifle": [1, 1, 1, 0],
        "smg": [4, 2, 0, 0],
        "hmg": [7, 6, 4, 3],
    },
    "rth-en": {
        "rifle": [1, 1, 1, 0],
        "semi-auto-rifle": [3, 2, 1, 0],
        "smg": [4, 2, 0, 0],
        "hmg": [7, 6, 4, 3],
    },
    "bn": {"rifle": [1, 1], "assault-rifle": [3, 2], "grenade": [0, 0], "lmg": [5, 4], "tank-gun": [0, 0]},
}
BONUS = {"elite": 3, "recruit": 0}


@pytest.mark.parametrize("facts", [[], ["bunker"], ["cover"], ["bunker", "leader"]])
@pytest.mark.parametrize("ruleset", GAMES)
def test_covering_fire(ruleset: str, facts: list[str]) -> None:
    edges = [25, 50] if ruleset == "bn" else [25, 50, 100, 150]
    for (weapon, values), class_, count, place in product(
        COVERING[ruleset].items(), BONUS, (1, 2, 5), range(len(edges))
    ):
        told = question(
            ruleset,
            "covering-fire",
            **{"class": class_, "group": [{"weapon": weapon, "count": count}], "distance": edges[place]},
            situations=facts,
            target={"class": "recruit"},
        )
        weapons = values[place] * count
        value = min(weapons + (BONUS[class_] if weapons else 0), 9 if ruleset == "bn" else 8)
        dice = 3 if "bunker" in facts else 2

        def game(roll: Roll, value: int = value, dice: int = dice, reached: int = weapons) -> str:
            rolled = sum(roll(6) for _ in range(dice))
            if not reached or rolled > value:
                return "missed"
            face, bonus = roll(6), 1 if {"cover", "leader"} & set(facts) else 0
            return "suppressed" if face > 1 and face + bonus >= 5 else "killed"

        assert (told["weapons"], told["value"], told["dice"]) == (weapons, value, dice)
        assert told["status"] == ("ok" if weapons else "out-of-range")
        outcomes = every_roll(game)
        assert fractions(told["target"]["outcomes"]) == outcomes
        assert fraction(told["chance"]) == 1 - outcomes.get("missed", 0)


# Suppression and morale


@pytest.mark.parametrize("leadership", range(5))
def test_suppression(leadership: int) -> None:
    for class_, value in {"elite": 4, "recruit": 2, "fanatic": 3, "special-forces": 5}.items():
        most = min(value + leadership, 5)  # a 6 always fails
        told = question("bn", "suppression", **{"class": class_, "leadership": leadership})
        assert (told["need"], fraction(told["chance"])) == ({"at_most": most}, Fraction(most, 6))


def passes_morale(roll: Roll, dice: int, counted: int, half: bool) -> bool:
    """A die at or over the losses passes; a 6 passes while half of the men are there (§12.0)."""
    faces = [roll(6) for _ in range(dice)]
    return any(face >= counted or (face == 6 and half) for face in faces)


@pytest.mark.parametrize("ruleset", ["rth-it", "bn"])
@pytest.mark.parametrize("leaders", [0, 1, 2])
def test_morale(ruleset: str, leaders: int) -> None:
    for class_, formations, men in product(CLASSES[ruleset], (0, 1), (1, 5)):
        dice = min(INITIATIVE[class_] + formations, 3)  # more dice follow the same rule, and are slow
        formations = dice - INITIATIVE[class_]
        if formations < 0:
            continue
        for lost in range(leaders, men + 1):
            told = question(
                ruleset,
                "morale",
                **{
                    "class": class_,
                    "men": men,
                    "lost": lost,
                    "leaders_lost": leaders,
                    "formations": formations,
                },
            )
            half, counted = 2 * (men - lost) >= men, lost + leaders
            games = every_roll(lambda roll: passes_morale(roll, dice, counted, half))  # noqa: B023
            assert fraction(told["chance"]) == games.get(True, 0)
            assert (told["dice"], told["counted"], told["half"]) == (dice, counted, half)
            assert fraction(told["curve"][lost]) == games.get(True, 0)
            assert (told["status"], told["need"] is None) == (("ok", False) if games.get(True) else ("cannot", True))


# Spotting


@pytest.mark.parametrize("facts", [[], ["cover"], ["prone"], ["cover", "prone"]])
def test_spotting_by_the_table_of_rth(facts: list[str]) -> None:
    for distance, open_, hard in ((25, 1, 1), (26, 1, 3), (50, 1, 3), (51, 3, 5), (100, 3, 5), (101, 7, 7)):
        told = question("rth-it", "spotting", distance=distance, situations=facts, count=3)
        number = hard if facts else open_
        one = every_roll(lambda roll: roll(6) >= number).get(True, 0)  # noqa: B023
        assert fraction(told["chance"]) == one
        assert fraction(told["any"]) == 1 - (1 - one) ** 3
        assert told["status"] == ("out-of-range" if distance > 100 else "ok")


def test_spotting_by_the_table_of_bn() -> None:
    more = {"jungle": 2, "night": 2, "open": -1, "sniper": -1, "target-sniper": 1}
    for facts in ([], ["jungle"], ["night", "jungle"], ["open", "sniper"], ["target-sniper", "jungle"]):
        for distance, class_, target in product(
            (5, 6, 20, 21, 50, 100), ("elite", "militia", "special-forces"), CLASSES["bn"]
        ):
            number = {5: 0, 6: 3, 20: 3, 21: 5, 50: 5, 100: 6}[distance]
            number += sum(more[fact] for fact in facts if fact != "jungle" or "night" not in facts)
            number += {"militia": 1, "special-forces": -1}.get(class_, 0) + 2 * (target == "special-forces")
            fields = {"class": class_, "distance": distance, "situations": facts, "target": {"class": target}}
            told = question("bn", "spotting", **fields)
            assert fraction(told["chance"]) == every_roll(lambda roll: roll(6) >= number).get(True, 0)  # noqa: B023
            assert (told["status"] == "cannot") == (number > 6)


# Melee, initiative, storming


@pytest.mark.parametrize("ruleset", GAMES)
def test_melee(ruleset: str) -> None:
    for ours, theirs in product(CLASSES[ruleset], repeat=2):
        told = question(
            ruleset, "melee", side=[{"class": ours}, {"class": "elite", "situations": ["suppressed"]}],
            enemy=[{"class": theirs}],
        )  # fmt: skip
        assert_opposed(told, MELEE[ours] + MELEE["elite"] - 2, MELEE[theirs], 1)


@pytest.mark.parametrize("ruleset", GAMES)
def test_initiative(ruleset: str) -> None:
    for ours, theirs in product(CLASSES[ruleset], repeat=2):
        side = {"class": ours, "leadership": 2, "active_turns": 3}
        enemy = {"class": theirs, "leadership": 1} | ({"situations": ["ambush"]} if ruleset == "bn" else {})
        told = question(ruleset, "initiative", side=side, enemy=enemy)
        assert_opposed(told, INITIATIVE[ours] + 2 - 3, INITIATIVE[theirs] + 1 + (ruleset == "bn"), 2)
        told = question(ruleset, "initiative", side=side, enemy=enemy, occasion="setup")
        if ruleset == "bn":
            assert_opposed(told, 2, 1, 1)
        else:
            assert_opposed(told, INITIATIVE[ours], INITIATIVE[theirs], 2)


def storm(roll: Roll, dice: int, need: int, saves: list[tuple[int, int]]) -> tuple[int, int]:
    """This many dice against figures, each with a save and a bonus: hits, and lost figures."""
    hits = sum(roll(6) >= need for _ in range(dice))
    lost = 0
    for place, (number, bonus) in enumerate(saves):
        own = hits // len(saves) + (place < hits % len(saves))
        faces = [roll(6) for _ in range(own)]
        lost += any(face == 1 or face + bonus < number for face in faces)
    return hits, lost


@pytest.mark.parametrize("ruleset", GAMES)
@pytest.mark.parametrize(
    ("attackers", "defenders"),
    [
        ([("recruit", 2, [])], [("elite", 1, ["suppressed"])]),
        ([("recruit", 1, ["leader"]), ("recruit", 2, ["suppressed"])], [("recruit", 2, ["cover"])]),
        ([("elite", 1, ["suppressed"])], [("recruit", 3, [])]),
        ([("recruit", 3, [])], [("recruit", 1, ["leader"]), ("recruit", 1, [])]),
    ],
)
def test_storming(ruleset: str, attackers: list[Any], defenders: list[Any]) -> None:
    sides = {
        name: [{"class": class_, "count": count, "situations": facts} for class_, count, facts in men]
        for name, men in (("attackers", attackers), ("defenders", defenders))
    }
    told = question(ruleset, "storming", **sides)
    for ours, theirs, need, men, others in (
        ("attackers", "defenders", 6, attackers, defenders),
        ("defenders", "attackers", 5, defenders, attackers),
    ):
        dice = sum(MELEE[class_] * count for class_, count, facts in men if "suppressed" not in facts)
        saves = [
            (SAVES[class_], int(bool({"leader", "cover"} & set(facts))))
            for class_, count, facts in others
            for _ in range(count)
        ]
        games = every_roll(lambda roll: storm(roll, dice, need, saves))  # noqa: B023
        assert told[ours]["dice"] == dice
        hits: dict[int, Fraction] = {}
        lost: dict[int, Fraction] = {}
        for (scored, gone), share in games.items():
            hits[scored] = hits.get(scored, Fraction()) + share
            lost[gone] = lost.get(gone, Fraction()) + share
        assert fractions(told[ours]["hits"]) == hits
        assert fractions(told[theirs]["casualties"]) == lost
        assert fraction(told[theirs]["wiped_out"]) == lost.get(len(saves), 0)
        assert fraction(told[theirs]["expected_casualties"]) == sum(gone * share for gone, share in lost.items())


# Bombardment and single rolls


UNDER = sum(sum(faces) <= 15 for faces in product(range(1, 7), repeat=4))  # of the 1296 rolls of four dice


def test_bombardments() -> None:
    def save(roll: Roll, number: int, bonus: int = 0) -> str:
        face = roll(6)
        return "suppressed" if face > 1 and face + bonus >= number else "killed"

    def outcomes(ruleset: str, by: str, **fields: Any) -> Any:
        return fractions(
            question(ruleset, "bombardment", by=by, target={"class": "recruit"}, **fields)["target"]["outcomes"]
        )

    assert outcomes("rth-it", "artillery") == every_roll(lambda roll: save(roll, 3))
    assert outcomes("rth-it", "artillery", situations=["cover"]) == every_roll(lambda roll: save(roll, 3, 1))
    for facts, called, number, bonus in (
        ([], 4, 5, 2),
        (["rules-of-engagement"], 5, 5, 2),
        (["easier-support", "cover"], 3, 5, 2),
        (["flat-save"], 4, 3, 0),
        (["flat-save", "leader"], 4, 3, 1),
    ):

        def support(roll: Roll, called: int = called, number: int = number, bonus: int = bonus) -> str:
            if roll(6) < called or roll(1296) > UNDER:
                return "missed"
            return save(roll, number, bonus)

        assert outcomes("bn", "support-fire", situations=facts) == every_roll(support)
    assert outcomes("bn", "ied") == every_roll(lambda roll: save(roll, 3) if roll(6) >= 3 else "missed")

    def mortars(roll: Roll, distance: int, more: int) -> str:
        if roll(6) < 5:
            return "missed"
        number = {10: 4, 60: 5, 150: 6}[distance] + more
        face = roll(6)
        return save(roll, 5, int(more > 0)) if face >= number or 3 * (number - face) <= 5 else "missed"

    for distance in (10, 60, 150):
        for facts in ([], ["cover"]):
            told = outcomes("bn", "mortars", distance=distance, situations=facts, **{"class": "elite"})
            assert told == every_roll(lambda roll: mortars(roll, distance, len(facts)))  # noqa: B023


@pytest.mark.parametrize(
    ("ruleset", "fields", "good"),
    [
        ("rth-it", {"roll": "speculative"}, [5, 6]),
        ("rth-en", {"roll": "wounded"}, [3, 4, 5, 6]),
        ("bn", {"roll": "speculative", "situations": ["rules-of-engagement"]}, [6]),
        ("bn", {"roll": "support-fire", "situations": ["easier-support"]}, [3, 4, 5, 6]),
        ("bn", {"roll": "mortars", "situations": ["rules-of-engagement"]}, [6]),
        ("bn", {"roll": "mortars"}, [5, 6]),
        ("bn", {"roll": "counter-battery", "situations": ["rules-of-engagement"]}, [4, 5, 6]),
        ("bn", {"roll": "ied"}, [3, 4, 5, 6]),
        ("bn", {"roll": "intelligence", "level": 4, "against": 1}, [1, 2, 3]),
        ("bn", {"roll": "intelligence", "level": 1, "against": 2}, []),
        ("bn", {"roll": "negotiation", "level": 2}, [1, 2]),
        ("bn", {"roll": "civilians", "level": 2}, [3, 4, 5, 6]),
        ("bn", {"roll": "helicopters-stay"}, [2, 3, 4, 5, 6]),
        ("bn", {"roll": "civilian-save"}, [4, 5, 6]),
        ("bn", {"roll": "civilian-save", "class": "special-forces"}, [3, 4, 5, 6]),
        ("bn", {"roll": "civilian-save", "class": "elite"}, [4, 5, 6]),
    ],
)
def test_single_rolls(ruleset: str, fields: dict[str, Any], good: list[int]) -> None:
    told = question(ruleset, "roll", **fields)
    need = told["need"] or {}
    assert [face for face in range(1, 7) if need and need.get("at_least", 1) <= face <= need.get("at_most", 6)] == good
    assert fraction(told["chance"]) == Fraction(len(good), 6)
    assert told["status"] == ("ok" if good else "cannot")
