"""Tasks that nobody does any more: their worker was killed over them, or the database went away as they began.

The library leaves the first claimed and the second failed, for good. Each task looks at what is to be done before it
does it, so one that is done after all, or that a worker is still at, may well be taken once more.
"""

from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError
from django.db.models import Q
from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

CLAIMED_FOR = timedelta(seconds=90)  # what takes longer says by a lease of its own that someone is at it
CLAIMS = 10  # a task that has cost so many workers their lives is given up
AWAY = [f"{error.__module__}.{error.__qualname__}" for error in (OperationalError, InterfaceError)]


def put_back(now: datetime) -> None:
    """Let such tasks wait for a worker again; those that had ten fail."""
    # What began later than now began by a clock that has been set back since.
    is_recent = Q(started_at__range=(now - CLAIMED_FOR, now + CLAIMED_FOR))
    of_the_dead = Q(status=TaskResultStatus.RUNNING) & ~is_recent
    of_the_database = Q(status=TaskResultStatus.FAILED, exception_class_path__in=AWAY)
    for one in DBTaskResult.objects.filter(of_the_dead | of_the_database):
        is_given_up = len(one.worker_ids) >= CLAIMS
        as_it_was = DBTaskResult.objects.filter(pk=one.pk, status=one.status, started_at=one.started_at)
        as_it_was.update(
            status=TaskResultStatus.FAILED if is_given_up else TaskResultStatus.READY,
            finished_at=now if is_given_up else None,
            exception_class_path="",
        )
