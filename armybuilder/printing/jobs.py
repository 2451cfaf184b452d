"""The verbs of print jobs: each is one transaction, and says so when somebody else was quicker.

A job is worked at by a task (`tasks.py`). When a worker takes the job it puts a second task into the queue, to be run
when its lease ends: where the worker was killed, that one takes the job up again; otherwise it finds nothing to do.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models, transaction
from django.http import HttpRequest
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import BROWSER_KEY, Visitor

if TYPE_CHECKING:
    from armybuilder.printing.choice import Choice
    from armybuilder.printing.models import PrintJob

KEPT_FOR = timedelta(hours=24)  # a file, from when it was made
LEASE = timedelta(seconds=90)  # longer than one list takes, even when its process dies and it is set twice
TURNS = 3  # a job that has cost so many workers their lives is given up
UNDER_WAY_AT_MOST = 3  # of one visitor


class TooManyJobsError(Exception):
    """The visitor has as many jobs under way as anybody may have."""


class PrintJobQuerySet(models.QuerySet["PrintJob"]):
    """Print jobs."""

    def owned_by(self, visitor: Visitor) -> Self:
        """The visitor's jobs."""
        if visitor.user:
            return self.filter(owner=visitor.user)
        return self.filter(browser_key=visitor.browser_key) if visitor.browser_key else self.none()

    def under_way(self) -> Self:
        """Those that are not over."""
        return self.filter(finished=None)

    def out_of_date(self, now: datetime) -> Self:
        """Those that were over a day ago, and those that nobody finished in two."""
        return self.filter(
            models.Q(finished__lt=now - KEPT_FOR) | models.Q(finished=None, created__lt=now - 2 * KEPT_FOR)
        )

    @transaction.atomic
    def begin(self, visitor: Visitor, list_ids: Sequence[UUID], choice: "Choice", title: str) -> "PrintJob":
        """Return a job for these lists, printed so: a new one, or the same that is under way.

        Raises TooManyJobsError.
        """
        under_way = list(self.owned_by(visitor).under_way().select_for_update())
        lists = [str(list_id) for list_id in list_ids]
        for job in under_way:
            if (job.lists, job.choice) == (lists, choice.query):
                return job
        if len(under_way) >= UNDER_WAY_AT_MOST:
            raise TooManyJobsError
        job = self.create(
            owner=visitor.user,
            browser_key=visitor.browser_key,
            title=title,
            lists=lists,
            choice=choice.query,
            site=choice.site,
            total=len(lists),
        )
        _enqueue(job.pk)
        return job

    @transaction.atomic
    def take(self, job_id: UUID) -> "PrintJob | None":
        """Return a job to work at, None where there is nothing to do: it is over, or another worker has it."""
        now, state = timezone.now(), self.model.State
        job = self.under_way().select_for_update().filter(pk=job_id).first()
        if job is None:
            return None
        if job.state == state.RUNNING and job.lease and job.lease > now:
            _enqueue(job_id, job.lease)
            return None
        if job.turns >= TURNS:
            self.filter(pk=job_id).update(state=state.FAILED, finished=now)
            return None
        job.state, job.turn, job.turns = state.RUNNING, secrets.token_hex(16), job.turns + 1
        job.lease = now + LEASE
        job.save(update_fields=["state", "turn", "turns", "lease"])
        _enqueue(job_id, job.lease)
        return job

    def renew(self, job: "PrintJob", done: int) -> bool:
        """Say how many lists are done, and return whether to go on: not if it was cancelled, or is another's now."""
        return self._in_turn(job).update(done=done, lease=timezone.now() + LEASE) == 1

    def finish(self, job: "PrintJob", *, problem: str | None = None) -> bool:
        """End a job, well or with the name of the list at fault ("": none is). Return whether it was still ours."""
        state = self.model.State.DONE if problem is None else self.model.State.FAILED
        ended = self._in_turn(job).update(state=state, problem=problem or "", finished=timezone.now())
        return ended == 1

    @transaction.atomic
    def release(self, job: "PrintJob") -> None:
        """Give a job back to be taken up at once: its worker was told to end."""
        given = self._in_turn(job).update(
            state=self.model.State.WAITING, turns=models.F("turns") - 1, lease=None
        )
        if given:
            _enqueue(job.pk)

    @transaction.atomic
    def begin_again(self, job: "PrintJob") -> None:
        """Let a job be done once more whose file was lost or damaged; what is in the cache need not be rendered."""
        done = self.filter(pk=job.pk, state=self.model.State.DONE)
        if done.update(state=self.model.State.WAITING, done=0, turns=0, lease=None, finished=None):
            _enqueue(job.pk)

    def cancel(self, job_id: UUID, visitor: Visitor) -> None:
        """Call a job off, if it is not over. Raises PrintJob.DoesNotExist."""
        own = self.owned_by(visitor).filter(pk=job_id)
        if not own.under_way().update(state=self.model.State.CANCELLED, finished=timezone.now()):
            own.get()

    def _in_turn(self, job: "PrintJob") -> Self:
        return self.filter(pk=job.pk, turn=job.turn, state=self.model.State.RUNNING)


def _enqueue(job_id: UUID, when: datetime | None = None) -> None:
    from armybuilder.printing.tasks import print_job

    print_job.using(run_after=when).enqueue(str(job_id))


def adopt_jobs(request: HttpRequest, user: User) -> None:
    """Give a browser's jobs to the user who has just signed in (settings.AFTER_SIGN_IN): its lists go with them."""
    from armybuilder.printing.models import PrintJob

    if browser_key := request.session.get(BROWSER_KEY, ""):
        PrintJob.objects.filter(browser_key=browser_key).update(owner=user, browser_key="")
