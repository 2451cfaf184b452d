"""What organisers do at their desk. Each verb is one transaction that holds the club, then the evening.

Each raises Evening.DoesNotExist, NotAllowedError, and NotOpenError where the evening is not announced or is finished.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, HandIn, new_token
from armybuilder.evenings.notifications import notify
from armybuilder.evenings.querysets import (
    GUESTS_AT_MOST,
    GuestsNotAllowedError,
    NotOpenError,
    TooManyError,
    log,
)
from armybuilder.evenings.states import MovedOnError
from armybuilder.notices.kinds import Kind

NOT_AGAIN_WITHIN = timedelta(hours=1)  # who was reminded


def send_back(evening_id: UUID, actor: User, pk: int, remark: str) -> HandIn:
    """Send back a submitted list. It counts until another is submitted, which is allowed until a round begins.

    Raises HandIn.DoesNotExist, MovedOnError (it was replaced or withdrawn), OwnCauseError.
    """
    with transaction.atomic():
        evening = _on(evening_id, actor)
        if evening.started:
            raise NotOpenError
        return _judge(evening, actor, pk, "sent-back", remark)


def accept(evening_id: UUID, actor: User, pk: int) -> HandIn:
    """Accept a submitted list, whether it is legal or not. Raises the same errors as `send_back`."""
    with transaction.atomic():
        return _judge(_on(evening_id, actor), actor, pk, "accepted", "")


def check_in(evening_id: UUID, actor: User, pk: int, *, is_here: bool) -> Entry:
    """Check a player in, which also marks them as coming; or undo the check-in.

    Raises Entry.DoesNotExist, LookedError, RefereeError, DroppedOutError.
    """
    with transaction.atomic():
        evening = _on(evening_id, actor)
        entry = Entry.objects.select_related("user", "evening").get(evening=evening, pk=pk)
        if bool(entry.checked_in) == is_here:
            return entry
        if is_here:
            Entry.objects.come(entry)
        entry.checked_in = timezone.now() if is_here else None
        entry.save(update_fields=["checked_in"])
        log(evening, actor, "checked-in" if is_here else "unchecked", names=[entry])
        return entry


def add_guest(evening_id: UUID, actor: User, name: str) -> Entry:
    """Add a guest who comes, with a link of their own. Raises GuestsNotAllowedError, TooManyError."""
    with transaction.atomic():
        evening = _on(evening_id, actor)
        if not evening.guests_allowed:
            raise GuestsNotAllowedError
        if evening.entries.filter(user=None).count() >= GUESTS_AT_MOST:
            raise TooManyError
        return _added(evening, actor, Entry(evening=evening, guest_name=name, token=new_token()))


def add_member(evening_id: UUID, actor: User, user_id: int) -> Entry:
    """Add a member of the club who comes. Raises Membership.DoesNotExist, LookedError, RefereeError."""
    with transaction.atomic():
        evening = _on(evening_id, actor)
        member = evening.club.memberships.select_related("user").get(user=user_id)
        entry = evening.entries.filter(user=member.user).first() or Entry(evening=evening, user=member.user)
        return _added(evening, actor, entry)


def remind(evening_id: UUID, actor: User, pk: int | None = None) -> list[str]:
    """Remind who means to come, or one of them, of the list that is missing; return their names.

    Guests are reached by nobody, and nobody is reminded twice within the hour.
    """
    with transaction.atomic():
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


def remind_unanswered(evening_id: UUID, actor: User) -> list[str]:
    """Ask the members who have not answered whether they are coming, once a day; return their names."""
    with transaction.atomic():
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


def unanswered_reminded_today(evening: Evening) -> datetime | None:
    """Return when today those were reminded who have not answered, None where they were not."""
    today = timezone.localtime(timezone=evening.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = evening.log.filter(action="asked", time__range=(today, today + timedelta(days=1)))
    return lines.values_list("time", flat=True).first()


def missing(evening: Evening) -> models.QuerySet[Entry]:
    """Return the members who come or perhaps do, whose list is missing, and who were not reminded just now."""
    there = HandIn.objects.standing().filter(entry__evening=evening).values("entry")
    meaning_to = evening.entries.filter(state__in=["coming", "perhaps"], user__isnull=False)
    now = timezone.now()
    # What is later than that was noted by a clock that has been set back since.
    lately = models.Q(reminded__range=(now - NOT_AGAIN_WITHIN, now + NOT_AGAIN_WITHIN))
    return meaning_to.exclude(pk__in=there).exclude(lately).select_related("user")


def unanswered(evening: Evening) -> Sequence[User]:
    """Return the members of the club who have not said whether they come, referees aside, by name."""
    said = evening.entries.exclude(state="invited").exclude(user=None).values("user")
    members = User.objects.filter(memberships__club=evening.club_id).exclude(pk__in=said)
    return list(members.exclude(pk__in=evening.referees.values("user")).order_by("username"))


def _on(evening_id: UUID, actor: User) -> Evening:
    evening = Evening.objects.lock_evening(evening_id, actor, organising=True)
    if not evening.is_on:
        raise NotOpenError
    return evening


def _judge(evening: Evening, actor: User, pk: int, state: str, remark: str) -> HandIn:
    found = HandIn.objects.select_related("entry__user").get(pk=pk, entry__evening=evening)
    if found.withdrawn:
        raise MovedOnError
    evening.check_act("judge-list", actor.pk, [found.entry.user_id])
    found.state, found.remark = state, remark
    found.judged, found.judged_by = timezone.now(), actor
    found.save(update_fields=["state", "remark", "judged", "judged_by"])
    log(evening, actor, state, names=[found.entry])
    kind = Kind.SENT_BACK if state == "sent-back" else Kind.ACCEPTED
    about = f"{pk} {found.judged}"
    notify(kind, [found.entry.user_id], evening, about, but=actor, who=actor, remark=remark)
    return found


def _added(evening: Evening, actor: User, entry: Entry) -> Entry:
    """Return somebody who comes now; once the evening has begun they are here."""
    is_new = entry.state != "coming"
    entry.save()
    Entry.objects.come(entry)
    if evening.has_begun and entry.checked_in is None:
        entry.checked_in = timezone.now()
        entry.save(update_fields=["checked_in"])
    if is_new:
        log(evening, actor, "added", names=[entry])
    return entry
