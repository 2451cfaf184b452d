"""Organisers and referees cannot decide their own cases: one table of acts and relations, checked by every act.

`Evening.check_act` reads the database. Acts of players at their own table (enter a result, roll for the attack) have no
row here: `actions/actors.py` gives them no other table, and a result counts only once both players enter it.
"""

from collections.abc import Collection, Mapping
from typing import Literal

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.refusals import RefusedError

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
#: others; "referee": they are a referee there; "seen": they have seen hidden lists there.
Relation = Literal["own", "plays", "referee", "seen"]
#: "told": they may do it, and the other players of the round are told.
Answer = Literal["yes", "told", "no"]

PLAYING = ("coming", "perhaps", "dropped")  # states of an entry
RELATIONS: tuple[Relation, ...] = ("own", "plays", "referee", "seen")
#: Organisers and referees with none of these relations can do everything.
TABLE: Mapping[Act, tuple[Answer, Answer, Answer, Answer]] = {
    # ................... own, plays, referee, seen
    # Coming, being added, being checked in and submitting a list all count as playing.
    "play": ("yes", "yes", "no", "no"),
    "be-referee": ("no", "no", "yes", "yes"),
    # In any way: the page of a list, its code, a print, the play screen of a referee, submitting for its player.
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
    # These affect all tables of a round.
    "unpublish-round": ("told", "yes", "yes", "yes"),
    "reopen-results": ("told", "yes", "yes", "yes"),
}
REFUSALS: Mapping[Relation, StrPromise] = {
    "own": _("Nothing was changed: this is your own game or list. Ask another organiser."),
    "plays": _("Nothing was changed: a player cannot be a referee or see hidden lists."),
    "referee": _("Nothing was changed: a referee cannot play at the same games night."),
    "seen": _("Nothing was changed: a player who has seen hidden lists cannot play at that games night."),
}


class Person(Struct, frozen=True):
    """A user at a games night, by the id of their account."""

    user: int
    plays: bool
    is_referee: bool
    has_seen: bool

    def relations(self, about: Collection[int | None]) -> tuple[Relation, ...]:
        """Return their relations to an act about these people (ids of users; None for a guest)."""
        holds = {
            "own": self.user in about,
            "plays": self.plays,
            "referee": self.is_referee,
            "seen": self.has_seen,
        }
        return tuple(relation for relation in RELATIONS if holds[relation])


def answer_of(act: Act, person: Person, about: Collection[int | None] = ()) -> Answer:
    """Return "yes" or "told". Raises RefusedError."""
    answers = {relation: TABLE[act][RELATIONS.index(relation)] for relation in person.relations(about)}
    for relation, answer in answers.items():
        if answer == "no":
            raise RefusedError(REFUSALS[relation])
    return "told" if "told" in answers.values() else "yes"
