"""The use of a list's points, and its highlights."""

import json

from hypothesis import given

from rules.core.contents import Bought, SpendingPart, armament, spending
from rules.core.document.reader import read
from rules.core.document.roster import Roster, decode
from rules.core.judging.points import points_of
from rules.core.text import Text
from tests.core.documents import LIBRARY, Document
from tests.core.strategies import MODEST, lists

BERSAGLIERI = {
    "format": "armylist/1",
    "ruleset": "bn",
    "name": "Bersaglieri",
    "role": "attacker",
    "squads": [
        {
            "name": "Ferri",
            "class": "trained",
            "figures": [
                {"name": "Serg. Ferri", "leadership": 2, "weapons": ["assault-rifle"]},
                {"weapons": ["lmg"]},
                {"count": 5, "weapons": ["assault-rifle"]},
                {"weapons": ["lmg"]},
                {"weapons": ["assault-rifle", "rpg"]},
            ],
            "vehicles": [{"type": "protected", "name": "Lince", "weapons": ["mmg"]}],
        }
    ],
    "extras": [{"extra": "negotiation", "level": 3}],
}


def roster_of(document: Document) -> Roster:
    return decode(json.dumps(document).encode())


def test_each_part_of_the_points_says_what_it_buys_what_is_alike_together() -> None:
    assert spending(roster_of(BERSAGLIERI), LIBRARY.catalogues["bn"]) == (
        SpendingPart("soldiers", 90, (Bought(Text("Addestrati", "Trained"), 9, 10),)),
        SpendingPart("leadership", 10, (Bought(Text("Livello 2", "Level 2"), 1, 10),)),
        SpendingPart(
            "weapons",
            24,
            (
                Bought(Text("LMG", "LMG"), 2, 5),
                Bought(Text("RPG", "RPG"), 1, 7),
                Bought(Text("MMG", "MMG"), 1, 7),
            ),
        ),
        SpendingPart("vehicles", 15, (Bought(LIBRARY.catalogues["bn"].vehicle_by_id["protected"].name, 1, 15),)),
        SpendingPart("extras", 10, (Bought(Text("Negoziazione 3", "Negotiation 3"), 1, 10),)),
    )


def test_the_weapon_of_most_men_does_not_stand_out() -> None:
    names = armament(roster_of(BERSAGLIERI), LIBRARY.catalogues["bn"])
    assert [name.it for name in names] == ["LMG", "RPG", "Lince"]


def test_nothing_stands_out_and_nothing_is_bought_where_there_is_nothing() -> None:
    empty = roster_of(BERSAGLIERI | {"squads": [], "extras": []})
    assert armament(empty, LIBRARY.catalogues["bn"]) == ()
    assert spending(empty, LIBRARY.catalogues["bn"]) == ()


@MODEST
@given(lists())
def test_the_parts_are_the_breakdown_and_what_they_buy_is_their_points(document: Document) -> None:
    roster = read(json.dumps(document).encode(), LIBRARY)
    catalogue = LIBRARY.catalogues[roster.ruleset]
    parts = spending(roster, catalogue)
    breakdown = points_of(roster, catalogue).breakdown
    assert {part.id: part.points for part in parts} == {
        name: points for name in breakdown.__struct_fields__ if (points := getattr(breakdown, name))
    }
    assert [sum(item.count * item.each for item in part.bought) for part in parts] == [part.points for part in parts]
