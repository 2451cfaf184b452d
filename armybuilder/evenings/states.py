"""The states of entries and games: two tables of states and events. Everything else builds on them.

This module is pure: `going.py` reads the states from the database, looks up the next ones here and stores them.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

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


class RefusedError(Exception):
    """The event cannot happen in this state."""


class MovedOnError(RefusedError):
    """The data has changed since the page was loaded."""


class PairedError(RefusedError):
    """A player who has been paired cannot change their answer: they drop out instead."""


class DroppedOutError(RefusedError):
    """A player who has dropped out cannot act until an organiser reinstates them."""


class NotPlayingError(RefusedError):
    """Only a player who is coming can drop out."""


class NotDroppedError(RefusedError):
    """Only a player who has dropped out can be reinstated."""


class SettledError(RefusedError):
    """The result is final: only an organiser can correct it."""


class RoundClosedError(RefusedError):
    """The round is closed: only organisers enter its results."""


class Move(Struct, frozen=True):
    """The next state of a game, and the consequence that a player is told in advance."""

    to: GameState
    says: Consequence = ""


#: The next state of an entry. "paired" is stored as "coming": it has a place in a published round. "leaving" is stored
#: as "dropped": it will not be paired again, but still has a game to play.
#: "comes" is any act that shows a player is coming, other than an answer: submitting a list, a check-in, a pairing.
ENTRIES: Mapping[EntryEvent, Mapping[EntryState, EntryState | type[RefusedError]]] = {
    "says-coming": {
        "invited": "coming",
        "coming": "coming",
        "perhaps": "coming",
        "not-coming": "coming",
        "paired": "paired",
        "leaving": DroppedOutError,
        "dropped": DroppedOutError,
    },
    "says-perhaps": {
        "invited": "perhaps",
        "coming": "perhaps",
        "perhaps": "perhaps",
        "not-coming": "perhaps",
        "paired": PairedError,
        "leaving": DroppedOutError,
        "dropped": DroppedOutError,
    },
    "says-not-coming": {
        "invited": "not-coming",
        "coming": "not-coming",
        "perhaps": "not-coming",
        "not-coming": "not-coming",
        "paired": PairedError,
        "leaving": DroppedOutError,
        "dropped": DroppedOutError,
    },
    "comes": {
        "invited": "coming",
        "coming": "coming",
        "perhaps": "coming",
        "not-coming": "coming",
        "paired": "paired",
        "leaving": DroppedOutError,
        "dropped": DroppedOutError,
    },
    "drops": {
        "invited": NotPlayingError,
        "coming": "dropped",
        "perhaps": NotPlayingError,
        "not-coming": NotPlayingError,
        "paired": "dropped",
        "leaving": "dropped",
        "dropped": NotPlayingError,
    },
    "drops-after-game": {
        "invited": NotPlayingError,
        "coming": "dropped",
        "perhaps": NotPlayingError,
        "not-coming": NotPlayingError,
        "paired": "dropped",
        "leaving": NotPlayingError,
        "dropped": NotPlayingError,
    },
    "is-reinstated": {
        "invited": NotDroppedError,
        "coming": NotDroppedError,
        "perhaps": NotDroppedError,
        "not-coming": NotDroppedError,
        "paired": NotDroppedError,
        "leaving": "coming",
        "dropped": "coming",
    },
}

#: The next state of a game in a published round when one of its players acts, seen from that player:
#: "forfeited": they gave it up; "bye": the opponent gave it up; "abandoned": both gave it up.
#: "unresolved": it has no result and its round is closed. "closed": it was forfeited, and its round is closed or a
#: later one is published, so only an organiser can change it. "final": an organiser decided the result, or its round
#: is closed. "signs": both players signed the same result at the table; the last one counts until it is final.
GAMES: Mapping[GameEvent, Mapping[GameState, Move | type[RefusedError]]] = {
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
        "confirmed": SettledError,
        "forfeited": SettledError,
        "bye": SettledError,
        "abandoned": SettledError,
        "unresolved": RoundClosedError,
        "closed": SettledError,
        "final": SettledError,
    },
    "signs": {
        "open": Move("confirmed"),
        "claimed": Move("confirmed"),
        "confirmed": Move("confirmed"),
        "forfeited": SettledError,
        "bye": SettledError,
        "abandoned": SettledError,
        "unresolved": RoundClosedError,
        "closed": SettledError,
        "final": SettledError,
    },
    "rolls": {
        "open": Move("open"),
        "claimed": Move("claimed"),
        "confirmed": SettledError,
        "forfeited": SettledError,
        "bye": SettledError,
        "abandoned": SettledError,
        "unresolved": RoundClosedError,
        "closed": SettledError,
        "final": SettledError,
    },
}


def entry_after(state: EntryState, event: EntryEvent) -> EntryState:
    """Return the next state of an entry. Raises RefusedError."""
    after = ENTRIES[event][state]
    if isinstance(after, str):
        return after
    raise after


def game_after(state: GameState, event: GameEvent) -> Move:
    """Return the next state of a game, and the consequence. Raises RefusedError."""
    after = GAMES[event][state]
    if isinstance(after, Move):
        return after
    raise after


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
