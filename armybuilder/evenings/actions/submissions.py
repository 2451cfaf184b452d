"""Submitting lists, and withdrawing them. Each verb is one transaction that locks the club, then the games night.

The clock is read with the games night locked: a player who waited for another may be late. `seen`: the player's current
lists on the page, as keys or as a version (None: not from a page).
"""

from collections.abc import Collection, Sequence
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.evenings.actions.actors import Actor, lock_evening, lock_for, lock_for_guest
from armybuilder.evenings.actions.answering import mark_coming
from armybuilder.evenings.actions.copies import store_copies
from armybuilder.evenings.actions.hidden_lists import note_look
from armybuilder.evenings.actions.log import log
from armybuilder.evenings.eligibility import Candidate, JudgedList, candidate, refusal_words
from armybuilder.evenings.errors import NotOpenError, OutdatedPageError, UnfitError
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.pages.pasting import Pasted
from armybuilder.evenings.versions import check_seen, submitted_version
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.refusals import RefusedError
from rules.core.document.roster import encode
from rules.language import active_language


@transaction.atomic
def submit(
    evening_id: UUID, user: User, list_id: UUID, *, seen: Collection[int] | None = None
) -> list[HandIn]:
    """Submit a copy of a list (both lists of a pair), replacing earlier ones. Return the lists that now count.

    An unchanged list stays as it is, with its code. Submitting marks the player as coming. Raises Evening.DoesNotExist,
    ArmyList.DoesNotExist (not their own), RefusedError.
    """
    evening, entry = lock_for(evening_id, user)
    _check_open(evening, _lists_of(entry), seen)
    fitting = _fitting(evening, user, list_id)
    if not entry.pk:
        entry.save()
    mark_coming(entry)
    return store_copies(evening, entry, fitting.parts, user)


@transaction.atomic
def submit_pasted(guest: Entry, pasted: Pasted, *, seen: str | None = None) -> list[HandIn]:
    """Submit a pasted list as a guest. Raises Entry.DoesNotExist, UnfitError, RefusedError."""
    evening, entry = lock_for_guest(guest)
    own = _lists_of(entry)
    _check_open(evening, own)
    if not pasted.fits or pasted.sheet is None:
        raise UnfitError
    _check_replaced(own, pasted.sheet, seen)
    mark_coming(entry)
    return store_copies(evening, entry, [pasted.sheet], entry)


@transaction.atomic
def submit_for(
    evening_id: UUID, actor: User, pk: int, pasted: Pasted, *, although_illegal: bool, seen: str | None = None
) -> Sequence[HandIn]:
    """Submit a player's list at the desk, until a round is published. An illegal list can be accepted.

    The organiser sees the list, so while lists are hidden, an organiser who plays cannot submit for others. Raises
    Evening.DoesNotExist, NotAllowedError, Entry.DoesNotExist, UnfitError, RefusedError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_on or evening.started or not evening.limits:
        raise NotOpenError
    entry = evening.entries.select_related("user").get(pk=pk)
    evening.check_act("submit-for-another", actor.pk, [entry.user_id])
    if not evening.shows_lists:
        evening.check_act("see-hidden-list", actor.pk)
    is_accepted = although_illegal and bool(pasted.why)
    if pasted.sheet is None or not pasted.is_of_the_evening or not (pasted.fits or is_accepted):
        raise UnfitError
    _check_replaced(_lists_of(entry), pasted.sheet, seen)
    mark_coming(entry)
    kept = store_copies(evening, entry, [pasted.sheet], actor, is_accepted=is_accepted)
    HandIn.objects.filter(pk__in=[one.pk for one in kept], state="accepted").update(
        judged=timezone.now(), judged_by=actor
    )
    if not evening.shows_lists:
        for one in kept:
            note_look(evening, one, actor)
    return kept


@transaction.atomic
def resubmit(evening_id: UUID, player: Actor, *, seen: Collection[int] | None = None) -> bool:
    """Submit again, unchanged, the lists that were sent back. Return whether there were any.

    Raises Evening.DoesNotExist, Entry.DoesNotExist, RefusedError.
    """
    evening, entry = lock_for(evening_id, player)
    own = _lists_of(entry)
    _check_open(evening, own, seen)
    changed = own.filter(state="sent-back").update(state="handed-in")
    if changed:
        log(evening, player, "handed-in")
    return bool(changed)


@transaction.atomic
def withdraw(evening_id: UUID, player: Actor, *, seen: Collection[int] | None = None) -> bool:
    """Withdraw the player's lists. Return whether there were any.

    Raises Evening.DoesNotExist, Entry.DoesNotExist, RefusedError.
    """
    evening, entry = lock_for(evening_id, player)
    own = _lists_of(entry)
    _check_open(evening, own, seen)
    withdrawn = own.update(withdrawn=timezone.now())
    if withdrawn:
        log(evening, player, "took-back")
    return bool(withdrawn)


def may_submit_again(evening: Evening, own: Sequence[HandIn]) -> bool:
    """Return whether a player can submit after the deadline: a list was sent back, and no round is published."""
    sent_back = any(hand_in.state == "sent-back" for hand_in in own)
    return sent_back and evening.is_open and not evening.started


def _lists_of(entry: Entry) -> models.QuerySet[HandIn]:
    return HandIn.objects.current().filter(entry_id=entry.pk)


def _check_open(evening: Evening, own: models.QuerySet[HandIn], seen: Collection[int] | None = None) -> None:
    """Check that lists are taken until the grace period ends, or were sent back, and that the page is current."""
    if not evening.is_open or not evening.limits:
        raise NotOpenError
    if evening.is_closed and not may_submit_again(evening, list(own)):
        raise RefusedError(
            _("Nothing is changed: no list is handed in or taken back any more. Yours is as it was.")
        )
    if seen is not None and {*seen} != {*own.values_list("pk", flat=True)}:
        raise OutdatedPageError


def _check_replaced(own: models.QuerySet[HandIn], sheet: JudgedList, seen: str | None) -> None:
    """Check that the page showed the lists to replace; the same list can be submitted again at any time."""
    if not own.filter(document=encode(sheet.roster).decode()).exists():
        check_seen(seen, submitted_version(own))


def _fitting(evening: Evening, user: User, list_id: UUID) -> Candidate:
    own = ArmyList.objects.for_visitor(Visitor(user))
    army_list = own.get(pk=list_id)
    made = candidate(evening, army_list, own.partner_of(army_list) if len(evening.limits) > 1 else None)
    if made.problem:
        raise RefusedError(refusal_words(made, evening, active_language()))
    return made
