"""Submitting lists, for oneself and for guests, and withdrawing them. Each action is one transaction."""

from collections.abc import Collection, Sequence
from typing import cast
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import structs

from armybuilder.accounts.models import User
from armybuilder.clubs.models import HouseRules, Membership
from armybuilder.evenings.actions.actors import Actor, lock_evening, lock_for, lock_for_guest, log
from armybuilder.evenings.actions.desk import note_look
from armybuilder.evenings.actions.entries import mark_coming
from armybuilder.evenings.eligibility import JudgedList, OwnList, candidate
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.models.entries import digest_of, new_salt
from armybuilder.evenings.notifications import notify, organisers_of, who_said
from armybuilder.evenings.pages.own_lists import NewList, Pasted, may_submit_again
from armybuilder.evenings.seats import check_does_not_play, check_not_own
from armybuilder.evenings.states import NotOpenError, OutdatedPageError, UnfitError
from armybuilder.evenings.versions import check_seen, submitted_version
from armybuilder.lists.actions.copies import made_for_night, make_for
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.notices.kinds import Kind
from armybuilder.refusals import RefusedError
from rules.core.document import edits
from rules.core.document.roster import RoleOfList, encode
from rules.core.forces.followed import started
from rules.language import active_language

LONGEST_NAME = 120  # of a list


def store_copies(
    evening: Evening,
    entry: Entry,
    sheets: Sequence[JudgedList],
    by: User | Entry,
    *,
    is_accepted: bool = False,
) -> list[HandIn]:
    """Store copies of lists for an entry of a locked games night, replacing those of the same roles.

    `by`: the member who submits them, or the guest; an organiser can accept them at once (`is_accepted`).
    """
    before = {hand_in.role: hand_in for hand_in in HandIn.objects.current().filter(entry=entry)}
    current = [_copy(evening, entry, sheet, before.get(sheet.roster.role)) for sheet in sheets]
    organiser = by if isinstance(by, User) and by.pk != entry.user_id else None
    if new := [hand_in for hand_in in current if hand_in not in before.values()]:
        _notify_of_replacing(evening, entry, new, by)
        action = "handed-for" if organiser else "late" if new[0].is_late else "handed-in"
        log(evening, by, action, names=[entry] if organiser else [])
        notify(Kind.HANDED_IN, organisers_of(evening), evening, new[0].pk, but=by, who=entry)
    for hand_in in current:  # a list that was sent back counts as submitted again
        state = "accepted" if is_accepted or hand_in.state == "accepted" else "handed-in"
        if (hand_in.state, hand_in.handed_by) != (state, organiser):
            hand_in.state, hand_in.handed_by = state, organiser
            hand_in.save(update_fields=["state", "handed_by"])
    return current


def _copy(evening: Evening, entry: Entry, sheet: JudgedList, before: HandIn | None) -> HandIn:
    """Return the copy of a list; the previous one (`before`) if it is the same."""
    document, salt, now = encode(sheet.roster).decode(), new_salt(), timezone.now()
    if before and before.document == document:
        return before
    if before:
        HandIn.objects.filter(pk=before.pk).update(withdrawn=now)
    return HandIn.objects.create(
        entry=entry,
        army_list=sheet.army_list if isinstance(sheet, OwnList) else None,
        role=sheet.roster.role,
        name=sheet.roster.name,
        document=document,
        salt=salt,
        digest=digest_of(salt, document),
        total=sheet.report.total,
        handed=now,
        is_late=now > evening.deadline,
        is_legal=sheet.report.legal,
        replaced=_replaced(evening, entry, sheet.roster.role, document),
        codes=sorted({one.code for one in sheet.report.findings if one.severity == "error"}),
    )


def _replaced(evening: Evening, entry: Entry, role: str, document: str) -> str:
    """Return "revealed" or "accepted" if a list replaces what others rely on, otherwise ""."""
    if evening.were_lists_shown:
        return "revealed"
    accepted = HandIn.objects.filter(entry=entry, role=role, state="accepted").exclude(document=document)
    return "accepted" if accepted.exists() else ""


def _notify_of_replacing(evening: Evening, entry: Entry, new: Sequence[HandIn], by: User | Entry) -> None:
    """Log that a list replaced an accepted one, or came after all were revealed, and notify the players."""
    marked = next((hand_in for hand_in in new if hand_in.replaced), None)
    if marked is None:
        return
    is_after = marked.replaced == "revealed"
    log(evening, by, "after-reveal" if is_after else "after-accept", names=[entry])
    kind = Kind.AFTER_REVEAL if is_after else Kind.AFTER_ACCEPT
    notify(kind, who_said(evening, "coming", "perhaps"), evening, marked.pk, but=by, who=entry)


