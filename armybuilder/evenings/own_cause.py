"""Whether an act at a games night is somebody's own cause: one table of acts and relations, asked by every act.

The database is read by `Evening.check_act`. What players do at their own table (say a result, roll for the attack) has
no row here: `own_table.py` finds no other table for them, and a result stands once both players say it.
"""

from collections.abc import Collection, Mapping
from typing import Literal

from msgspec import Struct

from armybuilder.evenings.querysets import LookedError, OwnCauseError, PlaysError, RefereeError

Act = Literal[
    "play",
    "be-referee",
    "see-hidden-list",
    "submit-for-another",
    "judge-list",
    "compare-sheet",
    "decide-result",
    "write-attack-roll",
    "referee-game",
    "pair-by-hand",
    "drop-opponent",
    "reinstate",
    "unpublish-round",
    "reopen-results",
]
#: "own": the act is about their own table, list or entry; "plays": they play at this games night, and the act is about
#: others; "referee": they are a referee of it; "seen": they have seen hidden lists of it.
Relation = Literal["own", "plays", "referee", "seen"]
#: "told": they may, and the other players of the round are told.
Answer = Literal["yes", "told", "no"]

PLAYING = ("coming", "perhaps", "dropped")  # states of an entry
RELATIONS: tuple[Relation, ...] = ("own", "plays", "referee", "seen")
#: Organisers and referees without any of these relations may do all of it.
TABLE: Mapping[Act, tuple[Answer, Answer, Answer, Answer]] = {
    # ................... own, plays, referee, seen
    # To come, be added, be checked in or submit a list is to play.
    "play": ("yes", "yes", "no", "no"),
    "be-referee": ("no", "no", "yes", "yes"),
    # By whatever way: the page of a list, its code, a print, the play screen of a referee, submitting for its player.
    "see-hidden-list": ("yes", "no", "yes", "yes"),
    "submit-for-another": ("no", "yes", "yes", "yes"),
    "judge-list": ("no", "yes", "yes", "yes"),
    "compare-sheet": ("no", "yes", "yes", "yes"),
    "decide-result": ("no", "yes", "yes", "yes"),
    "write-attack-roll": ("no", "yes", "yes", "yes"),
    "referee-game": ("no", "yes", "yes", "yes"),
    "pair-by-hand": ("no", "yes", "yes", "yes"),
    # It gives the other player of an open game a bye.
    "drop-opponent": ("no", "yes", "yes", "yes"),
    "reinstate": ("no", "yes", "yes", "yes"),
    # These are about all tables of a round alike.
    "unpublish-round": ("told", "yes", "yes", "yes"),
    "reopen-results": ("told", "yes", "yes", "yes"),
}
ERRORS: Mapping[Relation, type[Exception]] = {
    "own": OwnCauseError,
    "plays": PlaysError,
    "referee": RefereeError,
    "seen": LookedError,
}


class Person(Struct, frozen=True):
    """Somebody at a games night, by the id of their account."""

    user: int
    plays: bool
    is_referee: bool
    has_seen: bool

    def relations(self, about: Collection[int | None]) -> tuple[Relation, ...]:
        """Return how they stand to an act about these people (ids of users; None is a guest)."""
        holds = {
            "own": self.user in about,
            "plays": self.plays,
            "referee": self.is_referee,
            "seen": self.has_seen,
        }
        return tuple(relation for relation in RELATIONS if holds[relation])


def answer_of(act: Act, person: Person, about: Collection[int | None] = ()) -> Answer:
    """Return "yes", or "told". Raises OwnCauseError, PlaysError, RefereeError, LookedError."""
    answers = {relation: TABLE[act][RELATIONS.index(relation)] for relation in person.relations(about)}
    for relation, answer in answers.items():
        if answer == "no":
            raise ERRORS[relation]
    return "told" if "told" in answers.values() else "yes"
