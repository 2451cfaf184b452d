"""Invalid or unanswerable questions: one line, with the path and the nearest valid word."""

import json
from typing import Any

import pytest

from rules.core.document.problem import UnreadableListError
from rules.core.odds import answer
from tests.core.documents import LIBRARY

FIRE: dict[str, Any] = {
    "format": "odds/1",
    "ruleset": "bn",
    "question": "fire",
    "shooter": {"class": "elite", "weapon": "rifle"},
    "distance": 20,
    "target": {"class": "elite"},
}


MAN: dict[str, Any] = {"class": "elite"}


def refused(question: Any) -> str:
    """The line that refuses a question."""
    data = question if isinstance(question, bytes) else json.dumps(question).encode()
    with pytest.raises(UnreadableListError) as error:
        answer(data, LIBRARY)
    line = error.value.line("en")
    assert 0 < len(line) <= 900
    assert error.value.line("it")
    return line


def fire(**changes: Any) -> dict[str, Any]:
    return {name: value for name, value in (FIRE | changes).items() if value is not None}


def other(kind: str, ruleset: str = "bn", **fields: Any) -> dict[str, Any]:
    return {"format": "odds/1", "ruleset": ruleset, "question": kind, **fields}


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "not JSON at line 1, column 1"),
        (b"\xff", "this is not UTF-8 text (byte 1)"),
        (b'{"a": 1, "a": 2}', '"a" appears twice'),
        (b'{"distance": NaN}', "distance: NaN is not a number"),
        (b'{"id": "\\ud800"}', "id: the text has a character that cannot be written"),
        (b"[" * 100_000, "nested too deeply"),
        (b" " * 400_001, "the question is larger than 400\N{NO-BREAK SPACE}kB: a question is far smaller"),
    ],
    ids=["empty", "utf-8", "twice", "nan", "surrogate", "nested", "size"],
)
def test_invalid_documents(data: bytes, line: str) -> None:
    assert refused(data) == line


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ([], "this must be {…}"),
        ({}, '"question" is missing'),
        (fire(question=5), "question: this must be “…”"),
        (fire(question="fier"), 'question: unknown question "fier"; did you mean "fire"?'),
        (fire(format="odds/2"), 'format: "odds/2" is not allowed: odds/1'),
        (fire(ruleset=None), '"ruleset" is missing'),
        (fire(ruleset="bnn"), 'ruleset: unknown ruleset "bnn"; did you mean "bn"?'),
        (fire(shooter=None), '"shooter" is missing'),
        (fire(shooter={"weapon": "rifle"}), 'shooter: "class" is missing'),
        (fire(shooter={"class": "elite"}), 'shooter: "weapon" is missing'),
        (fire(distance="far"), "distance: this must be 0, 1, 2, …"),
        (fire(distance=20.5), "distance: this must be 0, 1, 2, …"),
        (fire(distance=True), "distance: this must be 0, 1, 2, …"),
        (fire(distance=1001), "distance: the maximum is 1000"),
        (fire(distance=-1), "distance: the minimum is 0"),
        (fire(target={"class": "elite", "figures": 21}), "target.figures: the maximum is 20"),
        (fire(shooter={"class": "elite", "weapon": "rifle", "count": 0}), "shooter.count: the minimum is 1"),
        (fire(xyz=1), 'unknown field "xyz"'),
        (fire(situation=["cover"]), 'unknown field "situation"; did you mean "situations"?'),
        (fire(situations=["cover", "cover"]), "situations: the same value appears twice"),
        (fire(id="x" * 61), "id: at most 60 characters"),
        (other("suppression", **MAN, situations=[]), 'unknown field "situations"'),
    ],
)
def test_schema_violations(question: Any, line: str) -> None:
    assert refused(question) == line


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (
            fire(situations=["dodging", "coverr"]),
            'situations[1]: unknown situation "coverr"; did you mean "cover"?',
        ),
        (
            fire(situations=["light-cover"]),
            'situations[0]: this ruleset has no situation "light-cover"; did you mean "cover"?',
        ),
        (fire(situations=["prone"]), 'situations[0]: this ruleset has no situation "prone"'),
        (fire(situations=["suppressed"]), 'situations[0]: "suppressed" does not go with "fire"'),
        (fire(situations=["moved", "moved-little"]), 'situations[1]: "moved-little" excludes "moved"'),
        (
            fire(shooter={"class": "elit", "weapon": "rifle"}),
            'shooter.class: unknown class "elit"; did you mean "elite"?',
        ),
        (
            fire(shooter={"class": "partisan", "weapon": "rifle"}),
            'shooter.class: this ruleset has no class "partisan"',
        ),
        (
            fire(shooter={"class": "elite", "weapon": "law"}),
            'shooter.weapon: this ruleset has no weapon "law"',
        ),
        (
            fire(shooter={"class": "elite", "weapon": "tankgun"}),
            'shooter.weapon: unknown weapon "tankgun"; did you mean "tank-gun"?',
        ),
        (
            fire(shooter={"class": "elite", "weapon": "assault-rifle", "mode": "area"}),
            'shooter.mode: "assault-rifle" has no fire mode "area"',
        ),
        (
            fire(shooter={"class": "elite", "weapon": "rifle", "mode": "brust"}),
            'shooter.mode: unknown fire mode "brust"; did you mean "burst"?',
        ),
        (
            fire(shooter={"class": "elite", "weapon": "rifle", "vehicle": "helicopter"}),
            'shooter.vehicle: this ruleset has no vehicle "helicopter"',
        ),
        (
            fire(shooter={"class": "elite", "weapon": "hmg", "count": 9}),
            "shooter.count: at most 40 dice, not 45",
        ),
        (fire(target={}), "target: this must have one of class, vehicle, air"),
        (
            fire(target={"class": "elite", "vehicle": "tank"}),
            "target: this must have one of class, vehicle, air",
        ),
        (fire(target={"class": "elite", "facing": "side"}), 'target.facing: this does not go with "class"'),
        (fire(target={"vehicle": "tank", "figures": 2}), 'target.figures: this does not go with "vehicle"'),
        (fire(target={"air": "aircraft"}), 'target.air: in this ruleset nobody fires at "aircraft"'),
        (fire(target={"air": "helicopter", "facing": "side"}), 'target.facing: this does not go with "air"'),
        (
            fire(target={"vehicle": "tank", "occupants": {"class": "elitee", "count": 2}}),
            'target.occupants.class: unknown class "elitee"; did you mean "elite"?',
        ),
        (
            fire(ruleset="bi", target={"vehicle": "helicopter"}),
            'target.vehicle: to fire at "helicopter", use "air"',
        ),
        (
            fire(
                ruleset="rth-it",
                shooter={"class": "elite", "weapon": "grenade"},
                target={"vehicle": "heavy-tank"},
            ),
            'shooter.weapon: "grenade" has no save column against vehicles (§9.2)',
        ),
        (
            fire(
                ruleset="bi",
                shooter={"class": "elite", "weapon": "mg", "mode": "area", "count": 3},
                target={"class": "elite", "figures": 14},
            ),
            "shooter.count: at most 40 dice, not 42",
        ),
        (
            fire(
                ruleset="ludonet",
                shooter={"class": "expert", "weapon": "grenade"},
                target={"class": "expert"},
            ),
            '"range" is missing',
        ),
        (
            fire(
                ruleset="ludonet",
                range=50,
                shooter={"class": "expert", "weapon": "grenade"},
                target={"vehicle": "vehicle"},
            ),
            'shooter: "combat_value" is missing',
        ),
        (
            fire(
                ruleset="ludonet",
                range=50,
                shooter={"class": "expert", "weapon": "grenade", "combat_value": 1},
                target={"vehicle": "vehicle"},
            ),
            'target: "combat_value" is missing',
        ),
    ],
)
def test_fire_questions_refuse(question: Any, line: str) -> None:
    assert refused(question) == line


