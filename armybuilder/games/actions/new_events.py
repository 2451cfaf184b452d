"""New events for the log of a game, from phones, pages and dice: they are numbered and checked here."""

import secrets
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext_lazy as _
from msgspec import json

from armybuilder.games.models import Game, GameEvent
from armybuilder.games.words.names import LINE_REFUSALS
from armybuilder.refusals import RefusedError
from rules.core.game.checking import EventRefusedError, Moment, Writable, check, missing_number, writable
from rules.core.game.events import DICE, TABLE, AnyEvent, GameLine, Side
from rules.core.game.rolling import NothingToRollError, roll

EVENTS_AT_MOST = 5_000  # of a game
LINES_AT_MOST = 20  # of a request: the whole log may be folded for each
PAGE = "page-"  # the phone name of a page without scripts starts with this
PHONE_NAME_TAKEN = _("That phone name is already in use. Nothing was saved: reload the page.")


class MissingLineError(RefusedError):
    """A phone sent its line 5 and not its line 4: `wanted` is the number that is missing."""

    def __init__(self, wanted: int) -> None:
        super().__init__()
        self.wanted = wanted


class TooManyLinesError(RefusedError):
    """A request has more than LINES_AT_MOST lines."""


class LineRefusedError(RefusedError):
    """A line is not possible. `reason`: a key of LINE_REFUSALS; `number`: the number of the line."""

    def __init__(self, reason: str, number: int) -> None:
        super().__init__(LINE_REFUSALS[reason])
        self.reason, self.number = reason, number


def events_of_phone(game: Game, sides: Sequence[Side], phone: str, lines: Sequence[GameLine]) -> list[GameEvent]:
    """Return the events of a phone's lines that are not stored yet. `sides`: the ones its link writes for.

    Raises RefusedError: among others TooManyLinesError, MissingLineError and LineRefusedError.
    """
    if len(lines) > LINES_AT_MOST:
        text = _("Send at most %(most)s lines at a time, then the rest.")
        raise TooManyLinesError(text, most=LINES_AT_MOST)
    if phone in {DICE, TABLE} or phone.startswith(PAGE):
        raise RefusedError(PHONE_NAME_TAKEN)
    last = _last_numbers(game, phone)
    if last.keys() - set(sides):
        raise RefusedError(PHONE_NAME_TAKEN)  # its lines would look like lines already stored
    return _checked_events(game, lines, max(last.values(), default=0))


def events_of_page(game: Game, side: Side, page: int, events: Sequence[AnyEvent]) -> list[GameEvent]:
    """Return the events of a page without JavaScript, which does not number them; `page`: the id of its link."""
    phone = f"{PAGE}{page}"
    last = max(_last_numbers(game, phone).values(), default=0)
    lines = [
        GameLine(side=side, phone=phone, number=number, seen=game.last, event=event)
        for number, event in enumerate(events, last + 1)
    ]
    return _checked_events(game, lines, last)


def events_of_roll(game: Game, side: Side, what: str) -> list[GameEvent]:
    """Roll dice of a side; return them and their effects. `what`: as in `rules.core.game.rolling.roll`."""
    try:
        said = roll(what, game.state, game.statuses, side, lambda die: secrets.randbelow(die) + 1)
    except NothingToRollError:
        raise RefusedError(_("That roll is not due now, or was already made: look at the log.")) from None
    last = max(_last_numbers(game, DICE).values(), default=0)
    lines = (
        GameLine(side=whose, phone=DICE, number=number, seen=game.last, event=event)
        for number, (whose, event) in enumerate(said, last + 1)
    )
    return events_of_lines(game, lines)


def events_of_lines(game: Game, lines: Iterable[GameLine]) -> list[GameEvent]:
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
        raise RefusedError(_("The log of this game is full (5,000 lines): start a new game."))
    return events


def writable_by(game: Game, side: Side) -> Writable:
    return writable(game.by_side[side].roster, game.catalogue, at_night=game.pairing_id is not None)


def _checked_events(game: Game, lines: Sequence[GameLine], last: int) -> list[GameEvent]:
    """Return the events of a phone's lines after its `last` one, each once."""
    once = {line.number: line for line in reversed(lines) if line.number > last}
    new = [once[number] for number in sorted(once)]
    wanted = missing_number(new, last)
    if wanted is not None:
        raise MissingLineError(wanted)
    events = events_of_lines(game, new)
    _check(game, new)
    return events


def _check(game: Game, lines: Sequence[GameLine]) -> None:
    """Raise LineRefusedError if a line is not possible after the log and the lines before it."""
    known = {side: writable_by(game, side) for side in {line.side for line in lines}}
    rosters = {side: player.roster for side, player in game.by_side.items()}
    now = Moment(game.lines, rosters, game.catalogue, game.readings, game.state)
    then, seen = now, game.last
    for done, line in enumerate(lines):
        if min(line.seen, game.last) != seen:
            seen = min(line.seen, game.last)
            before = [*game.lines_seen(seen, line.phone), *lines[:done]]
            then = Moment(before, rosters, game.catalogue, game.readings)
        try:
            check(line, known[line.side], then, now)
        except EventRefusedError as error:
            raise LineRefusedError(error.reason, line.number) from None
        for moment in {then, now}:
            moment.add(line)


def _last_numbers(game: Game, phone: str) -> dict[Side, int]:
    """Return the number of the last line of a phone, by side."""
    numbers: dict[Side, int] = {}
    for line in game.lines:
        if line.phone == phone:
            numbers[line.side] = max(line.number, numbers.get(line.side, 0))
    return numbers
