"""The states of entries and games: two tables of states and events. Everything else builds on them.

An event that is impossible in a state has its sentence there. `actions/departures.py` and others read the states from
the database, look up the next ones here and store them.
"""

from collections.abc import Mapping
from typing import Literal

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.refusals import RefusedError

EntryState = Literal["invited", "coming", "perhaps", "not-coming", "paired", "leaving", "dropped"]
LeavingEvent = Literal["drops", "drops-after-game", "is-reinstated"]
EntryEvent = Literal["says-coming", "says-perhaps", "says-not-coming", "comes"] | LeavingEvent
GameState = Literal[
    "open", "claimed", "confirmed", "forfeited", "bye", "abandoned", "unresolved", "closed", "final"
]
GameEvent = LeavingEvent | Literal["claims", "signs", "rolls"]
Consequence = Literal[
    "",
    "opponent-gets-bye",
    "result-waits",
    "bye-lost",
    "organiser-enters",
    "game-stays",
    "game-reopens",
    "bye-returns",
]


PAIRED = _("Nothing was changed: you have been paired. Drop out instead if you cannot play.")
DROPPED_OUT = _("Nothing was changed: only an organiser can reinstate a player who has dropped out.")
NOT_PLAYING = _("Nothing was changed: only a player who is coming can drop out.")
NOT_DROPPED = _("Nothing was changed: the player has not dropped out.")
SETTLED = _("Nothing is changed: the result stands already. An organiser corrects it.")
ROUND_CLOSED = _("Nothing is changed: the round is closed. An organiser writes its results now.")


class Move(Struct, frozen=True):
    """The next state of a game, and the consequence that a player is told in advance."""

    to: GameState
    says: Consequence = ""


#: The next state of an entry. "paired" is stored as "coming": it has a place in a published round. "leaving" is stored
#: as "dropped": it will not be paired again, but still has a game to play.
#: "comes" is any act that shows a player is coming, other than an answer: submitting a list, a check-in, a pairing.
ENTRIES: Mapping[EntryEvent, Mapping[EntryState, EntryState | StrPromise]] = {
    "says-coming": {
        "invited": "coming",
        "coming": "coming",
        "perhaps": "coming",
        "not-coming": "coming",
        "paired": "paired",
        "leaving": DROPPED_OUT,
        "dropped": DROPPED_OUT,
    },
    "says-perhaps": {
        "invited": "perhaps",
        "coming": "perhaps",
        "perhaps": "perhaps",
        "not-coming": "perhaps",
        "paired": PAIRED,
        "leaving": DROPPED_OUT,
        "dropped": DROPPED_OUT,
    },
    "says-not-coming": {
        "invited": "not-coming",
        "coming": "not-coming",
        "perhaps": "not-coming",
        "not-coming": "not-coming",
        "paired": PAIRED,
        "leaving": DROPPED_OUT,
        "dropped": DROPPED_OUT,
    },
    "comes": {
        "invited": "coming",
        "coming": "coming",
        "perhaps": "coming",
        "not-coming": "coming",
        "paired": "paired",
        "leaving": DROPPED_OUT,
        "dropped": DROPPED_OUT,
    },
    "drops": {
        "invited": NOT_PLAYING,
        "coming": "dropped",
        "perhaps": NOT_PLAYING,
        "not-coming": NOT_PLAYING,
        "paired": "dropped",
        "leaving": "dropped",
        "dropped": NOT_PLAYING,
    },
    "drops-after-game": {
        "invited": NOT_PLAYING,
        "coming": "dropped",
        "perhaps": NOT_PLAYING,
        "not-coming": NOT_PLAYING,
        "paired": "dropped",
        "leaving": NOT_PLAYING,
        "dropped": NOT_PLAYING,
    },
    "is-reinstated": {
        "invited": NOT_DROPPED,
        "coming": NOT_DROPPED,
        "perhaps": NOT_DROPPED,
        "not-coming": NOT_DROPPED,
        "paired": NOT_DROPPED,
        "leaving": "coming",
        "dropped": "coming",
    },
}