@pytest.mark.parametrize(
    ("question", "line"),
    [
        (other("melee", "bi", side=[MAN], enemy=[MAN]), 'question: the ruleset "bi" has no question "melee"'),
        (other("save", target={"air": "helicopter"}), 'target.air: this does not go with "save"'),
        (other("save", target=MAN, shooter=MAN), 'shooter.class: this does not go with "save"'),
        (other("save", target={"vehicle": "tank"}), 'shooter: "weapon" is missing'),
        (other("save", target=MAN, hits=21), "hits: the maximum is 20"),
        (other("save", target=MAN, shooter={"mode": "x"}), 'shooter.mode: unknown fire mode "x"'),
        (
            other("save", target=MAN, situations=["bombardment", "ied"]),
            'situations[1]: "ied" excludes "bombardment"',
        ),
        (
            other("covering-fire", **MAN, distance=5, group=[{"weapon": "rifle"}, {"weapon": "rifl"}]),
            'group[1].weapon: unknown weapon "rifl"; did you mean "rifle"?',
        ),
        (other("covering-fire", **MAN, distance=5, group=[]), "group: at least 1"),
        (
            other("covering-fire", **MAN, distance=5, group=[{"weapon": "rifle"}], target={"vehicle": "tank"}),
            'target: "class" is missing',
        ),
        (other("morale", **MAN, men=3), '"lost" is missing'),
        (other("morale", men=3, lost=1), '"class" is missing'),
        (other("morale", **MAN, men=3, lost=4), "lost: the maximum is 3"),
        (other("morale", **MAN, men=3, lost=1, leaders_lost=2), "leaders_lost: the maximum is 1"),
        (
            other("morale", **MAN, men=3, lost=1, situations=["cover"]),
            'situations[0]: "cover" does not go with "morale"',
        ),
        (other("spotting", distance=5), '"class" is missing'),
        (other("spotting", "bi", distance=5, **MAN), '"target" is missing'),
        (
            other("spotting", "bi", distance=5, **MAN, target={"air": "aircraft"}),
            'target.air: this does not go with "spotting"',
        ),
        (
            other("melee", side=[MAN], enemy=[MAN, MAN | {"situations": ["supressed"]}]),
            'enemy[1].situations[0]: unknown situation "supressed"; did you mean "suppressed"?',
        ),
        (
            other("melee", side=[MAN, MAN], enemy=[MAN, MAN]),
            "enemy: one against several, not several against several: larger fights are split",
        ),
        (
            other("melee", "ludonet", side=[{"class": "expert"}] * 2, enemy=[{"class": "expert"}]),
            "side: at most 1",
        ),
        (
            other("storming", attackers=[MAN | {"count": 11}], defenders=[MAN]),
            "attackers: at most 40 dice, not 44",
        ),
        (
            other(
                "storming",
                attackers=[MAN],
                defenders=[{"class": "recruit", "count": 20}, {"class": "recruit"}],
            ),
            "defenders: at most 20 figures, not 21",
        ),
        (other("initiative", side={}, enemy=MAN), 'side: "class" is missing'),
        (
            other("initiative", side=MAN, enemy=MAN | {"situations": ["cover"]}),
            'enemy.situations[0]: "cover" does not go with "initiative"',
        ),
        (
            other("initiative", "bi", side={}, enemy={}, occasion="setup"),
            'occasion: "setup" is not allowed: turn',
        ),
        (other("bombardment", by="artilery", target=MAN), 'by: unknown bombardment "artilery"'),
        (other("bombardment", by="artillery", target=MAN), 'by: this ruleset has no bombardment "artillery"'),
        (
            other("bombardment", by="support-fire", target={"vehicle": "tank"}),
            'target: "support-fire" is not for this target',
        ),
        (other("bombardment", by="mortars", target=MAN), '"class" is missing'),
        (other("bombardment", by="mortars", target=MAN, **MAN), '"distance" is missing'),
        (other("bombardment", "bi", by="booby-trap", target=MAN), '"zone" is missing'),
        (
            other("bombardment", "bi", by="booby-trap", zone="short", target=MAN | {"figures": 2}),
            "target.figures: the maximum is 1",
        ),
        (other("bombardment", "bi", by="mortar-60", target=MAN), '"class" is missing'),
        (
            other("bombardment", "bi", by="mortar-60", **MAN, target={"air": "helicopter"}),
            'target.air: this does not go with "mortar-60"',
        ),
        (
            other("bombardment", "bi", by="mortar-60", **MAN, target={"vehicle": "helicopter"}),
            'target.vehicle: this does not go with "mortar-60"',
        ),
        (
            other("spotting", distance=5, **MAN, target={"air": "helicopter"}),
            'target.air: this does not go with "spotting"',
        ),
        (
            other("save", target=MAN, shooter={"vehicle": "tnk"}),
            'shooter.vehicle: unknown vehicle "tnk"; did you mean "tank"?',
        ),
        (other("roll", roll="suport-fire"), 'roll: unknown roll "suport-fire"; did you mean "support-fire"?'),
        (other("roll", roll="action"), 'roll: this ruleset has no roll "action"'),
        (other("roll", roll="intelligence"), '"level" is missing'),
        (other("roll", "bi", roll="action", **MAN), '"difficulty" is missing'),
        (other("roll", "bi", roll="isolated"), '"class" is missing'),
    ],
)
def test_other_questions_refuse(question: Any, line: str) -> None:
    assert refused(question) == line


