"""Who may hold which link to a game, and what it opens: the table that all code asks.

The beginner of a game invites the other side. Joining exchanges the invitation for a new link, which nobody else has
ever seen. At a games night each side's link goes to its player alone.
"""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from rules.core.game.events import SIDES, Side

#: "look": the play screen, its polls, log, report and kit; "write": taps and dice of its sides; "choose": which list
#: they play; "join": take the other side.
Act = Literal["look", "write", "choose", "join"]
Holder = Literal["player", "referee", "anybody"]

FIRST, SECOND, BOTH, LOOKS, REFEREE, JOINS = "a", "b", "both", "looks", "ref", "joins"


class Right(Struct, frozen=True):
    """What a kind of link opens.

    `sides`: those that it reads in full; `shows`: the links that its page shows and renews; `shows_at_night`: the same
    at a games night; `holder`: who may use it there. `has_code`: there is a short code to read out.
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
    """Yield the kinds of links that open something."""
    return (kind for kind, right in RIGHTS.items() if act in right.acts)


def kinds_held_by(holder: Holder) -> Iterator[str]:
    """Yield the kinds of links that somebody holds at a games night."""
    return (kind for kind, right in RIGHTS.items() if right.holder == holder)