#: The next state of a game in a published round when one of its players acts, seen from that player:
#: "forfeited": they gave it up; "bye": the opponent gave it up; "abandoned": both gave it up.
#: "unresolved": it has no result and its round is closed. "closed": it was forfeited, and its round is closed or a
#: later one is published, so only an organiser can change it. "final": an organiser decided the result, or its round
#: is closed. "signs": both players signed the same result at the table; the last one counts until it is final.
GAMES: Mapping[GameEvent, Mapping[GameState, Move | StrPromise]] = {
    "drops": {
        "open": Move("forfeited", "opponent-gets-bye"),
        "claimed": Move("claimed", "result-waits"),
        "confirmed": Move("confirmed"),
        "forfeited": Move("forfeited"),
        "bye": Move("abandoned", "bye-lost"),
        "abandoned": Move("abandoned"),
        "unresolved": Move("unresolved", "organiser-enters"),
        "closed": Move("closed"),
        "final": Move("final"),
    },
    "drops-after-game": {
        "open": Move("open", "game-stays"),
        "claimed": Move("claimed", "result-waits"),
        "confirmed": Move("confirmed"),
        "forfeited": Move("forfeited"),
        "bye": Move("abandoned", "bye-lost"),
        "abandoned": Move("abandoned"),
        "unresolved": Move("unresolved", "organiser-enters"),
        "closed": Move("closed"),
        "final": Move("final"),
    },
    "is-reinstated": {
        "open": Move("open"),
        "claimed": Move("claimed"),
        "confirmed": Move("confirmed"),
        "forfeited": Move("open", "game-reopens"),
        "bye": Move("bye"),
        "abandoned": Move("bye", "bye-returns"),
        "unresolved": Move("unresolved"),
        "closed": Move("closed"),
        "final": Move("final"),
    },
    "claims": {
        "open": Move("claimed"),
        "claimed": Move("claimed"),
        "confirmed": SETTLED,
        "forfeited": SETTLED,
        "bye": SETTLED,
        "abandoned": SETTLED,
        "unresolved": ROUND_CLOSED,
        "closed": SETTLED,
        "final": SETTLED,
    },
    "signs": {
        "open": Move("confirmed"),
        "claimed": Move("confirmed"),
        "confirmed": Move("confirmed"),
        "forfeited": SETTLED,
        "bye": SETTLED,
        "abandoned": SETTLED,
        "unresolved": ROUND_CLOSED,
        "closed": SETTLED,
        "final": SETTLED,
    },
    "rolls": {
        "open": Move("open"),
        "claimed": Move("claimed"),
        "confirmed": SETTLED,
        "forfeited": SETTLED,
        "bye": SETTLED,
        "abandoned": SETTLED,
        "unresolved": ROUND_CLOSED,
        "closed": SETTLED,
        "final": SETTLED,
    },
}


def entry_after(state: EntryState, event: EntryEvent) -> EntryState:
    """Return the next state of an entry. Raises RefusedError."""
    after = ENTRIES[event][state]
    if isinstance(after, str):
        return after
    raise RefusedError(after)


def game_after(state: GameState, event: GameEvent) -> Move:
    """Return the next state of a game, and the consequence. Raises RefusedError."""
    after = GAMES[event][state]
    if isinstance(after, Move):
        return after
    raise RefusedError(after)


def game_state(
    *,
    has_result: bool,
    is_claimed: bool,
    gave_up: Literal["", "player", "opponent", "both"],
    is_closed: bool,
    is_past: bool,
    is_decided: bool = False,
) -> GameState:
    """Return the state of a game, seen from one player.

    `is_past`: a later round is published; `is_decided`: an organiser entered the result.
    """
    if has_result:
        return "final" if is_closed or is_decided else "confirmed"
    if gave_up and (is_closed or is_past):
        return "closed"
    if gave_up:
        return _GIVEN_UP[gave_up]
    if is_closed:
        return "unresolved"
    return "claimed" if is_claimed else "open"


_GIVEN_UP: Mapping[str, GameState] = {"player": "forfeited", "opponent": "bye", "both": "abandoned"}
