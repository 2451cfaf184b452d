"""A day before the deadline, players without a list are reminded once.

The worker does it on the minute; the nightly command catches up on what the worker missed.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django_tasks import task

from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.notifications import notify
from armybuilder.notices.kinds import Kind

BEFORE = timedelta(days=1)


def remind_later(evening: Evening) -> None:
    """Have the worker remind people of the deadline if a day is left, in the transaction that sets it."""
    when = evening.deadline - BEFORE
    if evening.takes_lists and when > timezone.now():
        remind.using(run_after=when).enqueue(str(evening.pk), evening.deadline.isoformat())


@task()
def remind(evening_id: str, deadline: str) -> None:
    """Remind people of a deadline, unless it has changed since: the new one has its own task."""
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
    """Remind the players, with the club locked."""
    club = Club.objects.select_for_update().filter(evenings=evening_id).first()
    evening = Evening.objects.filter(pk=evening_id).first()
    if club is None or evening is None or not evening.takes_lists:
        return
    evening.club = club
    handed_in = HandIn.objects.of_evening(evening).values("entry")
    missing = evening.entries.filter(state__in=["coming", "perhaps"]).exclude(pk__in=handed_in)
    people = missing.values_list("user", flat=True)
    notify(Kind.REMINDER, people, evening, evening.deadline, until=evening.deadline)
