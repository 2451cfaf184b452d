"""The states of entries and games: two tables of states and events. Everything else builds on them.

An event that is impossible in a state has its sentence there. `actions/entries.py` and others read the states from
the database, look up the next ones here and store them.
"""

from collections.abc import Mapping
from typing import Literal, get_args

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise
from msgspec import Struct

from armybuilder.refusals import RefusedError

EntryState = Literal["invited", "coming", "perhaps", "not-coming", "paired", "leaving", "dropped"]
LeavingEvent = Literal["drops", "drops-after-game", "is-reinstated"]
EntryEvent = Literal["says-coming", "says-perhaps", "says-not-coming", "comes"] | LeavingEvent
GameState = Literal["open", "claimed", "confirmed", "forfeited", "bye", "abandoned", "unresolved", "closed", "final"]
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
SETTLED = _("Nothing was changed: the result is already confirmed. An organiser can correct it.")
ROUND_CLOSED = _("Nothing was changed: the round is closed. Only an organiser can enter its results now.")


class Move(Struct, frozen=True):
    """The next state of a game, and the consequence shown to a player beforehand."""

    to: GameState
    says: Consequence = ""


_EntryRow = dict[EntryState, EntryState | StrPromise]
_ENTRY_STATES: tuple[EntryState, ...] = get_args(EntryState)
_NOT_PLAYING: _EntryRow = dict.fromkeys(_ENTRY_STATES, NOT_PLAYING)
_NOT_DROPPED: _EntryRow = dict.fromkeys(_ENTRY_STATES, NOT_DROPPED)


def _answered(state: EntryState) -> _EntryRow:
    """Return the row of an answer: it can change until the player is paired or drops out."""
    row: _EntryRow = dict.fromkeys(_ENTRY_STATES, state)
    return row | {"paired": PAIRED, "leaving": DROPPED_OUT, "dropped": DROPPED_OUT}


#: The next state of an entry. "paired" is stored as "coming": it has a place in a published round. "leaving" is stored
#: as "dropped": it will not be paired again, but still has a game to play.
#: "comes" is any act that shows a player is coming, other than an answer: submitting a list, a check-in, a pairing.
ENTRIES: Mapping[EntryEvent, Mapping[EntryState, EntryState | StrPromise]] = {
    "says-coming": _answered("coming") | {"paired": "paired"},
    "says-perhaps": _answered("perhaps"),
    "says-not-coming": _answered("not-coming"),
    "comes": _answered("coming") | {"paired": "paired"},
    "drops": _NOT_PLAYING | {"coming": "dropped", "paired": "dropped", "leaving": "dropped"},
    "drops-after-game": _NOT_PLAYING | {"coming": "dropped", "paired": "dropped"},
    "is-reinstated": _NOT_DROPPED | {"leaving": "coming", "dropped": "coming"},
}

_GameRow = dict[GameState, Move | StrPromise]
_GAME_STATES: tuple[GameState, ...] = get_args(GameState)
_STAYS: _GameRow = {state: Move(state) for state in _GAME_STATES}
_FINAL: _GameRow = {state: ROUND_CLOSED if state == "unresolved" else SETTLED for state in _GAME_STATES}
_DROPS: _GameRow = _STAYS | {
    "claimed": Move("claimed", "result-waits"),
    "bye": Move("abandoned", "bye-lost"),
    "unresolved": Move("unresolved", "organiser-enters"),
}

#: The next state of a game in a published round when one of its players acts, seen from that player:
#: "forfeited": they gave it up; "bye": the opponent gave it up; "abandoned": both gave it up.
#: "unresolved": it has no result and its round is closed. "closed": it was forfeited, and its round is closed or a
#: later one is published, so only an organiser can change it. "final": an organiser decided the result, or its round
#: is closed. "signs": both players signed the same result at the table; the last one counts until it is final.
GAMES: Mapping[GameEvent, Mapping[GameState, Move | StrPromise]] = {
    "drops": _DROPS | {"open": Move("forfeited", "opponent-gets-bye")},
    "drops-after-game": _DROPS | {"open": Move("open", "game-stays")},
    "is-reinstated": _STAYS | {"forfeited": Move("open", "game-reopens"), "abandoned": Move("bye", "bye-returns")},
    "claims": _FINAL | {"open": Move("claimed"), "claimed": Move("claimed")},
    "signs": _FINAL | {"open": Move("confirmed"), "claimed": Move("confirmed"), "confirmed": Move("confirmed")},
    "rolls": _FINAL | {"open": Move("open"), "claimed": Move("claimed")},
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
    """Return the state of a game, seen from one player. `is_past`: a later round is published."""
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


class NotOpenError(RefusedError):
    """The games night is a draft, over, called off, or not far enough: the act is impossible now."""

    sentence = _("Nothing was changed: the games night is over, called off or not announced yet.")


class OutdatedPageError(RefusedError):
    """The data has changed since the page was loaded."""

    sentence = _("Nothing was changed: the page has changed since you opened it. Look at it again.")


class NoDraftError(RefusedError):
    """The round is not a draft, or no longer exists: another organiser was faster."""

    sentence = _("Nothing was changed: the round has been published or paired again. Look at it again.")


class UnfitError(RefusedError):
    """The pasted list does not suit the games night; the page shows why."""
