"""Print jobs as rows. What lets a worker do them is in `tasks.py`."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self
from uuid import UUID

from django.db import models
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor

if TYPE_CHECKING:
    from armybuilder.printing.models import PrintJob

KEPT_FOR = timedelta(hours=24)  # a file, from when it was made
LEASE = timedelta(seconds=300)  # longer than one list takes, even when its process dies and it is set twice


class PrintJobQuerySet(models.QuerySet["PrintJob"]):
    """Print jobs. Each verb says so when somebody else was quicker."""

    def owned_by(self, visitor: Visitor) -> Self:
        """Return the visitor's jobs."""
        if visitor.user:
            return self.filter(owner=visitor.user)
        return self.filter(browser_key=visitor.browser_key) if visitor.browser_key else self.none()

    def under_way(self) -> Self:
        """Return those that are not over."""
        return self.filter(finished=None)

    def out_of_date(self, now: datetime) -> Self:
        """Return those that were over a day ago, and those that nobody finished in two."""
        return self.filter(
            models.Q(finished__lt=now - KEPT_FOR) | models.Q(finished=None, created__lt=now - 2 * KEPT_FOR)
        )

    def in_turn(self, job: "PrintJob") -> Self:
        """Return the job's row, or none where it is another worker's now, or over."""
        return self.filter(pk=job.pk, turn=job.turn, state=self.model.State.RUNNING)

    def renew(self, job: "PrintJob", done: int) -> bool:
        """Say how many lists are done, and return whether to go on: not if it was cancelled, or is another's now."""
        return self.in_turn(job).update(done=done, lease=timezone.now() + LEASE) == 1

    def finish(self, job: "PrintJob", *, problem: str | None = None) -> bool:
        """End a job, well or with the name of the list at fault ("": none is). Return whether it was still ours."""
        state = self.model.State.DONE if problem is None else self.model.State.FAILED
        ended = self.in_turn(job).update(state=state, problem=problem or "", finished=timezone.now())
        return ended == 1

    def cancel(self, job_id: UUID, visitor: Visitor) -> None:
        """Call a job off, if it is not over. Raises PrintJob.DoesNotExist."""
        own = self.owned_by(visitor).filter(pk=job_id)
        if not own.under_way().update(state=self.model.State.CANCELLED, finished=timezone.now()):
            own.get()

    def adopt(self, browser_key: str, user: User) -> None:
        """Give a browser's jobs to a user: its lists go with them."""
        self.filter(browser_key=browser_key).update(owner=user, browser_key="")
