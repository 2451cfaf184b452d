"""The acts of organisers at their desk. Each verb is one transaction that locks the club, then the games night.

Each raises Evening.DoesNotExist, NotAllowedError, and NotOpenError if the games night is a draft or finished.
"""

from datetime import timedelta
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import NotAllowedError
from armybuilder.evenings.actions.actors import lock_evening, log
from armybuilder.evenings.actions.entries import mark_coming, new_guest
from armybuilder.evenings.models import BoardLink, Entry, Evening, HandIn, Look, Pairing, Referee
from armybuilder.evenings.notifications import notify
from armybuilder.evenings.pages.desk import missing, unanswered, unanswered_reminded_today
from armybuilder.evenings.seats import Seat, check_does_not_play, check_not_own
from armybuilder.evenings.states import NotOpenError, OutdatedPageError
from armybuilder.evenings.versions import check_seen, compared_version
from armybuilder.notices.kinds import Kind


@transaction.atomic
def send_back(evening_id: UUID, actor: User, pk: int, remark: str) -> HandIn:
    evening = _on(evening_id, actor)
    if evening.started:
        raise NotOpenError
    return _judge(evening, actor, pk, "sent-back", remark)


@transaction.atomic
def accept(evening_id: UUID, actor: User, pk: int) -> HandIn:
    """Accept a submitted list, whether it is legal or not. Raises the same errors as `send_back`."""
    return _judge(_on(evening_id, actor), actor, pk, "accepted", "")


@transaction.atomic
def mark_checked(evening_id: UUID, actor: User, pk: int, *, is_done: bool, seen: str | None = None) -> HandIn:
    """Mark a list as checked against its printed sheet, or undo that; for organisers and referees.

    `seen`: its `compared_version` on the page (None: not from a page). Raises Evening.DoesNotExist,
    HandIn.DoesNotExist (the list is hidden from them), NotAllowedError, RefusedError.
    """
    evening = lock_evening(evening_id, actor)
    seat = Seat(evening, evening.club.memberships.get(user=actor))
    if not seat.has_desk:
        raise NotAllowedError
    if not evening.is_on:
        raise NotOpenError
    submitted = HandIn.objects.select_related("entry__user").defer("document")
    found = submitted.get(pk=pk, entry__evening=evening)
    if not seat.sees_all:
        raise HandIn.DoesNotExist
    check_not_own(actor.pk, [found.entry.user_id])
    if found.withdrawn:
        raise OutdatedPageError
    if bool(found.compared) != is_done:
        check_seen(seen, compared_version(found))
        found.compared = timezone.now() if is_done else None
        found.compared_by = actor if is_done else None
        found.save(update_fields=["compared", "compared_by"])
        log(evening, actor, "compared" if is_done else "uncompared", names=[found.entry])
    return found


@transaction.atomic
def check_in(evening_id: UUID, actor: User, pk: int, *, is_here: bool) -> Entry:
    """Check a player in, which also marks them as coming; or undo the check-in."""
    evening = _on(evening_id, actor)
    entry = Entry.objects.select_related("user", "evening").get(evening=evening, pk=pk)
    if bool(entry.checked_in) == is_here:
        return entry
    if is_here:
        mark_coming(entry)
    entry.checked_in = timezone.now() if is_here else None
    entry.save(update_fields=["checked_in"])
    log(evening, actor, "checked-in" if is_here else "unchecked", names=[entry])
    return entry


@transaction.atomic
def add_guest(evening_id: UUID, actor: User, name: str) -> Entry:
    """Add a walk-in without an account, with a private link."""
    evening = _on(evening_id, actor)
    return _added(evening, actor, new_guest(evening, name))


@transaction.atomic
def add_member(evening_id: UUID, actor: User, user_id: int) -> Entry:
    evening = _on(evening_id, actor)
    member = evening.club.memberships.select_related("user").get(user=user_id)
    entry = evening.entries.filter(user=member.user).first() or Entry(evening=evening, user=member.user)
    return _added(evening, actor, entry)


@transaction.atomic
def remind(evening_id: UUID, actor: User, pk: int | None = None) -> list[str]:
    """Remind the players whose list is missing, or one of them, once an hour; return their names."""
    evening = _on(evening_id, actor)
    if not evening.takes_lists:
        raise NotOpenError
    people = list(missing(evening).filter(models.Q(pk=pk) if pk else models.Q()))
    Entry.objects.filter(pk__in=[entry.pk for entry in people]).update(reminded=timezone.now())
    if people:
        log(evening, actor, "reminded", names=people)
        users = [entry.user_id for entry in people]
        notify(Kind.REMINDER, users, evening, timezone.now(), until=evening.last_moment)
    return [str(entry) for entry in people]


@transaction.atomic
def remind_unanswered(evening_id: UUID, actor: User) -> list[str]:
    """Ask the members who have not answered whether they are coming, once a day; return their names."""
    evening = _on(evening_id, actor)
    if not evening.is_open:
        raise NotOpenError
    people = [user for user in unanswered(evening) if user != actor]
    if not people or unanswered_reminded_today(evening):
        return []
    log(evening, actor, "asked", names=people)
    notify(
        Kind.UNANSWERED,
        [user.pk for user in people],
        evening,
        timezone.localdate(timezone=evening.zone),
        but=actor,
    )
    return [user.get_username() for user in people]


