"""Answers, guests, dropping out and reinstating. Each action is one transaction that locks the games night."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, lock_evening, lock_for, log, log_answer
from armybuilder.evenings.models import Entry, Evening, Pairing, new_token
from armybuilder.evenings.pages.people import games_of, given_a_bye, leaving_version
from armybuilder.evenings.seats import check_may_play, check_not_own
from armybuilder.evenings.states import (
    EntryEvent,
    GameState,
    LeavingEvent,
    NotOpenError,
    OutdatedPageError,
    game_after,
)
from armybuilder.evenings.versions import answer_version, check_seen
from armybuilder.refusals import RefusedError

GUESTS_AT_MOST = 100  # of a games night
SAYS: Mapping[str, EntryEvent] = {
    "coming": "says-coming",
    "perhaps": "says-perhaps",
    "not-coming": "says-not-coming",
}


@transaction.atomic
def answer(evening_id: UUID, player: Actor, state: str, *, seen: str | None = None) -> Entry:
    """Record whether a player is coming. `seen`: the version of the answer on the page (None: not from a page).

    Raises Evening.DoesNotExist, Entry.DoesNotExist (the link no longer works), RefusedError.
    """
    evening, entry = lock_for(evening_id, player)
    if not entry.pk:
        check_seen(seen, answer_version(evening, ""))
        entry.save()
        seen = None
    if not evening.is_open:
        raise NotOpenError
    if entry.state != state:
        check_seen(seen, answer_version(evening, entry.state))
    if state != "not-coming":
        check_may_play(evening, entry.user_id)
    if _set_state(entry, entry.after(SAYS[state])):
        log_answer(evening, player, state)
    return entry


def mark_coming(entry: Entry) -> None:
    check_may_play(entry.evening, entry.user_id)
    _set_state(entry, entry.after("comes"))


@transaction.atomic
def invite_guest(evening_id: UUID, actor: User, name: str) -> Entry:
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_open:
        raise NotOpenError
    entry = new_guest(evening, name)
    entry.save()
    log(evening, actor, "invited", names=[entry])
    return entry


def new_guest(evening: Evening, name: str) -> Entry:
    if not evening.guests_allowed:
        raise RefusedError(_("This games night is members only. Change that first to invite guests."))
    if evening.entries.filter(user=None).count() >= GUESTS_AT_MOST:
        raise RefusedError(_("This games night already has as many guests as it can take."))
    return Entry(evening=evening, guest_name=name, token=new_token())


@transaction.atomic
def withdraw_link(evening_id: UUID, actor: User, pk: int) -> None:
    """Withdraw a guest's link; the guest's answer stays."""
    evening = lock_evening(evening_id, actor, organising=True)
    entry = evening.entries.get(pk=pk, token__isnull=False)
    entry.token = None
    entry.save(update_fields=["token"])
    log(evening, actor, "uninvited", names=[entry])


def _set_state(entry: Entry, state: str) -> bool:
    if entry.state == state:
        return False
    entry.state, entry.answered = state, timezone.now()
    entry.save(update_fields=["state", "answered"])
    return True


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
    """Drop a player, at once or after their game, or reinstate them. `seen`: the `Leaving.seen` of the page."""
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_on:
        raise NotOpenError
    entry = evening.entries.select_related("user").get(pk=pk)
    event = _event(after_game) if dropped else "is-reinstated"
    if dropped:
        check_not_own(actor.pk, given_a_bye(entry, event))
    else:
        check_not_own(actor.pk, [entry.user_id])
        check_may_play(evening, entry.user_id)
    _move(entry, event, seen)
    log(evening, actor, "dropped" if dropped else "back", names=[entry])


@transaction.atomic
def drop_out(evening_id: UUID, player: Actor, *, after_game: bool = False, seen: str | None = None) -> None:
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
