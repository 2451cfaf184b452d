"""The bounds of each field: the last value is answered, the next is refused in one line, with the path of the field."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.core.document.problem import UnreadableListError
from rules.core.odds import answer
from tests.core.documents import LIBRARY

Path = tuple[str | int, ...]
RIFLEMAN = {"class": "elite", "weapon": "rifle"}
MAN = {"class": "elite"}
FIRE = {"question": "fire", "shooter": RIFLEMAN, "distance": 20, "target": MAN}
AT_ARMOUR = FIRE | {"target": {"vehicle": "tank", "occupants": MAN | {"count": 1}}}
LUDONET = {
    "ruleset": "ludonet",
    "question": "fire",
    "shooter": {"class": "expert", "weapon": "small-arms", "combat_value": 1},
    "target": {"class": "expert", "combat_value": 1},
    "distance": 20,
    "range": 50,
}
GROUP = {"question": "covering-fire", "class": "elite", "group": [{"weapon": "rifle"}], "distance": 20}
MORALE = {"question": "morale", "class": "elite", "men": 200, "lost": 5}
STORMING = {
    "question": "storming",
    "attackers": [{"class": "recruit"}],
    "defenders": [{"class": "recruit"}],
}
INITIATIVE = {"question": "initiative", "side": MAN, "enemy": MAN}
SPOTTING = {"question": "spotting", "class": "elite", "distance": 20, "target": MAN}
PROFILE = {
    "question": "profile",
    "list": {"format": "armylist/1", "ruleset": "bn", "name": "A", "squads": []},
    "target": MAN,
    "distances": [25],
}
ROLL = {"question": "roll", "roll": "intelligence", "level": 1}
# A question, the path of a field, and its bounds.
BOUNDS: list[tuple[dict[str, Any], Path, int, int]] = [
    (FIRE, ("distance",), 0, 1000),
    (FIRE, ("shooter", "count"), 1, 20),
    (FIRE, ("target", "figures"), 1, 20),
    (AT_ARMOUR, ("target", "occupants", "count"), 1, 20),
    (LUDONET, ("range",), 1, 1000),
    (LUDONET, ("shooter", "combat_value"), 0, 100),
    (LUDONET, ("target", "combat_value"), 0, 100),
    ({"question": "save", "target": MAN}, ("hits",), 1, 20),
    (GROUP, ("distance",), 0, 1000),
    (GROUP, ("group", 0, "count"), 1, 20),
    ({"question": "suppression", "class": "elite"}, ("leadership",), 0, 4),
    (MORALE | {"lost": 0}, ("men",), 1, 200),
    (MORALE, ("lost",), 0, 200),
    (MORALE, ("leaders_lost",), 0, 5),
    (MORALE, ("formations",), 0, 50),
    ({"ruleset": "bi", "question": "morale", "class": "elite"}, ("badly_wounded",), 0, 20),
    (SPOTTING, ("distance",), 0, 1000),
    (SPOTTING, ("count",), 1, 20),
    (STORMING, ("attackers", 0, "count"), 1, 20),
    (STORMING, ("defenders", 0, "count"), 1, 20),
    (INITIATIVE, ("side", "leadership"), 0, 4),
    (INITIATIVE, ("enemy", "active_turns"), 0, 20),
    ({"question": "bombardment", "by": "ied", "target": MAN}, ("target", "figures"), 1, 20),
    ({"question": "bombardment", "by": "mortars", "target": MAN} | MAN, ("distance",), 0, 1000),
    (
        {"ruleset": "ludonet", "question": "bombardment", "by": "air-support", "target": {"class": "expert"}},
        ("passes",),
        1,
        3,
    ),
    (ROLL, ("level",), 1, 4),
    (ROLL, ("against",), 0, 4),
    (PROFILE, ("target", "figures"), 1, 20),
    (PROFILE, ("distances", 0), 0, 1000),
]


def having(question: dict[str, Any], path: Path, value: int) -> bytes:
    """The question with another value for a field."""
    made: Any = json.loads(json.dumps({"format": "odds/1", "ruleset": "bn"} | question))
    *way, last = path
    place = made
    for step in way:
        place = place[step]
    place[last] = value
    return json.dumps(made).encode()


def dotted(path: Path) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).removeprefix(".")


def beyond(path: Path, least: int, most: int) -> Iterator[tuple[int, str]]:
    yield least - 1, f"{dotted(path)}: the minimum is {least}"
    yield most + 1, f"{dotted(path)}: the maximum is {most}"


@pytest.mark.parametrize(
    ("question", "path", "least", "most"),
    BOUNDS,
    ids=[f"{question['question']}-{dotted(path)}" for question, path, _, _ in BOUNDS],
)
def test_values_out_of_bounds_are_refused_at_their_field(
    question: dict[str, Any], path: Path, least: int, most: int
) -> None:
    for value in (least, most):
        assert answer(having(question, path, value), LIBRARY)["question"] == question["question"]
    for value, line in beyond(path, least, most):
        with pytest.raises(UnreadableListError) as error:
            answer(having(question, path, value), LIBRARY)
        assert error.value.line("en") == line