LIST: dict[str, Any] = {"format": "armylist/1", "ruleset": "bn", "name": "A", "squads": []}


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"list": 5}, "list: this must be {…}"),
        ({"list": {}}, 'list: "format" is missing'),
        ({"list": LIST | {"ruleset": "rth-it"}}, 'list.ruleset: "rth-it" is not allowed: bn'),
        (
            {"list": LIST | {"squads": [{"name": "A", "class": "elit", "figures": []}]}},
            'list.squads[0].class: unknown class "elit"; did you mean "elite"?',
        ),
        (
            {"list": LIST | {"squads": [{"name": "A", "class": "elite", "figures": [{"count": 200}] * 51}]}},
            "list.squads: at most 10000 figures, not 10200",
        ),
        ({"list": LIST, "target": {"vehicle": "tank"}}, 'target: "class" is missing'),
        ({"list": LIST, "distances": []}, "distances: at least 1"),
        ({"list": LIST, "distances": [25, 25]}, "distances: distances must increase"),
        ({"list": LIST, "distances": [50, 25]}, "distances: distances must increase"),
    ],
)
def test_profiles_refuse(fields: dict[str, Any], line: str) -> None:
    assert refused(other("profile", **({"target": MAN} | fields))) == line


def test_a_field_that_the_ruleset_does_not_read_is_checked_and_ignored() -> None:
    shooter = {"class": "elite", "weapon": "rifle", "mode": "burst", "combat_value": 7}
    plain, told = (
        answer(json.dumps(fire(ruleset="rth-it", shooter=one, **more)).encode(), LIBRARY)
        for one, more in (({"class": "elite", "weapon": "rifle"}, {}), (shooter, {"range": 3}))
    )
    assert plain == told


def test_a_whole_number_may_be_written_with_a_fraction_of_nothing() -> None:
    data = json.dumps(FIRE).replace("20", "20.0").encode()
    assert answer(data, LIBRARY) == answer(json.dumps(FIRE).encode(), LIBRARY)
