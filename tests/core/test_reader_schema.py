"""Reading: every keyword of the schema just inside its limit, which is read, and just outside, which is refused."""

import json
from typing import Any

import pytest

from rules.core.document.reader import read
from rules.core.document.roster import ExtraEntry, Figure, Modifiers, Roster, Vehicle
from tests.core.documents import LIBRARY, Document, army, extra, man, refusal, squad, vehicle

FIGURE = "squads[0].figures[0]"
VEHICLE = "squads[0].vehicles[0]"
WHOLE_NUMBER = "this must be 0, 1, 2, …"
ROLES = ["medic", "crew", "driver", "scout", "sniper", "spotter", "observer", "engineer", "squad-leader"]


def place(path: str, value: Any) -> Document:
    """A readable list except for `value` at `path` (dots between the steps, numbers are places)."""
    document = army(
        "bn",
        squad("elite", {}, vehicles=[vehicle("tank")], extras=[extra("motivation")], modifiers={}),
        extras=[extra("ambush")],
        rulings={},
        prices={},
    )
    node: Any = document
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        node = node[step]
    node[last] = value
    return document


def items(count: int, item: Any) -> list[Any]:
    return [item] * count


F, V, E, S = "squads.0.figures.0.", "squads.0.vehicles.0.", "extras.0.", "squads.0."


AT_THE_EDGE: list[Any] = [
    ("name", "x"),
    ("name", "x" * 120),
    ("name", " "),
    ("name", "\U0001f396" * 120),
    ("force", ""),
    ("force", "x" * 120),
    ("notes", "x" * 4000),
    ("notes", ""),
    ("role", "open"),
    ("limit", 1),
    ("limit", 10_000),
    ("limit", None),
    ("limit", 7.0),
    ("squads", []),
    ("squads", items(50, {"name": ""})),
    ("extras", []),
    ("extras", items(50, extra("ambush"))),
    ("prices", {f"weapons/{weapon}": 1000 for weapon in sorted(LIBRARY.known["weapon"])}),
    ("prices", {"weapons/lmg": -1000, "leadership/4": 1000.0}),
    (S + "name", ""),
    (S + "name", "x" * 120),
    (S + "kind", "observer-section"),
    (S + "traits", []),
    (S + "traits", ["msu", "secret-services", "open"]),
    (S + "modifiers", {"motivation": -1, "fanatic": 0}),
    (S + "modifiers", {"motivation": 1, "fanatic": 2}),
    (S + "figures", []),
    (S + "figures", items(200, {})),
    (S + "vehicles", items(50, vehicle("tank"))),
    (S + "extras", items(20, extra("motivation"))),
    (F + "count", 1),
    (F + "count", 200),
    (F + "name", "x" * 120),
    (F + "team", ""),
    (F + "team", "x" * 20),
    (F + "notes", "x" * 1000),
    (F + "leadership", 0),
    (F + "leadership", 4),
    (F + "commander", False),
    (F + "roles", ROLES),
    (F + "weapons", []),
    (F + "weapons", items(10, "lmg")),
    (F + "kit", ["radio", "flak-jacket"]),
    (F + "combat_value", 0),
    (F + "combat_value", 100),
    (V + "count", 50),
    (V + "name", "x" * 120),
    (V + "notes", "x" * 1000),
    (V + "weapons", items(10, "hmg")),
    (V + "traits", ["open", "stabilised"]),
    (V + "movement", "tracked"),
    (V + "combat_value", 100),
    (E + "level", 1),
    (E + "level", 9),
    (E + "count", 100),
    (E + "passes", 0),
    (E + "passes", 99),
]


def test_at_the_edge() -> None:
    refused = [(path, line) for path, value in AT_THE_EDGE if (line := refusal(place(path, value)))]
    assert refused == []


