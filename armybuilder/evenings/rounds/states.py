"""How an entry and a game change: two tables of states and events, from which everything else is built.

Both are pure: `going.py` reads the states from the database, asks here what follows and stores it.
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
    """What the page showed is not what there is any more."""


class PairedError(RefusedError):
    """Someone who has been paired drops out; they do not answer."""


class DroppedOutError(RefusedError):
    """Someone who has dropped out is reinstated by an organiser, and does nothing before."""


class NotPlayingError(RefusedError):
    """Only someone who is coming can drop out."""


class NotDroppedError(RefusedError):
    """Only someone who has dropped out can be reinstated."""


class SettledError(RefusedError):
    """The result is final; an organiser corrects it."""


class RoundClosedError(RefusedError):
    """The round is closed: only organisers enter its results."""


class Move(Struct, frozen=True):
    """The next state of a game, and what a player has to know before."""

    to: GameState
    says: Consequence = ""


#: What becomes of an entry. "paired" is stored as "coming": it has a place in a published round. "leaving" is stored as
#: "dropped": it is paired no more, and still has a game to play.
#: "comes" is everything but an answer that brings someone in: a list submitted, a check-in, a place in a round.
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

#: What becomes of a game of a published round when one of its two players does something, seen from that player:
#: "forfeited" is a game that they gave up, "bye" one that the opponent gave up, "abandoned" one that both gave up.
#: "unresolved" is a game without a result in a closed round; "closed" one whose outcome only an organiser changes: it
#: was forfeited, and its round is closed or a later one is published. "final" is a result that an organiser decided, or
#: whose round is closed. "signs": both players signed one result at the table; the last one counts until it is final.
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
    """Return what becomes of a game. Raises RefusedError."""
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
