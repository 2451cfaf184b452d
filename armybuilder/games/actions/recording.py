"""Record the lines that phones send, and the games of the tables of a games night."""

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, own_table
from armybuilder.evenings.actions.desk import refereed_table
from armybuilder.evenings.actions.results import sign_result
from armybuilder.evenings.models import Entry, Evening, HandIn, Pairing
from armybuilder.games.actions.new_events import (
    events_of_lines,
    events_of_page,
    events_of_phone,
    events_of_roll,
)
from armybuilder.games.models import Game, GameEvent, Link, Player
from armybuilder.refusals import RefusedError
from rules.core.document.rows import numbered
from rules.core.game.events import HIDDEN, SIDES, TABLE, AnyEvent, GameLine, Mark, Side

ROOM_FOR_HIDDEN = 200  # numbers of a log for each side: more than the men of any list
#: Left the club, lost the link, or had the table re-paired.
UNKNOWN = (Evening.DoesNotExist, Entry.DoesNotExist, Pairing.DoesNotExist)


@transaction.atomic
def game_of_table(evening_id: UUID, player: Actor, pk: int) -> Link:
    """Return a player's link at their table; the first request creates the game. Raises the errors of `own_table`."""
    own = own_table(evening_id, player, pk)
    game = own.pairing.games.first() or _start(own.evening, own.pairing)
    side = SIDES[0] if own.pairing.first_id == own.entry.pk else SIDES[1]
    return Link.objects.that_may("look").get(game=game, kind=side)


@transaction.atomic
def game_of_referee(evening_id: UUID, user: User, pk: int) -> Link:
    """Return the own link of an organiser or referee at a table, for both sides. Raises as `refereed_table`."""
    pairing = refereed_table(evening_id, user, pk)
    game = pairing.games.first() or _start(pairing.round.evening, pairing)
    link = Link.objects.filter(game=game, kind=Link.Kind.REFEREE, user=user, token__isnull=False).first()
    return link or Link.objects.create(game=game, kind=Link.Kind.REFEREE, user=user)


def write_result(game: Game) -> None:
    """Save the last result that both players signed, if they agree, in both names.

    A result that an organiser has decided or closed meanwhile stays. Nothing is saved for a player who left the club
    or whose link was withdrawn.
    """
    agreed, pairing = game.state.agreed, game.pairing
    if agreed is None or pairing is None:
        return
    held = None if not agreed.field else SIDES.index(agreed.field) + 1
    try:
        with transaction.atomic():
            sign_result(pairing.pk, (agreed.a, agreed.b), held)
    except (*UNKNOWN, RefusedError):
        return


def _start(evening: Evening, pairing: Pairing) -> Game:
    game = Game.objects.create(
        ruleset_version_id=evening.ruleset_version_id,
        pairing=pairing,
        is_of_night=True,
        rulings=evening.rulings,
    )
    Player.objects.bulk_create(_players(game, pairing))
    for kind in (*SIDES, Link.Kind.LOOKS):
        Link.objects.create(game=game, kind=kind)
    if evening.hides_lists:
        _hide(game)
    return game


def _hide(game: Game) -> None:
    """Start with all figures hidden if the games night hides its lists, which would otherwise be readable here.

    The numbers of these lines, and of the last one, do not reveal how many men the other side has.
    """
    rosters = {side: player.roster for side, player in game.by_side.items() if player.roster}
    hidden = {side: [item.key for item in numbered(roster)] for side, roster in rosters.items()}
    room = max(ROOM_FOR_HIDDEN, *map(len, hidden.values()))
    lines = (
        GameLine(side=side, phone=TABLE, number=number, event=Mark(piece=key, state=HIDDEN))
        for side, keys in hidden.items()
        for number, key in enumerate(keys, 1 + room * SIDES.index(side))
    )
    GameEvent.objects.bulk_create(events_of_lines(game, lines))
    game.last = len(SIDES) * room
    game.save(update_fields=["last"])


def _players(game: Game, pairing: Pairing) -> Iterator[Player]:
    for side, entry in zip(SIDES, (pairing.first, pairing.second), strict=True):
        assert entry is not None  # a bye has no table
        handed = _handed(entry, pairing)
        yield Player(
            game=game,
            side=side,
            user=entry.user,
            name=str(entry)[:60],
            army_list_id=handed.army_list_id if handed else None,
            document=handed.document if handed else "",
        )


def _handed(entry: Entry, pairing: Pairing) -> HandIn | None:
    """Return the list that a player plays at a table: of the role, or the only one; None: unknown."""
    lists = list(HandIn.objects.filter(entry=entry, withdrawn=None))
    role = "attacker" if entry.pk == pairing.attacker_id else "defender"
    return next((one for one in lists if one.role == role), lists[0] if len(lists) == 1 else None)


TRIES = 3
NOT_YOUR_SIDE = _("This link cannot record for that side.")

Spend = Callable[[int], None]  # called with the number of lines to read; raises if it is too many


def free(lines: int) -> None:
    """Allow any number of lines."""


class GameBusyError(RefusedError):
    """The log changed during every attempt to add to it: the phone can send the lines again in a moment."""

    sentence = _("Nothing was changed: other phones are recording in this game at the moment. Try again.")


def record_lines(token: str, phone: str, lines: Sequence[GameLine], spend: Spend = free) -> Link:
    """Store a phone's new lines, all or none. Raises Link.DoesNotExist, and the errors of `spend`."""
    if any(line.phone != phone for line in lines):
        raise RefusedError(NOT_YOUR_SIDE)
    sides = {line.side for line in lines}
    return _append(token, sides, spend, lambda link: events_of_phone(link.game, link.sides, phone, lines))


def record_events(token: str, side: Side, *events: AnyEvent, spend: Spend = free) -> Link:
    """Store the events of a page without JavaScript. Raises Link.DoesNotExist, and the errors of `spend`."""
    return _append(token, {side}, spend, lambda link: events_of_page(link.game, side, link.pk, events))


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
    again, up to TRIES times. Each time, `spend` gets the length of the log.
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
    """Save events that continue the log as read; return False, and save nothing, if it has changed."""
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