JUST_OVER: list[Any] = [
    ("format", "armylist/2", 'format: "armylist/2" is not allowed: armylist/1'),
    ("format", None, 'format: "null" is not allowed: armylist/1'),
    ("ruleset", 7, "ruleset: this must be “…”"),
    ("ruleset", "a" * 61, "ruleset: at most 60 characters"),
    ("name", "", "name: it cannot be empty"),
    ("name", "x" * 121, "name: at most 120 characters"),
    ("name", None, "name: this must be “…”"),
    ("force", "x" * 121, "force: at most 120 characters"),
    ("force", None, "force: this must be “…”"),
    ("notes", "x" * 4001, "notes: at most 4000 characters"),
    ("notes", ["x"], "notes: this must be “…”"),
    ("role", "atacker", 'role: "atacker" is not allowed: attacker, defender, open'),
    ("role", None, 'role: "null" is not allowed: attacker, defender, open'),
    ("role", ["open"], 'role: "["open"]" is not allowed: attacker, defender, open'),
    ("limit", 0, "limit: the minimum is 1"),
    ("limit", -1, "limit: the minimum is 1"),
    ("limit", 10_001, "limit: the maximum is 10000"),
    ("limit", 7.5, f"limit: {WHOLE_NUMBER} / null"),
    ("limit", True, f"limit: {WHOLE_NUMBER} / null"),
    ("limit", "7", f"limit: {WHOLE_NUMBER} / null"),
    ("squads", {}, "squads: this must be […]"),
    ("squads", None, "squads: this must be […]"),
    ("squads", [None], "squads[0]: this must be {…}"),
    ("squads", ["Alpha"], "squads[0]: this must be {…}"),
    ("squads", [{}], 'squads[0]: "name" is missing'),
    ("squads", items(51, {"name": ""}), "squads: at most 50"),
    ("extras", items(51, extra("ambush")), "extras: at most 50"),
    ("extras", [{}], 'extras[0]: "extra" is missing'),
    ("extras", None, "extras: this must be […]"),
    ("rulings", [], "rulings: this must be {…}"),
    ("rulings", {"medic": None}, "rulings.medic: this must be “…”"),
    ("prices", {f"weapons/w{n}": 1 for n in range(501)}, "prices: at most 500"),
    ("prices", {"weapons/lmg": 1001}, "prices.weapons/lmg: the maximum is 1000"),
    ("prices", {"weapons/lmg": -1001}, "prices.weapons/lmg: the minimum is -1000"),
    ("prices", {"weapons/lmg": 0.5}, f"prices.weapons/lmg: {WHOLE_NUMBER}"),
    ("prices", {"weapons/lmg": False}, f"prices.weapons/lmg: {WHOLE_NUMBER}"),
    ("prices", None, "prices: this must be {…}"),
    ("nmae", "x", 'unknown field "nmae"; did you mean "name"?'),
    ("id", "x", 'unknown field "id"'),
    (S + "name", "x" * 121, "squads[0].name: at most 120 characters"),
    (S + "name", 1, "squads[0].name: this must be “…”"),
    (
        S + "kind",
        "platoon",
        'squads[0].kind: "platoon" is not allowed: squad, section, sniper-team, observer-section',
    ),
    (S + "traits", ["msu", "msu"], "squads[0].traits: the same value appears twice"),
    (S + "traits", "msu", "squads[0].traits: this must be […]"),
    (S + "modifiers", {"motivation": -2}, "squads[0].modifiers.motivation: the minimum is -1"),
    (S + "modifiers", {"motivation": 2}, "squads[0].modifiers.motivation: the maximum is 1"),
    (S + "modifiers", {"fanatic": -1}, "squads[0].modifiers.fanatic: the minimum is 0"),
    (S + "modifiers", {"fanatic": 3}, "squads[0].modifiers.fanatic: the maximum is 2"),
    (S + "modifiers", {"fatigue": 1}, 'squads[0].modifiers: unknown field "fatigue"'),
    (S + "modifiers", None, "squads[0].modifiers: this must be {…}"),
    (S + "figures", items(201, {}), "squads[0].figures: at most 200"),
    (S + "figures", [[]], "squads[0].figures[0]: this must be {…}"),
    (S + "vehicles", items(51, vehicle("tank")), "squads[0].vehicles: at most 50"),
    (S + "vehicles", [{}], 'squads[0].vehicles[0]: "type" is missing'),
    (S + "extras", items(21, extra("motivation")), "squads[0].extras: at most 20"),
    (S + "id", "abc", 'squads[0]: unknown field "id"; did you mean "kind"?'),
    (S + "figurs", [], 'squads[0]: unknown field "figurs"; did you mean "figures"?'),
    (F + "count", 0, f"{FIGURE}.count: the minimum is 1"),
    (F + "count", 201, f"{FIGURE}.count: the maximum is 200"),
    (F + "count", True, f"{FIGURE}.count: {WHOLE_NUMBER}"),
    (F + "count", "2", f"{FIGURE}.count: {WHOLE_NUMBER}"),
    (F + "count", None, f"{FIGURE}.count: {WHOLE_NUMBER}"),
    (F + "count", 1.5, f"{FIGURE}.count: {WHOLE_NUMBER}"),
    (F + "name", "x" * 121, f"{FIGURE}.name: at most 120 characters"),
    (F + "team", "x" * 21, f"{FIGURE}.team: at most 20 characters"),
    (F + "notes", "x" * 1001, f"{FIGURE}.notes: at most 1000 characters"),
    (F + "leadership", -1, f"{FIGURE}.leadership: the minimum is 0"),
    (F + "leadership", 5, f"{FIGURE}.leadership: the maximum is 4"),
    (F + "commander", 1, f"{FIGURE}.commander: this must be true, false"),
    (F + "commander", "true", f"{FIGURE}.commander: this must be true, false"),
    (F + "commander", None, f"{FIGURE}.commander: this must be true, false"),
    (F + "roles", ["crew", "crew"], f"{FIGURE}.roles: the same value appears twice"),
    (F + "roles", [1], f"{FIGURE}.roles[0]: this must be “…”"),
    (F + "weapons", items(11, "lmg"), f"{FIGURE}.weapons: at most 10"),
    (F + "weapons", "lmg", f"{FIGURE}.weapons: this must be […]"),
    (F + "weapons", ["l" * 61], f"{FIGURE}.weapons[0]: at most 60 characters"),
    (F + "weapons", [None], f"{FIGURE}.weapons[0]: this must be “…”"),
    (F + "kit", ["radio", "radio"], f"{FIGURE}.kit: the same value appears twice"),
    (F + "combat_value", -1, f"{FIGURE}.combat_value: the minimum is 0"),
    (F + "combat_value", 101, f"{FIGURE}.combat_value: the maximum is 100"),
    (F + "combat_value", None, f"{FIGURE}.combat_value: {WHOLE_NUMBER}"),
    (F + "class", "", f'{FIGURE}.class: "" is in the wrong format'),
    (F + "class", None, f"{FIGURE}.class: this must be “…”"),
    (F + "id", "abc", f'{FIGURE}: unknown field "id"'),
    (F + "id", "", f'{FIGURE}: unknown field "id"'),
    (F + "movement", "wheeled", f'{FIGURE}: unknown field "movement"'),
    (V + "count", 0, f"{VEHICLE}.count: the minimum is 1"),
    (V + "count", 51, f"{VEHICLE}.count: the maximum is 50"),
    (V + "type", "", f'{VEHICLE}.type: "" is in the wrong format'),
    (V + "weapons", items(11, "hmg"), f"{VEHICLE}.weapons: at most 10"),
    (V + "traits", ["open", "open"], f"{VEHICLE}.traits: the same value appears twice"),
    (V + "movement", "flying", f'{VEHICLE}.movement: "flying" is not allowed: wheeled, tracked'),
    (V + "combat_value", 101, f"{VEHICLE}.combat_value: the maximum is 100"),
    (V + "leadership", 1, f'{VEHICLE}: unknown field "leadership"'),
    (V + "id", "abc", f'{VEHICLE}: unknown field "id"'),
    (E + "level", 0, "extras[0].level: the minimum is 1"),
    (E + "level", 10, "extras[0].level: the maximum is 9"),
    (E + "level", None, f"extras[0].level: {WHOLE_NUMBER}"),
    (E + "count", 0, "extras[0].count: the minimum is 1"),
    (E + "count", 101, "extras[0].count: the maximum is 100"),
    (E + "passes", -1, "extras[0].passes: the minimum is 0"),
    (E + "passes", 100, "extras[0].passes: the maximum is 99"),
    (E + "id", "abc", 'extras[0]: unknown field "id"'),
    (E + "extra", "", 'extras[0].extra: "" is in the wrong format'),
    ("squads.0.extras.0.level", 10, "squads[0].extras[0].level: the maximum is 9"),
]


