"""Planning a games night, and opening and closing it. Each verb is one transaction that locks the club, then the night.

`seen`: the version of the games night on the page (None: not from a page). Each action raises Evening.DoesNotExist
(not a member, or a draft), NotAllowedError, RefusedError.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_tasks import task

from armybuilder.accounts.models import User
from armybuilder.clubs.actions import lock_membership
from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.actors import ANSWERS, lock_evening, log
from armybuilder.evenings.models import CalendarFeed, Evening, HandIn, new_token
from armybuilder.evenings.notifications import notify, who_said
from armybuilder.evenings.states import NotOpenError
from armybuilder.evenings.versions import check_seen, rounds_version
from armybuilder.notices.kinds import Kind
from armybuilder.refusals import RefusedError

OPEN_EVENINGS_AT_MOST = 50  # of a club, drafts and future ones


@transaction.atomic
def plan_evening(club_id: UUID, actor: User, plan: Evening) -> Evening:
    """Create a draft from a plan (an unsaved games night), with the club's current house rules."""
    club = lock_membership(club_id, actor, organising=True).club
    to_come = models.Q(start__gte=timezone.now()) & ~models.Q(state="called-off")
    if club.evenings.filter(to_come | models.Q(state="draft")).count() >= OPEN_EVENINGS_AT_MOST:
        text = _("The club already has %(most)s games nights coming up. Call one off, or discard a draft.")
        raise RefusedError(text, most=OPEN_EVENINGS_AT_MOST)
    evening = Evening(club=club)
    evening.take_plan(plan)
    evening.use_house_rules()
    evening.save(force_insert=True)
    log(evening, actor, "made")
    return evening


@transaction.atomic
def edit_evening(evening_id: UUID, actor: User, plan: Evening, seen: str = "") -> None:
    """Edit a games night that is not over. `seen`: the digest of the plan on the page, "" if unknown."""
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.is_over:
        raise NotOpenError
    now = evening.plan_digest
    if plan.plan_digest == now:
        return
    if seen and seen != now:
        raise RefusedError(
            _(
                "Someone else changed the games night while you were editing: your changes "
                "are not saved yet. Check what it says now, then save again if yours are "
                "right."
            )
        )
    asked = (evening.ruleset_version_id, evening.limits, evening.reveal, evening.forces)
    planned = (plan.ruleset_version_id, plan.limits, plan.reveal, list(plan.forces))
    if asked != planned and _has_lists(evening):
        raise RefusedError(
            _("Lists have been submitted: game, lists, points and when lists are revealed can no longer change.")
        )
    evening.revealed = _revealed(evening)
    before, moved = evening.catalogue.id, (evening.start, evening.place) != (plan.start, plan.place)
    evening.take_plan(plan)
    evening.sequence += 1
    if evening.catalogue.id != before:
        evening.use_house_rules()
    evening.save()
    if evening.state != "draft":
        log(evening, actor, "changed")
    if moved and evening.state == "open":
        _notify_all(evening, actor, Kind.MOVED, place=plan.place)
    remind_later(evening)


