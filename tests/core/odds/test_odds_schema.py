"""The published schema accepts every question of the tests and its answer."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules.core.odds import answer
from rules.core.odds.format.reading import SCHEMA
from tests.core.documents import LIBRARY
from tests.core.odds import test_odds_fire_bi, test_odds_fire_d6
from tests.core.odds.test_odds_examples import QUESTIONS

WHOLE = json.loads(SCHEMA.read_text(encoding="utf-8"))
QUESTION, ANSWER = (
    Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": WHOLE["$defs"]}) for part in ("question", "answer")
)
MAN = {"class": "elite"}
FIGHTER = [{"class": "expert"}]
TANK = {"vehicle": "tank"}
# Those with answers of other shapes: nobody is reached, nothing can succeed, nothing harms.
OTHERS: list[dict[str, Any]] = [
    {
        "ruleset": "bn",
        "question": "covering-fire",
        **MAN,
        "group": [{"weapon": "rifle"}],
        "distance": 51,
        "target": MAN,
    },
    {"ruleset": "bn", "question": "morale", **MAN, "men": 9, "lost": 8},
    {"ruleset": "bi", "question": "morale", "class": "rabble", "situations": ["wounded", "isolated"]},
    {"ruleset": "ludonet", "question": "morale", "men": 3, "lost": 0},
    {"ruleset": "rth-it", "question": "spotting", "distance": 101},
    {"ruleset": "bn", "question": "spotting", **MAN, "distance": 99, "situations": ["jungle"]},
    {
        "ruleset": "bi",
        "question": "spotting",
        **MAN,
        "distance": 9,
        "observer": "closed-vehicle",
        "target": MAN,
    },
    {"ruleset": "bi", "question": "initiative", "side": {}, "enemy": {}},
    {"ruleset": "ludonet", "question": "melee", "side": FIGHTER, "enemy": FIGHTER},
    {"ruleset": "bi", "question": "save", "target": TANK, "shooter": {"weapon": "rpg"}},
    {"ruleset": "bi", "question": "save", "target": TANK, "shooter": {"weapon": "pistol"}},
    {"ruleset": "bn", "question": "save", "target": TANK, "situations": ["ied"]},
    {"ruleset": "bn", "question": "bombardment", "by": "mortars", **MAN, "distance": 5, "target": MAN},
    {
        "ruleset": "bn",
        "question": "bombardment",
        "by": "ied",
        "target": TANK | {"occupants": {"class": "elite", "count": 3}},
    },
    {"ruleset": "bi", "question": "bombardment", "by": "ap-minefield", "zone": "long", "target": TANK},
    {"ruleset": "ludonet", "question": "bombardment", "by": "air-support", "target": {"class": "expert"}},
    {"ruleset": "bn", "question": "roll", "roll": "intelligence", "level": 1, "against": 3},
    {
        "ruleset": "bn",
        "question": "storming",
        "attackers": [MAN | {"situations": ["suppressed"]}],
        "defenders": [MAN],
    },
    *(
        {
            "ruleset": ruleset,
            "question": "profile",
            "range": 50,
            "target": {"class": class_},
            "list": {"format": "armylist/1", "ruleset": ruleset, "name": "Nobody", "squads": []},
        }
        for ruleset, class_ in (("bn", "elite"), ("rth-en", "elite"), ("bi", "elite"), ("ludonet", "expert"))
    ),
]
CASES = [
    *(json.loads(path.read_bytes()) for path in QUESTIONS),
    *test_odds_fire_d6.CASES[::3],
    *test_odds_fire_bi.CASES[::3],
    *({"format": "odds/1", "id": "q"} | other for other in OTHERS),
]


@pytest.mark.parametrize("ruleset", ["rth-it", "rth-en", "bn", "bi", "ludonet"])
def test_the_schema_holds_questions_and_answers(ruleset: str) -> None:
    for question in CASES:
        if question["ruleset"] == ruleset:
            QUESTION.validate(question)
            told = json.loads(json.dumps(answer(json.dumps(question).encode(), LIBRARY)))
            ANSWER.validate(told)
            assert told.get("id") == question.get("id")
            assert ("because" in told) == (told["status"] != "ok")


def test_a_list_without_men_comes_to_nothing() -> None:
    told = answer(json.dumps({"format": "odds/1"} | OTHERS[-4]).encode(), LIBRARY)
    nothing = {"fraction": "0/1", "decimal": 0.0}
    power = {place: {"hits": nothing, "kills": nothing} for place in ("open", "cover")}
    assert told["men"] == 0
    assert told["distances"] == [
        {"distance": distance, "still": power, "moved": power} for distance in (25, 50, 100, 150)
    ]
    none = {"hits": nothing, "dice": nothing}
    assert told["staying_power"] == {"half": 0, "open": none, "cover": none}
    assert (told["morale"], told["platoon"]) == ([], None)
