"""The events that are added to the log of a game: made of what phones, pages and dice say, numbered and checked."""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import json

from rules.core.defeat_points import defeat_rows
from rules.core.game.checking import EventRefusedError, Writable, check, missing_number, writable
from rules.core.game.events import AnyEvent, Line, Side
from rules.core.game.fold import GameState, fold
from rules.core.game.rolling import roll

if TYPE_CHECKING:
    from armybuilder.games.models import Game, GameEvent

EVENTS_AT_MOST = 5_000  # of a game
DICE = "dice"  # the phone of what is rolled here
TABLE = "table"  # and that of what the site says when a game begins
PAGE = "page-"  # and that of each page without script begins so


class TooManyEventsError(Exception):
    """The log of the game is full."""


class MissingLineError(Exception):
    """A phone sent its line 5 and not its line 4: `wanted` is the number that is missing."""

    def __init__(self, wanted: int) -> None:
        super().__init__(f"line {wanted} is missing")
        self.wanted = wanted


class PhoneNameTakenError(Exception):
    """The name of the phone is one of the site's own, or another side's."""


def events_of_phone(game: "Game", side: Side, phone: str, lines: Sequence[Line]) -> "list[GameEvent]":
    """Return the events of those lines of a phone that are not kept yet.

    Raises PhoneNameTakenError, MissingLineError, TooManyEventsError, EventRefusedError.
    """
    if phone in {DICE, TABLE} or phone.startswith(PAGE):
        raise PhoneNameTakenError
    last = _last_numbers(game, phone)
    if last.keys() - {side}:
        raise PhoneNameTakenError  # its lines would be taken for lines that are kept already
    return _checked_events(game, side, lines, last.get(side, 0))


def event_of_page(game: "Game", side: Side, page: int, event: AnyEvent) -> "list[GameEvent]":
    """Return the one event of a page without script, which numbers nothing itself; `page`: the id of its link.

    Raises TooManyEventsError, EventRefusedError.
    """
    phone = f"{PAGE}{page}"
    last = max(_last_numbers(game, phone).values(), default=0)
    line = Line(side=side, phone=phone, number=last + 1, seen=game.last, event=event)
    return _checked_events(game, side, [line], last)


def events_of_roll(game: "Game", side: Side, what: str) -> "list[GameEvent]":
    """Roll dice of a side; return them and what follows. `what`: as `rules.core.game.rolling.roll` has it.

    Raises NothingToRollError, TooManyEventsError.
    """
    said = roll(what, game.state, game.standings, side, lambda die: secrets.randbelow(die) + 1)
    last = max(_last_numbers(game, DICE).values(), default=0)
    lines = (
        Line(side=whose, phone=DICE, number=number, seen=game.last, event=event)
        for number, (whose, event) in enumerate(said, last + 1)
    )
    return events_of_lines(game, lines)


def events_of_lines(game: "Game", lines: Iterable[Line]) -> "list[GameEvent]":
    """Return lines, unchecked, as events that follow on the log. Raises TooManyEventsError."""
    from armybuilder.games.models import GameEvent

    events = [
        GameEvent(
            game=game,
            sequence=sequence,
            side=line.side,
            phone=line.phone,
            number=line.number,
            seen=min(line.seen, game.last),
            payload=json.encode(line.event).decode(),
        )
        for sequence, line in enumerate(lines, game.last + 1)
    ]
    if game.last + len(events) > EVENTS_AT_MOST:
        raise TooManyEventsError
    return events


def writable_by(game: "Game", side: Side) -> Writable:
    """Return what a side of a game may write."""
    rows = {row.id for row in defeat_rows(game.catalogue)}
    return writable(game.by_side[side].roster, game.catalogue, rows)


def _checked_events(game: "Game", side: Side, lines: Sequence[Line], last: int) -> "list[GameEvent]":
    """Return the events of those lines of a phone that come after its `last` one."""
    new = sorted((line for line in lines if line.number > last), key=lambda line: line.number)
    wanted = missing_number(new, last)
    if wanted is not None:
        raise MissingLineError(wanted)
    events = events_of_lines(game, new)
    _check(game, side, new)
    return events


def _check(game: "Game", side: Side, lines: Sequence[Line]) -> None:
    """Raise EventRefusedError if one of the lines cannot be.

    What a phone said without line before it knew of the end is still taken, until both have signed.
    """
    known, state = writable_by(game, side), game.state
    is_open = state.phase == "ended" and state.agreed is None
    for line in lines:
        try:
            check(line.event, known, _state_seen(game, line.seen) if is_open else state)
        except EventRefusedError as error:
            raise EventRefusedError(error.reason, line.number) from None


def _state_seen(game: "Game", last: int) -> GameState:
    """Return the state as a phone knew it that had seen the log as far as the event `last`."""
    return fold(event.line for event in game.stored_events if event.sequence <= last)


def _last_numbers(game: "Game", phone: str) -> dict[Side, int]:
    """Return the number of the last line of a phone, by the side that it speaks for."""
    numbers: dict[Side, int] = {}
    for line in game.lines:
        if line.phone == phone:
            numbers[line.side] = max(line.number, numbers.get(line.side, 0))
    return numbers