@transaction.atomic
def use_house_rules(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    """Use the club's current house rules, while no list is submitted. Return whether they differ."""
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.is_over or evening.started:
        raise NotOpenError
    if _has_lists(evening):
        raise RefusedError(_("Lists have been submitted: the games night’s house rules can no longer change."))
    check_seen(seen, evening.version)
    before = evening.house_number
    evening.use_house_rules()
    if evening.house_number == before:
        return False
    evening.save(update_fields=["rulings", "prices", "house_number"])
    log(evening, actor, "house-rules")
    return True


@transaction.atomic
def announce(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.is_over:
        raise NotOpenError
    is_new = evening.state == "draft"
    is_changed = _set_state(evening, actor, "open", "announced" if is_new else "reopened", seen)
    if is_changed and not is_new:
        _notify_all(evening, actor, Kind.ON_AGAIN)
    return is_changed


@transaction.atomic
def call_off(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    """Call a games night off; `announce` undoes it. Return whether it was on before."""
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.is_over or evening.phase in ("draft", "finished"):
        raise NotOpenError
    is_changed = _set_state(evening, actor, "called-off", "called-off", seen)
    if is_changed:
        _notify_all(evening, actor, Kind.CALLED_OFF)
    return is_changed


@transaction.atomic
def discard_evening(evening_id: UUID, actor: User, *, seen: str | None = None) -> UUID:
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.state != "draft":
        raise NotOpenError
    check_seen(seen, evening.version)
    evening.delete()
    return evening.club_id


@transaction.atomic
def close_submissions(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_open or not evening.limits:
        raise NotOpenError
    if evening.is_closed:
        return False
    check_seen(seen, evening.version)
    evening.closed = timezone.now()
    evening.save(update_fields=["closed"])
    log(evening, actor, "closed")
    return True


@transaction.atomic
def reopen_submissions(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    """Reopen submissions until the games night starts. Return whether they were closed."""
    evening = lock_evening(evening_id, actor, organising=True)
    if not evening.is_open or not evening.limits or evening.has_begun or evening.started:
        raise NotOpenError
    if not evening.is_closed:
        return False
    check_seen(seen, evening.version)
    evening.revealed = _revealed(evening)
    evening.closed, evening.deadline = None, evening.start
    evening.save(update_fields=["closed", "deadline", "revealed"])
    log(evening, actor, "opened")
    remind_later(evening)
    return True


def _notify_all(evening: Evening, actor: User, kind: Kind, **facts: str) -> None:
    """Notify everyone who answered: a player who could not come may be free on another day."""
    people = who_said(evening, *ANSWERS)
    notify(kind, people, evening, timezone.now(), but=actor, **facts)


def _has_lists(evening: Evening) -> bool:
    return HandIn.objects.of_evening(evening).exists()


def _revealed(evening: Evening) -> datetime | None:
    """Return when everyone could first see lists that are being hidden again, None if they could not."""
    return evening.revealed or (timezone.now() if evening.shows_lists else None)


def _set_state(evening: Evening, actor: User, state: str, action: str, seen: str | None) -> bool:
    if evening.state == state:
        return False
    check_seen(seen, evening.version)
    evening.state = state
    evening.sequence += 1
    evening.save(update_fields=["state", "sequence"])
    log(evening, actor, action)
    remind_later(evening)
    return True


@transaction.atomic
def finish(evening_id: UUID, actor: User, *, seen: str | None = None) -> bool:
    """Finish the games night and delete a draft round. Return False if it was finished before.

    `seen`: the `rounds_version` of the page. Raises Evening.DoesNotExist, NotAllowedError, NotOpenError (no game was
    played), OutdatedPageError.
    """
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.phase == "finished":
        return False
    if evening.phase != "running":
        raise NotOpenError
    check_seen(seen, rounds_version(evening.rounds.all()))
    evening.rounds.filter(published=None).delete()
    evening.finished = timezone.now()
    evening.save(update_fields=["finished"])
    log(evening, actor, "finished")
    return True


@transaction.atomic
def resume(evening_id: UUID, actor: User) -> bool:
    """Resume a finished games night. Return whether it was finished."""
    evening = lock_evening(evening_id, actor, organising=True)
    if evening.phase == "running":
        return False
    if evening.phase != "finished" or evening.finished is None:
        raise NotOpenError
    evening.finished = None
    evening.save(update_fields=["finished"])
    log(evening, actor, "resumed")
    return True


BEFORE = timedelta(days=1)


def remind_later(evening: Evening) -> None:
    """Have the worker remind people of the deadline if a day is left, in the transaction that sets it."""
    when = evening.deadline - BEFORE
    if evening.takes_lists and when > timezone.now():
        remind.using(run_after=when).enqueue(str(evening.pk), evening.deadline.isoformat())


@task()
def remind(evening_id: str, deadline: str) -> None:
    until = datetime.fromisoformat(deadline)
    for pk in Evening.objects.filter(pk=UUID(evening_id), deadline=until).values_list("pk", flat=True):
        _remind(pk)


def remind_all(now: datetime) -> int:
    """Remind people of all deadlines of the next day, and return their number."""
    due = Evening.objects.filter(state="open", deadline__gt=now, deadline__lte=now + BEFORE)
    evenings = list(due.values_list("pk", flat=True))
    for pk in evenings:
        _remind(pk)
    return len(evenings)


@transaction.atomic
def _remind(evening_id: UUID) -> None:
    club = Club.objects.select_for_update().filter(evenings=evening_id).first()
    evening = Evening.objects.filter(pk=evening_id).first()
    if club is None or evening is None or not evening.takes_lists:
        return
    evening.club = club
    handed_in = HandIn.objects.of_evening(evening).values("entry")
    missing = evening.entries.filter(state__in=["coming", "perhaps"]).exclude(pk__in=handed_in)
    people = missing.values_list("user", flat=True)
    notify(Kind.REMINDER, people, evening, evening.deadline, until=evening.deadline)


@transaction.atomic
def make_feed(club_id: UUID, user: User) -> CalendarFeed:
    """Create the user's address; an earlier one no longer works."""
    club = lock_membership(club_id, user).club
    made, _is_new = CalendarFeed.objects.update_or_create(club=club, user=user, defaults={"token": new_token()})
    return made


@transaction.atomic
def withdraw_feed(club_id: UUID, user: User) -> bool:
    club = lock_membership(club_id, user).club
    return bool(CalendarFeed.objects.filter(club=club, user=user).delete()[0])
