"""Lists and their texts for tests."""

import json

from armybuilder.lists.exchange.our_format.writing import Shape, write_text
from rules.core.assess import assess
from rules.core.document.reader import read
from rules.core.document.roster import Roster
from rules.core.text import Language
from tests.core.documents import LIBRARY


def text_of(roster: Roster, shape: Shape = "forum", language: Language = "en", points: bool = True) -> str:
    catalogue = LIBRARY.catalogues[roster.ruleset]
    return write_text(roster, catalogue, assess(roster, catalogue), shape, language, points)


def a_roster() -> Roster:
    """Rangers of Breaking News: a squad over the limit, with a vehicle and an extra."""
    return read(
        json.dumps(
            {
                "format": "armylist/1",
                "ruleset": "bn",
                "name": "Rangers",
                "role": "attacker",
                "force": "1st Battalion",
                "notes": "Two lines,\nno more",
                "rulings": {"medic": "surcharge"},
                "squads": [
                    {
                        "name": "Alpha",
                        "class": "elite",
                        "figures": [
                            {
                                "name": "Sgt. *Rossi*",
                                "leadership": 1,
                                "weapons": ["assault-rifle"],
                                "team": "A",
                            },
                            {"count": 6, "weapons": ["assault-rifle"], "team": "A"},
                            {"count": 2, "weapons": ["lmg"]},
                        ],
                        "vehicles": [{"type": "protected", "name": "Lince", "weapons": ["hmg"]}],
                        "extras": [{"extra": "motivation"}],
                    }
                ],
                "extras": [{"extra": "intelligence", "level": 2}],
            }
        ).encode(),
        LIBRARY,
    )
