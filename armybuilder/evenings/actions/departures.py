"""Dropping out before the end, and coming back. Each verb is one transaction that locks the club, then the games night.

The effect on the games is in `states.py`; `pages/departures.leaving_of` returns it in advance.
"""

from uuid import UUID

from django.db import transaction

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, lock_evening, lock_for
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.errors import NotOpenError, OutdatedPageError
from armybuilder.evenings.models import Entry, Pairing
from armybuilder.evenings.pages.departures import games_of, given_a_bye, leaving_version
from armybuilder.evenings.states import GameState, LeavingEvent, game_after


@transaction.atomic
def set_dropped(
    evening_id: UUID,
    actor: User,
    pk: int,
    *,
    dropped: bool,
    after_game: bool = False,
    seen: str | None = None,
) -> None:
    """Drop a player, at once or after their current game, or reinstate them.

    Games already played stay in the standings. `seen`: the `Leaving.seen` of the page. Raises Evening.DoesNotExist,
    NotAllowedError, Entry.DoesNotExist, RefusedError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_on:
        raise NotOpenError
    entry = evening.entries.select_related("user").get(pk=pk)
    event = _event(after_game) if dropped else "is-reinstated"
    if dropped:
        evening.check_act("drop-opponent", actor.pk, given_a_bye(entry, event))
    else:
        evening.check_act("reinstate", actor.pk, [entry.user_id])
        evening.check_act("play", entry.user_id)
    _move(entry, event, seen)
    log(evening, actor, "dropped" if dropped else "back", names=[entry])


@transaction.atomic
def drop_out(evening_id: UUID, player: Actor, *, after_game: bool = False, seen: str | None = None) -> None:
    """Drop out as a player. Raises Evening.DoesNotExist, Entry.DoesNotExist, RefusedError."""
    evening, entry = lock_for(evening_id, player)
    if not entry.pk:
        raise Entry.DoesNotExist
    if evening.phase != "running":
        raise NotOpenError
    _move(entry, _event(after_game), seen)
    log(evening, player, "went-home")


def _event(after_game: bool) -> LeavingEvent:
    return "drops-after-game" if after_game else "drops"


def _move(entry: Entry, event: LeavingEvent, seen: str | None) -> None:
    """Change an entry and its games according to the tables. Raises RefusedError."""
    games = games_of(entry)
    after = entry.after(event)
    if seen is not None and seen != leaving_version(entry, entry.stage, games):
        raise OutdatedPageError
    for pairing, state in games:
        _store(pairing, entry, game_after(state, event).to)
    entry.state = after
    entry.save(update_fields=["state"])


def _store(pairing: Pairing, entry: Entry, state: GameState) -> None:
    before = (pairing.forfeit_id, pairing.abandoned)
    if state == "forfeited":
        pairing.forfeit, pairing.abandoned = entry, False
    elif state == "bye":
        pairing.forfeit, pairing.abandoned = pairing.other_than(entry.pk), False
    elif state == "abandoned":
        pairing.abandoned = True
    elif state in ("open", "claimed"):
        pairing.forfeit, pairing.abandoned = None, False
    if (pairing.forfeit_id, pairing.abandoned) != before:
        pairing.save(update_fields=["forfeit", "abandoned"])
