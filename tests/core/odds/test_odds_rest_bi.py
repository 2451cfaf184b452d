"""The other questions of Bassa Intensità, against all rolls of the game as played."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import hypot
from typing import Any

import pytest

from tests.core.odds.every_roll import Roll, every_roll
from tests.core.odds.tabletop_bi import QUALITY, Outcome, half_up
from tests.core.odds.test_odds_fire_d6 import ask, fraction, fractions


def question(kind: str, **fields: Any) -> Any:
    return ask({"format": "odds/1", "ruleset": "bi", "question": kind, **fields})


# Damage


@pytest.mark.parametrize("hits", [1, 2, 3])
@pytest.mark.parametrize("facts", [[], ["sniper"], ["flak-jacket"], ["bulletproof-vest", "sniper"], ["target-wounded"]])
def test_damage_to_men(hits: int, facts: list[str]) -> None:
    told = question("save", target={"class": "elite"}, hits=hits, situations=facts)

    def game(roll: Roll, hits: int = hits) -> str:
        outcome = Outcome({"target": {"class": "elite"}, "situations": facts})
        for _ in range(hits):
            outcome.hit(roll)
        return outcome.said

    assert fractions(told["target"]["outcomes"]) == every_roll(game)
    once = every_roll(lambda roll: game(roll, 1))
    assert fraction(told["chance"]) == 1 - once.get("badly-wounded", 0) - once.get("dead", 0)


def test_armour_that_nothing_pierces_is_immune() -> None:
    told = question("save", target={"vehicle": "tank"}, shooter={"weapon": "rifle"}, hits=3)
    assert (told["status"], told["because"]["source"]) == ("immune", "Danni")
    assert fraction(told["chance"]) == 1
    assert fractions(told["target"]["outcomes"]) == {"not-pierced": 1}


# Morale

MORALE = {
    "wounded": -3,
    "isolated": -2,
    "under-fire": -2,
    "leader-killed": -1,
    "fanatic": 1,
    "fanatic-2": 2,
    "damage": -2,
}
MORALE |= {"light-cover": 1, "heavy-cover": 2, "entrenched": 2, "motivated": 1, "tired": -1}


@pytest.mark.parametrize("class_", QUALITY)
def test_morale(class_: str) -> None:
    told_facts = [
        [],
        ["wounded", "isolated", "damage"],
        ["fanatic-2", "entrenched"],
        ["shocked"],
        ["armoured-crew"],
    ]
    told_facts += [
        ["tired", "under-fire", "leader-killed"],
        ["armoured-crew", "shocked", "motivated", "light-cover"],
    ]
    for facts, badly_wounded in product(told_facts, (0, 2)):
        number = QUALITY[class_] + 3 + sum(MORALE.get(fact, 0) for fact in facts) - badly_wounded

        def game(roll: Roll, number: int = number, facts: list[str] = facts) -> str:
            if roll(10) <= number:
                return "passed"
            face = roll(6) - 2 * ("armoured-crew" in facts) - (class_ == "elite")
            if face <= 3:
                return "panic" if "shocked" in facts else "shocked"
            return "panic" if face <= 5 else "surrender"

        told = question("morale", situations=facts, badly_wounded=badly_wounded, **{"class": class_})
        assert fractions(told["outcomes"]) == every_roll(game)
        assert (told["base"], told["status"]) == (QUALITY[class_] + 3, "cannot" if number < 1 else "ok")


# Spotting

LEVELS = ["very-easy", "easy", "normal", "difficult", "no"]
SEEN = {  # moving, cover: infantry, open vehicle, closed vehicle
    ("class", True, False): (0, 1, 2),
    ("class", True, True): (1, 3, 4),
    ("class", False, False): (2, 2, 3),
    ("class", False, True): (3, 4, 4),
    ("vehicle", True, False): (0, 0, 1),
    ("vehicle", True, True): (1, 1, 2),
    ("vehicle", False, False): (1, 1, 2),
    ("vehicle", False, True): (2, 2, 3),
}


def needed(level: int, quality: int) -> int:
    """The highest d10 on which an action of a level succeeds."""
    return [10, min(10, 2 * quality), quality, half_up(quality), 0][min(max(level, 0), 4)]


@pytest.mark.parametrize("observer", ["infantry", "open-vehicle", "closed-vehicle"])
def test_spotting(observer: str) -> None:
    column = ["infantry", "open-vehicle", "closed-vehicle"].index(observer)
    harder = {"target-fired": -1, "scout": -1, "night-moon": 1}
    for (kind, moving, cover), more, class_ in product(
        SEEN,
        ([], ["target-fired"], ["scout", "night-moon"], ["night-moon"], ["motivated"]),
        ("elite", "recruit"),
    ):
        facts = more + ["target-moving"] * moving + ["heavy-cover"] * cover
        target = {"class": "elite"} if kind == "class" else {"vehicle": "tank"}
        told = question(
            "spotting", observer=observer, distance=40, target=target, situations=facts, **{"class": class_}
        )
        level = SEEN[kind, moving, cover][column] + sum(harder.get(fact, 0) for fact in more)
        number = needed(level, QUALITY[class_] + ("motivated" in more))
        assert fraction(told["chance"]) == Fraction(number, 10)
        assert told["status"] == ("ok" if number else "cannot")


def test_nobody_sees_beyond_the_night() -> None:
    fields: Any = {"class": "elite", "target": {"class": "elite"}}
    for facts, edge in ((["night-dark"], 20), (["night-moon"], 50), (["night-dark", "light-amplifier"], 200)):
        told = [question("spotting", distance=edge + more, situations=facts, **fields)["status"] for more in (0, 1)]
        assert told == ["ok", "unseen"]


def test_a_hidden_sniper_is_difficult_for_infantry_and_impossible_else() -> None:
    fields: Any = {"class": "elite", "target": {"class": "elite"}, "distance": 5}
    facts = ["hidden-sniper", "target-fired", "target-moving"]
    seen = [
        fraction(question("spotting", observer=observer, situations=facts, **fields)["chance"])
        for observer in ("infantry", "open-vehicle", "closed-vehicle")
    ]
    assert seen == [Fraction(3, 10), 0, 0]


# Indirect fire

RINGS = {"mortar-60": (4, 6), "mortar-77": (4, 8), "mortar-103": (5, 10), "mortar-over-103": (8, 15)}
RINGS |= {"artillery-over-150": (10, 20)}


@cache
def off(precise: bool, axes: int) -> dict[float, Fraction]:
    """The distances of the deviation, each with its chance."""
    dice, faces = (2, 6) if precise else (4, 10)
    sums = [sum(rolled) for rolled in product(range(1, faces + 1), repeat=dice)]
    counted = {total: Fraction(sums.count(total), len(sums)) for total in set(sums)}
    if axes == 1:
        return {float(total): share for total, share in counted.items()}
    found: dict[float, Fraction] = {}
    for (a, one), (b, other) in product(counted.items(), repeat=2):
        found[hypot(a, b)] = found.get(hypot(a, b), Fraction()) + one * other
    return found


def landing(by: str, quality: int) -> dict[str, Fraction]:
    short, long = RINGS[by]
    found = dict.fromkeys(("on", "short", "long", "away"), Fraction())
    for precise, chance in ((True, Fraction(quality, 10)), (False, 1 - Fraction(quality, 10))):
        found["on" if precise else "away"] += chance / 5
        for axes in (1, 2):
            for distance, share in off(precise, axes).items():
                place = "short" if distance <= short else "long" if distance <= long else "away"
                found[place] += chance * Fraction(2, 5) * share
    return found


@pytest.mark.parametrize("by", RINGS)
def test_indirect_fire(by: str) -> None:
    for class_, facts, contact in (
        ("elite", [], None),
        ("recruit", ["light-cover", "tired"], "general"),
        ("veteran", ["entrenched", "motivated"], "dedicated"),
        ("rabble", [], "platoon"),
    ):
        quality = QUALITY[class_] + ("motivated" in facts) - ("tired" in facts)
        told = question(
            "bombardment",
            by=by,
            situations=facts,
            target={"class": "regular"},
            **{"class": class_} | ({"contact": contact} if contact else {}),
        )
        fell = landing(by, quality)
        assert fractions(told["landing"]) == {place: share for place, share in fell.items() if share}
        near, far = (2, 1) if "entrenched" in facts else (3, 2) if "light-cover" in facts else (6, 3)
        more = by in ("mortar-over-103", "artillery-over-150")
        level = {"platoon": 1, "dedicated": 2, "general": 3}.get(contact or "", 0)
        reached = Fraction(needed(level, quality), 10)
        hit = reached * ((fell["on"] + fell["short"]) * (near + more) + fell["long"] * (far + more)) / 10
        assert fractions(told["target"]["hits"]) == {0: 1 - hit, 1: hit}
        assert [gate["id"] for gate in told["gates"]] == (["contact"] if contact else [])


def test_mines_and_bombs() -> None:
    def hit(by: str, target: dict[str, Any], **fields: Any) -> Fraction:
        told = question("bombardment", by=by, target=target, **fields)
        return 1 - fraction(told["target"]["hits"][0])

    men, tank, truck = {"class": "regular"}, {"vehicle": "tank"}, {"vehicle": "civilian-vehicle"}
    assert [hit("ap-minefield", men, zone=zone) for zone in ("short", "long")] == [
        Fraction(6, 10),
        Fraction(3, 10),
    ]
    assert hit("air-strike", men, zone="short", situations=["anti-tank-bombs"]) == Fraction(3, 10)
    assert hit("air-strike", men, zone="long", situations=["anti-tank-bombs", "heavy-cover"]) == Fraction(1, 10)
    assert hit("booby-trap", men, zone="long", situations=["entrenched", "bulletproof-vest"]) == Fraction(3, 10)
    assert hit("at-minefield", truck) == Fraction(1, 2)
    told = question("bombardment", by="at-minefield", target=tank)
    assert fraction(told["target"]["outcomes"]["not-pierced"]) == Fraction(4, 10)
    told = question("bombardment", by="ap-minefield", target=tank, zone="short")
    assert told["status"] == "immune"
    assert fraction(told["expected_kills"]) == 0
    told = question("bombardment", by="booby-trap", target=men, zone="short", situations=["bulletproof-vest"])
    assert fraction(told["target"]["outcomes"]["dead"]) == Fraction(6, 10) * Fraction(1, 10)


# Single rolls, initiative


@pytest.mark.parametrize("class_", QUALITY)
def test_actions(class_: str) -> None:
    own = QUALITY[class_]
    for level, difficulty in enumerate(LEVELS[:4]):
        for facts in ([], ["wounded"], ["motivated"], ["tired", "wounded"]):
            quality = own + ("motivated" in facts) - ("tired" in facts)
            fields = {"class": class_, "difficulty": difficulty, "situations": facts}
            told = question("roll", roll="action", **fields)
            assert fraction(told["chance"]) == Fraction(needed(level + ("wounded" in facts), quality), 10)
    others = {"isolated": own, "new-leader": own, "find-minefield": own, "find-trap": half_up(own)}
    found = {name: question("roll", roll=name, **{"class": class_})["need"] for name in others}
    assert found == {name: {"at_most": number} for name, number in others.items()}
    engineer = {"class": class_, "situations": ["engineer"]}
    found = {name: question("roll", roll=name, **engineer)["need"] for name in ("find-minefield", "find-trap")}
    assert found == {"find-minefield": {"at_most": min(10, 2 * own)}, "find-trap": {"at_most": own}}


def test_rolls_on_a_d6() -> None:
    hidden = [question("roll", roll="hidden-sniper", **{"class": class_})["need"] for class_ in QUALITY]
    assert hidden == [{"at_most": number} for number in (4, 3, 2, 2, 2)]
    returns = question("roll", roll="aircraft-returns")
    assert (returns["die"], returns["need"]) == (6, {"at_least": 6})
    begins = question("initiative", side={}, enemy={})
    assert (begins["die"], begins["dice"], fraction(begins["wins"])) == (6, 1, Fraction(15, 36))


def test_a_known_impact_zone_needs_no_observer() -> None:
    """A given zone is the answer; without one, the class of the observer is needed."""
    men = {"class": "regular"}
    near = question("bombardment", by="mortar-77", target=men, zone="short")
    far = question("bombardment", by="mortar-77", target=men, zone="long")
    assert 1 - fraction(near["target"]["hits"][0]) > 1 - fraction(far["target"]["hits"][0]) > 0
    assert (near["gates"], "landing" in near) == ([], False)


def test_a_target_without_a_number_in_the_table_cannot_be_hit() -> None:
    told = question(
        "fire",
        shooter={"class": "regular", "weapon": "aa-mg"},
        target={"air": "aircraft"},
        distance=100,
        range=400,
    )
    assert told["status"] == "cannot"
