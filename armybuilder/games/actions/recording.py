"""Recording events in the log of a game. Without a link there is no game: Link.DoesNotExist."""

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from armybuilder.games.actions.new_events import event_of_page, events_of_phone, events_of_roll
from armybuilder.games.actions.tables import write_result
from armybuilder.games.models import Game, GameEvent, Link
from armybuilder.refusals import RefusedError
from rules.core.game.events import AnyEvent, GameLine, Side

TRIES = 3
NOT_YOUR_SIDE = _("This link cannot record for that side.")

Spend = Callable[[int], None]  # called with the number of lines to read; raises if it is too many


def free(lines: int) -> None:
    """Allow any number of lines."""


class GameBusyError(RefusedError):
    """The log changed during every attempt to add to it: the phone can send the lines again in a moment."""

    sentence = _("Nothing was changed: other phones are recording in this game at the moment. Try again.")


def record_lines(token: str, phone: str, lines: Sequence[GameLine], spend: Spend = free) -> Link:
    """Store a phone's new lines, all or none; return the link with its game.

    Raises Link.DoesNotExist, RefusedError, and the errors of `spend`.
    """
    if any(line.phone != phone for line in lines):
        raise RefusedError(NOT_YOUR_SIDE)
    sides = {line.side for line in lines}
    return _append(token, sides, spend, lambda link: events_of_phone(link.game, link.sides, phone, lines))


def record_event(token: str, side: Side, event: AnyEvent, spend: Spend = free) -> Link:
    """Store one event of a page without scripts; return the link with its game.

    Raises Link.DoesNotExist, RefusedError, and the errors of `spend`.
    """
    return _append(token, {side}, spend, lambda link: event_of_page(link.game, side, link.pk, event))


def roll_dice(token: str, side: Side, what: str, spend: Spend = free) -> Link:
    """Roll dice for a side on the site, and store them with their outcome; return the link with its game.

    `what`: as in `rules.core.game.rolling.roll`. Raises Link.DoesNotExist, RefusedError, and the errors of `spend`.
    """
    return _append(token, {side}, spend, lambda link: events_of_roll(link.game, side, what))


def _append(
    token: str,
    sides: AbstractSet[Side],
    spend: Spend,
    new_events: Callable[[Link], Sequence[GameEvent]],
) -> Link:
    """Append new events of some sides to the log; return the link.

    They are made before the game is locked, to keep the lock short. If the log has changed meanwhile, they are made
    again, TRIES times in all. Each time, `spend` gets the length of the log.
    """
    for _try in range(TRIES):
        link = Link.objects.of_token(token)
        if not link.sides or not sides <= set(link.sides):
            raise RefusedError(NOT_YOUR_SIDE)
        spend(link.game.last)
        if save_if_unchanged(link, new_events(link)):
            return link
    raise GameBusyError


@transaction.atomic
def save_if_unchanged(link: Link, events: Sequence[GameEvent]) -> bool:
    """Save events that follow on the log as it was read; return False, and save nothing, if it has changed since.

    The result that both sides signed decides their table of a games night.
    """
    game, last = link.game, link.game.last + len(events)
    if not Game.objects.filter(pk=game.pk, last=game.last).update(last=last):
        return False
    Link.objects.last_of(str(link.token))  # the link may have been withdrawn since it was read
    GameEvent.objects.bulk_create(events)
    game.last = last
    game.add([event.line for event in events])
    if game.pairing_id:
        game.refresh_from_db(fields=["pairing"])
        write_result(game)
    return True