def _on(evening_id: UUID, actor: User) -> Evening:
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_on:
        raise NotOpenError
    return evening


def _judge(evening: Evening, actor: User, pk: int, state: str, remark: str) -> HandIn:
    found = HandIn.objects.select_related("entry__user").get(pk=pk, entry__evening=evening)
    if found.withdrawn:
        raise OutdatedPageError
    check_not_own(actor.pk, [found.entry.user_id])
    found.state, found.remark = state, remark
    found.judged, found.judged_by = timezone.now(), actor
    found.save(update_fields=["state", "remark", "judged", "judged_by"])
    log(evening, actor, state, names=[found.entry])
    kind = Kind.SENT_BACK if state == "sent-back" else Kind.ACCEPTED
    about = f"{pk} {found.judged}"
    notify(kind, [found.entry.user_id], evening, about, but=actor, who=actor, remark=remark)
    return found


def _added(evening: Evening, actor: User, entry: Entry) -> Entry:
    """Save an entry as coming, and as checked in if the games night has started."""
    is_new = entry.state != "coming"
    entry.save()
    mark_coming(entry)
    if evening.has_begun and entry.checked_in is None:
        entry.checked_in = timezone.now()
        entry.save(update_fields=["checked_in"])
    if is_new:
        log(evening, actor, "added", names=[entry])
    return entry


@transaction.atomic
def appoint(evening_id: UUID, actor: User, user_id: int) -> None:
    evening = lock_evening(evening_id, actor, organising=True)
    if not (evening.is_on or evening.state == "draft"):
        raise NotOpenError
    other = evening.club.memberships.select_related("user").get(user=user_id)
    check_does_not_play(evening, other.user_id)
    _made, is_new = Referee.objects.get_or_create(evening=evening, user=other.user)
    if is_new:
        log(evening, actor, "appointed", names=[other.user])


@transaction.atomic
def dismiss(evening_id: UUID, actor: User, user_id: int) -> None:
    """Stand a referee down; their looks at hidden lists still count."""
    evening = lock_evening(evening_id, actor, organising=True)
    referee = evening.referees.select_related("user").filter(user__pk=user_id).first()
    if referee:
        referee.delete()
        log(evening, actor, "dismissed", names=[referee.user])


ONE_LOOK = timedelta(hours=1)  # reloading the page or coming back to it counts as the same look


@transaction.atomic
def look(evening_id: UUID, user: User, pk: int) -> HandIn:
    """Return a hidden list to an organiser or a referee, and log the look. Raises HandIn.DoesNotExist."""
    evening = lock_evening(evening_id, user)
    found = HandIn.objects.select_related("entry__user").get(pk=pk, entry__evening=evening)
    if not Seat(evening, evening.club.memberships.get(user=user)).sees_hidden:
        raise HandIn.DoesNotExist
    note_look(evening, found, user)
    return found


def note_look(evening: Evening, hand_in: HandIn, user: User) -> None:
    """Log that a user has seen a hidden list, at most once an hour. They cannot play at this games night."""
    now = timezone.now()
    just_now = (now - ONE_LOOK, now + ONE_LOOK)  # in both directions: a clock may have been set back
    if Look.objects.filter(hand_in=hand_in, user=user, time__range=just_now).exists():
        return
    Look.objects.create(hand_in=hand_in, user=user)
    log(evening, user, "looked", names=[hand_in.entry])


@transaction.atomic
def refereed_table(evening_id: UUID, user: User, pk: int) -> Pairing:
    """Return another player's table to an organiser or a referee, locked with its games night; looks are logged.

    Raises Evening.DoesNotExist, Pairing.DoesNotExist (not theirs to referee, not published, or a bye).
    """
    evening = lock_evening(evening_id, user)
    if not Seat(evening, evening.club.memberships.get(user=user)).referees_games:
        raise Pairing.DoesNotExist
    pairing = Pairing.objects.published_in(evening).get(pk=pk, second__isnull=False)
    if user.pk in pairing.users:
        raise Pairing.DoesNotExist
    if not evening.shows_lists:
        entries = (pairing.first_id, pairing.second_id)
        for submitted in HandIn.objects.current().select_related("entry__user").filter(entry__in=entries):
            note_look(evening, submitted, user)
    return pairing


@transaction.atomic
def make_link(evening_id: UUID, actor: User) -> None:
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.state != Evening.State.OPEN:
        raise NotOpenError
    _link, is_new = BoardLink.objects.get_or_create(evening=evening)
    if is_new:
        log(evening, actor, "board-link")


@transaction.atomic
def withdraw_link(evening_id: UUID, actor: User) -> None:
    evening = lock_evening(evening_id, actor, organising=True)
    if BoardLink.objects.filter(evening=evening).delete()[0]:
        log(evening, actor, "board-gone")
