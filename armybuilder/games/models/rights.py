"""The rights of each kind of link to a game, and who may hold it: one table for all code.

The player who starts a game invites the other side. Joining exchanges the invitation for a new link that nobody else
has seen. At a games night, only the player gets the link of their side.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from rules.core.game.events import SIDES, Side

#: "look": the play screen, its polls, log, report and kit; "write": taps and dice of its sides; "choose": the lists of
#: its sides; "join": join as the other side.
Act = Literal["look", "write", "choose", "join"]
Holder = Literal["player", "referee", "anybody"]

FIRST, SECOND, BOTH, LOOKS, REFEREE, JOINS = "a", "b", "both", "looks", "ref", "joins"


class Right(Struct, frozen=True):
    """The rights of a kind of link.

    `sides`: the ones it sees in full; `shows`: the links that its page shows and can renew; `shows_at_night`: the same
    at a games night; `holder`: who may use it there. `has_code`: it has a short code to read out.
    """

    acts: frozenset[Act]
    sides: tuple[Side, ...] = ()
    shows: tuple[str, ...] = ()
    shows_at_night: tuple[str, ...] = ()
    holder: Holder = "anybody"
    has_code: bool = False


_PLAYS: frozenset[Act] = frozenset({"look", "write", "choose"})

RIGHTS: Mapping[str, Right] = {
    FIRST: Right(_PLAYS, SIDES[:1], (JOINS, LOOKS, FIRST), (LOOKS, FIRST), "player"),
    SECOND: Right(_PLAYS, SIDES[1:], (SECOND,), (LOOKS, SECOND), "player"),
    BOTH: Right(_PLAYS, SIDES, (JOINS, LOOKS, BOTH)),
    JOINS: Right(frozenset({"join"}), has_code=True),
    LOOKS: Right(frozenset({"look"}), has_code=True),
    REFEREE: Right(frozenset({"look", "write"}), SIDES, (), (REFEREE,), "referee"),
}


def kinds_that(act: Act) -> Iterator[str]:
    """Yield the kinds of links that allow an act."""
    return (kind for kind, right in RIGHTS.items() if act in right.acts)


def kinds_held_by(holder: Holder) -> Iterator[str]:
    """Yield the kinds of links for a holder at a games night."""
    return (kind for kind, right in RIGHTS.items() if right.holder == holder)
