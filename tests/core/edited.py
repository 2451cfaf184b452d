"""A list of two squads for the tests of the edits, and helpers to look at it."""

import itertools
from collections.abc import Iterator
from typing import Any

from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, Vehicle
from rules.core.document.rows import find_place, places

LEADER = Figure(id="leader", name="Sgt. Rossi", leadership=1, weapons=("assault-rifle",))
GROUP = Figure(id="group", count=5, weapons=("assault-rifle",))
HUMMER = Vehicle(id="hummer", type="protected", weapons=("hmg",))
MOTIVATION = ExtraEntry(id="motivation", extra="motivation")
ALPHA = Squad(
    id="alpha",
    name="Alpha",
    class_="elite",
    figures=(LEADER, GROUP),
    vehicles=(HUMMER,),
    extras=(MOTIVATION,),
)
BRAVO = Squad(id="bravo", name="Bravo", class_="trained", figures=(Figure(id="gunner", weapons=("lmg",)),))
AMBUSH = ExtraEntry(id="ambush", extra="ambush")
ROSTER = Roster(
    format="armylist/1",
    ruleset="bn",
    name="Rangers",
    squads=(ALPHA, BRAVO),
    extras=(AMBUSH,),
    pair_name="Ibis",
)


def ids(roster: Roster) -> list[str]:
    """The ids of all rows, in the order of the list."""
    return [place.row.id for place in places(roster)]


def the_row(roster: Roster, row_id: str) -> Any:
    return find_place(roster, row_id).row


def figures(roster: Roster, squad: int) -> list[str]:
    """The ids of the figures of a squad, by its number."""
    return [figure.id for figure in roster.squads[squad].figures]


def numbered() -> Iterator[str]:
    """Ids that the tests can predict."""
    return (f"new-{number}" for number in itertools.count(1))