def test_just_over() -> None:
    told = [refusal(place(path, value)) for path, value, _ in JUST_OVER]
    assert told == [line for _, _, line in JUST_OVER]


@pytest.mark.parametrize("field", ["format", "ruleset", "name", "squads"])
def test_required_fields(field: str) -> None:
    document = army("bn")
    del document[field]

    assert refusal(document) == f'"{field}" is missing'


@pytest.mark.parametrize("written", ["null", "[]", '"a list"', "7", "true", "[{}]"])
def test_a_list_is_an_object(written: str) -> None:
    assert refusal(written.encode()) == "this must be {…}"


def test_nothing_is_said_twice() -> None:
    """The first of several faults, in the order of their paths."""
    document = place(F + "count", 0) | {"limit": 0, "extras": [{}]}

    assert refusal(document) == 'extras[0]: "extra" is missing'


def test_fields_have_their_defaults() -> None:
    read_back = read(json.dumps(army("bn", {"name": "", "class": "elite", "figures": [{}]})).encode(), LIBRARY)
    (entry,) = read_back.squads

    assert (read_back.role, read_back.limit, read_back.pair_name, read_back.notes) == ("open", None, "", "")
    assert (read_back.rulings, read_back.prices, read_back.extras) == ({}, {}, ())
    assert (entry.kind, entry.traits, entry.modifiers) == ("squad", (), Modifiers(motivation=0, fanatic=0))
    assert (entry.list_class, entry.leader_ability, entry.vehicles, entry.extras) == ("", "", (), ())
    assert entry.figures == (Figure(count=1, leadership=0, commander=False),)