@transaction.atomic
def make_list(
    evening: Evening,
    visitor: Visitor,
    new: NewList,
    key: str,
    *,
    mine: Membership | None = None,
    entry: Entry | None = None,
) -> ArmyList:
    """Make a list for a games night: with its game, role, limit, prices, rulings and force.

    `mine`: the member who makes it; `entry`: the guest who makes it, or the player for whom an organiser (`mine`)
    makes it at the desk.

    Two lists that belong together get the same pair name. The list is made for the club, but not in its library, where
    others could read it. Newer house rules are not for this games night: the builder does not suggest them.
    """
    if mine and entry:
        _check_desk(evening, mine.user_id, entry)
    if not evening.is_open or not evening.limits:
        raise NotOpenError
    name, role = str(evening), cast(RoleOfList, new.role)
    if mine and entry:
        name = f"{entry}, {name}"[:LONGEST_NAME]
    roster = edits.empty_list(evening.catalogue.id, name, role, evening.limits[role])
    roster = structs.replace(roster, prices=dict(evening.prices), rulings=dict(evening.rulings))
    if len(evening.limits) > 1:
        roster = structs.replace(roster, pair_name=name)
    if new.force:
        roster = started(roster, new.force, evening.catalogue, active_language())
    made = create_from(visitor, roster, evening.ruleset_version_id, key, "create")
    made_for_night(made.pk, evening.pk, entry.pk if entry else None)
    if mine:
        newest = HouseRules.objects.of(evening.club_id, evening.catalogue.id).first()
        make_for(made.pk, mine.pk, newest.number if newest else 0)
    return made


def _check_desk(evening: Evening, organiser: int, entry: Entry) -> None:
    """Check that an organiser can bring the list of a player now, which they then see."""
    if not evening.is_on or evening.started or not evening.limits:
        raise NotOpenError
    check_not_own(organiser, [entry.user_id])
    if not evening.shows_lists:
        check_does_not_play(evening, organiser)


@transaction.atomic
def submit(evening_id: UUID, user: User, list_id: UUID, *, seen: Collection[int] | None = None) -> list[HandIn]:
    """Submit a copy of a list (both lists of a pair), replacing earlier ones. Return the lists that now count.

    An unchanged list stays as it is, with its code. Submitting marks the player as coming. Raises Evening.DoesNotExist,
    ArmyList.DoesNotExist (not their own), RefusedError.
    """
    evening, entry = lock_for(evening_id, user)
    _check_open(evening, _lists_of(entry), seen)
    own = ArmyList.objects.for_visitor(Visitor(user))
    army_list = own.get(pk=list_id)
    made = candidate(evening, army_list, own.partner_of(army_list) if len(evening.limits) > 1 else None)
    if made.problem:
        raise RefusedError(made.why)
    if not entry.pk:
        entry.save()
    mark_coming(entry)
    return store_copies(evening, entry, made.parts, user)


@transaction.atomic
def submit_pasted(guest: Entry, pasted: Pasted, *, seen: str | None = None) -> list[HandIn]:
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
    """Submit a player's list at the desk. An organiser who plays cannot: they would see a hidden list."""
    evening = lock_evening(evening_id, actor, organising=True)
    entry = evening.entries.select_related("user").get(pk=pk)
    _check_desk(evening, actor.pk, entry)
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
    """Submit again, unchanged, the lists that were sent back. Return whether there were any."""
    evening, entry = lock_for(evening_id, player)
    own = _lists_of(entry)
    _check_open(evening, own, seen)
    changed = own.filter(state="sent-back").update(state="handed-in")
    if changed:
        log(evening, player, "handed-in")
    return bool(changed)


@transaction.atomic
def withdraw(evening_id: UUID, player: Actor, *, seen: Collection[int] | None = None) -> bool:
    evening, entry = lock_for(evening_id, player)
    own = _lists_of(entry)
    _check_open(evening, own, seen)
    withdrawn = own.update(withdrawn=timezone.now())
    if withdrawn:
        log(evening, player, "took-back")
    return bool(withdrawn)


def _lists_of(entry: Entry) -> models.QuerySet[HandIn]:
    return HandIn.objects.current().filter(entry_id=entry.pk)


def _check_open(evening: Evening, own: models.QuerySet[HandIn], seen: Collection[int] | None = None) -> None:
    """Check that the grace period has not ended, or the list was sent back, and that the page is current."""
    if not evening.is_open or not evening.limits:
        raise NotOpenError
    if evening.is_closed and not may_submit_again(evening, list(own)):
        raise RefusedError(_("Nothing was changed: lists can no longer be submitted or withdrawn. Yours is as it was."))
    if seen is not None and {*seen} != {*own.values_list("pk", flat=True)}:
        raise OutdatedPageError


def _check_replaced(own: models.QuerySet[HandIn], sheet: JudgedList, seen: str | None) -> None:
    """Check that the page showed the lists to replace; the same list can be submitted again at any time."""
    if not own.filter(document=encode(sheet.roster).decode()).exists():
        check_seen(seen, submitted_version(own))
