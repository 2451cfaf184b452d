"""A small force, and lists that follow it except for a test's changes."""

from typing import Any

from tests.core.documents import Document, army, man, squad

LEADER = {"name": {"it": "Sergente", "en": "Sergeant"}, "least": 1, "most": 1, "leadership": [1, 2]}
GUNNER = {"name": {"it": "Mitragliere", "en": "Gunner"}, "most": 1, "weapons": ["lmg"], "also": ["pistol"]}
CREW = {
    "name": {"it": "Servente", "en": "Crewman"},
    "one_in": 4,
    "role": "crew",
    "weapons": ["assault-rifle"],
}
PLAIN = {"name": {"it": "Fuciliere", "en": "Rifleman"}, "least": 3, "weapons": ["assault-rifle", "smg"]}


def a_force(**fields: Any) -> Document:
    """A force of `bn`: one or two patrols of trained troops, and an optional escort."""
    patrol = {
        "id": "patrol",
        "name": {"it": "Pattuglia", "en": "Patrol"},
        "class": "trained",
        "least": 1,
        "most": 2,
        "size": [4, 8],
        "figures": [{**LEADER, "weapons": ["assault-rifle"]}, GUNNER, CREW, PLAIN],
        "vehicles": [{"type": "protected", "weapons": ["mmg"]}],
        "extras": [{"extra": "motivation"}],
        "traits": ["msu"],
    }
    escort = {
        "id": "escort",
        "name": {"it": "Scorta", "en": "Escort"},
        "kind": "section",
        "class": "veteran",
        "size": [1, 2],
        "figures": [{"name": {"it": "Scorta", "en": "Guard"}, "class": "elite", "weapons": ["smg"]}],
        "vehicles": [{"type": "tank", "least": 1}],
    }
    made = {
        "format": "force/1",
        "id": "guard",
        "ruleset": "bn",
        "name": {"it": "Guardia", "en": "Guard"},
        "roles": ["open", "defender"],
        "squads": [patrol, escort],
        "extras": [{"extra": "intelligence", "level": 2}, {"extra": "ied"}],
        "limits": [{"of": "weapons", "ids": ["lmg"], "most": 1}],
    }
    return made | fields


def a_patrol(*figures: Document, class_: str = "trained", **fields: Any) -> Document:
    """A patrol of that force: a leader and four riflemen, then `figures`."""
    men = [man("assault-rifle", leadership=1), man("assault-rifle", count=4), *figures]
    return squad(class_, *men, **{"template": "patrol", "list_class": "trained"} | fields)


def held(*squads: Document, force: Document | None = None, **fields: Any) -> Document:
    return army("bn", *(squads or (a_patrol(),)), template=force or a_force(), **fields)
