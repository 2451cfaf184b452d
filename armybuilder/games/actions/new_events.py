"""New events for the log of a game, from phones, pages and dice: they are numbered and checked here."""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import json

from rules.core.game.checking import EventRefusedError, Writable, missing_number, writable
from rules.core.game.events import DICE, TABLE, AnyEvent, Line, Side
from rules.core.game.moment import Moment, TooMuchWorkError, Work
from rules.core.game.offered import check
from rules.core.game.rolling import roll

if TYPE_CHECKING:
    from armybuilder.games.models import Game, GameEvent

EVENTS_AT_MOST = 5_000  # of a game
LINES_AT_MOST = 100  # of a request
FOLDS_AT_MOST = 12  # for the lines of a request, including computed standings
PAGE = "page-"  # the phone name of a page without scripts starts with this


class TooManyEventsError(Exception):
    """The log of the game is full."""


class MissingLineError(Exception):
    """A phone sent its line 5 and not its line 4: `wanted` is the number that is missing."""

    def __init__(self, wanted: int) -> None:
        super().__init__(f"line {wanted} is missing")
        self.wanted = wanted


class PhoneNameTakenError(Exception):
    """The name of the phone is one of the site's own, or another side's."""


class TooManyLinesError(Exception):
    """A request has too many lines: only the first `most` of them can be taken at once."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} lines at once")
        self.most = most


def events_of_phone(
    game: "Game", sides: Sequence[Side], phone: str, lines: Sequence[Line]
) -> "list[GameEvent]":
    """Return the events of a phone's lines that are not stored yet. `sides`: the ones its link writes for.

    Raises TooManyLinesError, PhoneNameTakenError, MissingLineError, TooManyEventsError, EventRefusedError.
    """
    if len(lines) > LINES_AT_MOST:
        raise TooManyLinesError(LINES_AT_MOST)
    if phone in {DICE, TABLE} or phone.startswith(PAGE):
        raise PhoneNameTakenError
    last = _last_numbers(game, phone)
    if last.keys() - set(sides):
        raise PhoneNameTakenError  # its lines would be taken for lines that are kept already
    return _checked_events(game, lines, max(last.values(), default=0))


def event_of_page(game: "Game", side: Side, page: int, event: AnyEvent) -> "list[GameEvent]":
    """Return the one event of a page without script, which numbers nothing itself; `page`: the id of its link.

    Raises TooManyEventsError, EventRefusedError.
    """
    phone = f"{PAGE}{page}"
    last = max(_last_numbers(game, phone).values(), default=0)
    line = Line(side=side, phone=phone, number=last + 1, seen=game.last, event=event)
    return _checked_events(game, [line], last)


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
    return writable(game.by_side[side].roster, game.catalogue, at_night=game.pairing_id is not None)


def _checked_events(game: "Game", lines: Sequence[Line], last: int) -> "list[GameEvent]":
    """Return the events of a phone's lines after its `last` one, each once."""
    once = {line.number: line for line in reversed(lines) if line.number > last}
    new = [once[number] for number in sorted(once)]
    wanted = missing_number(new, last)
    if wanted is not None:
        raise MissingLineError(wanted)
    events = events_of_lines(game, new)
    _check(game, new)
    return events


def _check(game: "Game", lines: Sequence[Line]) -> None:
    """Raise EventRefusedError if a line is not possible, TooManyLinesError if they are too much work at once."""
    known = {side: writable_by(game, side) for side in {line.side for line in lines}}
    rosters = {side: player.roster for side, player in game.by_side.items()}
    work = Work(FOLDS_AT_MOST)
    now = Moment(game.lines, rosters, game.catalogue, work, game.readings, game.state)
    then, seen = now, game.last
    for done, line in enumerate(lines):
        try:
            if min(line.seen, game.last) != seen:
                seen = min(line.seen, game.last)
                before = game.lines_seen(seen, line.phone)
                then = Moment([*before, *lines[:done]], rosters, game.catalogue, work, game.readings)
            check(line, known[line.side], then, now)
            for moment in {then, now}:
                moment.add(line)
        except EventRefusedError as error:
            raise EventRefusedError(error.reason, line.number) from None
        except TooMuchWorkError:
            raise TooManyLinesError(max(done, 1)) from None


def _last_numbers(game: "Game", phone: str) -> dict[Side, int]:
    """Return the number of the last line of a phone, by the side that it speaks for."""
    numbers: dict[Side, int] = {}
    for line in game.lines:
        if line.phone == phone:
            numbers[line.side] = max(line.number, numbers.get(line.side, 0))
    return numbers
