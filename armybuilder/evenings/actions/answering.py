"""Answers of members and guests, and the links of guests. Each verb is one transaction that locks the games night."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, lock_evening, lock_for
from armybuilder.evenings.actions.log import log, log_answer
from armybuilder.evenings.errors import NotOpenError
from armybuilder.evenings.models import Entry, Evening, new_token
from armybuilder.evenings.states import EntryEvent
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
    """Answer whether one is coming. `seen`: the version of the answer on the page (None: not from a page).

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
        evening.check_act("play", entry.user_id)
    if _set_state(entry, entry.after(SAYS[state])):
        log_answer(evening, player, state)
    return entry


def mark_coming(entry: Entry) -> None:
    """Mark an entry as coming because of something the player did, in the transaction of it. Raises RefusedError."""
    entry.evening.check_act("play", entry.user_id)
    _set_state(entry, entry.after("comes"))


@transaction.atomic
def invite_guest(evening_id: UUID, actor: User, name: str) -> Entry:
    """Make a private link for a guest. Raises Evening.DoesNotExist, NotAllowedError, RefusedError."""
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_open:
        raise NotOpenError
    entry = new_guest(evening, name)
    entry.save()
    log(evening, actor, "invited", names=[entry])
    return entry


def new_guest(evening: Evening, name: str) -> Entry:
    """Return an entry for another guest, not saved yet. Raises RefusedError."""
    if not evening.guests_allowed:
        raise RefusedError(_("This evening is for members. Change that first, to invite guests."))
    if evening.entries.filter(user=None).count() >= GUESTS_AT_MOST:
        raise RefusedError(_("There are as many guests as one evening takes."))
    return Entry(evening=evening, guest_name=name, token=new_token())


@transaction.atomic
def withdraw_link(evening_id: UUID, actor: User, pk: int) -> None:
    """Withdraw a guest's link; the guest's answer stays.

    Raises Evening.DoesNotExist, NotAllowedError, Entry.DoesNotExist.
    """
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