def test_every_field_is_read() -> None:
    document = {
        "format": "armylist/1",
        "ruleset": "bi",
        "name": "All of it",
        "role": "open",
        "limit": 120.0,
        "force": "Folgore",
        "notes": "…",
        "rulings": {"medic": "flat"},
        "prices": {"weapons/mg": 3},
        "squads": [
            {
                "name": "Alpha",
                "kind": "section",
                "class": "elite",
                "list_class": "veteran",
                "leader_ability": "regular",
                "modifiers": {"motivation": -1, "fanatic": 2},
                "traits": ["msu"],
                "figures": [
                    {
                        "count": 2.0,
                        "class": "veteran",
                        "name": "Rossi",
                        "team": "A",
                        "notes": "n",
                        "leadership": 3,
                        "ability": "rabble",
                        "commander": True,
                        "roles": ["crew", "driver"],
                        "weapons": ["mg", "mg"],
                        "kit": ["radio"],
                        "combat_value": 0,
                    }
                ],
                "vehicles": [
                    {
                        "type": "tank",
                        "count": 2,
                        "name": "Ariete",
                        "notes": "v",
                        "weapons": ["mg"],
                        "traits": ["open"],
                        "movement": "tracked",
                        "combat_value": 9,
                    }
                ],
                "extras": [{"extra": "motivation", "level": 1, "count": 2, "passes": 3}],
            }
        ],
        "extras": [{"extra": "air-strike"}],
    }
    roster = read(json.dumps(document).encode(), LIBRARY)

    assert isinstance(roster, Roster)
    assert (roster.name, roster.role, roster.limit) == ("All of it", "open", 120)
    assert (roster.pair_name, roster.notes) == ("Folgore", "…")
    assert (roster.rulings, roster.prices) == ({"medic": "flat"}, {"weapons/mg": 3})
    (entry,) = roster.squads
    assert (entry.name, entry.kind, entry.class_, entry.list_class) == (
        "Alpha",
        "section",
        "elite",
        "veteran",
    )
    assert (entry.leader_ability, entry.modifiers, entry.traits) == (
        "regular",
        Modifiers(motivation=-1, fanatic=2),
        ("msu",),
    )
    assert entry.figures == (
        Figure(
            count=2,
            class_="veteran",
            name="Rossi",
            team="A",
            notes="n",
            leadership=3,
            ability="rabble",
            commander=True,
            roles=("crew", "driver"),
            weapons=("mg", "mg"),
            kit=("radio",),
            combat_value=0,
        ),
    )
    assert entry.vehicles == (
        Vehicle(
            type="tank",
            count=2,
            name="Ariete",
            notes="v",
            weapons=("mg",),
            traits=("open",),
            movement="tracked",
            combat_value=9,
        ),
    )
    assert entry.extras == (ExtraEntry(extra="motivation", level=1, count=2, passes=3),)
    assert roster.extras == (ExtraEntry(extra="air-strike", level=0, count=1, passes=1),)


def test_a_man_is_written_with_his_weapons() -> None:
    assert refusal(army("bn", squad("elite", man("lmg", "rifle")))) == ""
