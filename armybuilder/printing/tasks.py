"""Jobs in the background: begun, taken up by `manage.py work`, done, given back.

When a worker takes a job it puts a second task into the queue, to be run when its lease ends: where the worker was
killed, that one takes the job up again; otherwise it finds nothing to do.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import InterfaceError, OperationalError, models, transaction
from django.utils import timezone
from django_tasks import task
from msgspec import Struct, structs

from armybuilder.lists.visitors import Visitor
from armybuilder.printing.bundles.binding import bind, binding_for
from armybuilder.printing.bundles.cover import CoverLine
from armybuilder.printing.bundles.sources import source_of
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.choosing.wanted import Wanted
from armybuilder.printing.models import LISTS, PrintJob
from armybuilder.printing.pdfs import files, pool, rendering
from armybuilder.printing.querysets import LEASE

TURNS = 3  # a job that has cost so many workers their lives is given up
AWAY = (OperationalError, InterfaceError)  # the database, for a while: no fault of a job or of a list
UNDER_WAY_AT_MOST = 3  # of one visitor
State = PrintJob.State


class Order(Struct, frozen=True):
    """What is to be printed: the lists, or what else their source knows by these texts, as chosen in a query string.

    `site`: where the site is reached. `total`: how many parts there are.
    """

    title: str
    lists: list[str]
    choice: str
    site: str
    total: int
    source: str = LISTS


class TooManyJobsError(Exception):
    """The visitor has as many jobs under way as anybody may have."""


@task()
def print_job(job_id: str) -> None:
    """Print the parts of a job, if it is not over and nobody else is at it."""
    job = take_job(UUID(job_id))
    if job is None:
        return
    try:
        _print(job)
    except AWAY:
        raise  # when its lease ends the job is taken up again
    except Exception:
        PrintJob.objects.finish(job, problem="")
        raise
    except BaseException:  # the worker is told to end
        release_job(job)
        raise


def _print(job: PrintJob) -> None:
    """Print part after part, then join them. What was printed in an earlier turn comes from the cache."""
    options = job.as_chosen.options
    printed: list[tuple[str, bytes]] = []
    lines: list[CoverLine] = []
    done = 0
    for done, part in enumerate(source_of(job).parts(job), start=1):
        if not PrintJob.objects.renew(job, done - 1):
            return
        try:
            printed += [(name, rendering.pdf(page)) for name, page in part.pages()]
        except AWAY:
            raise
        except Exception as error:
            at_fault = "" if isinstance(error, pool.NoPangoError) else part.name
            PrintJob.objects.finish(job, problem=at_fault)
            raise
        if options.cover and part.line:
            lines.append(part.line())
    if not printed:  # all of them were deleted since
        PrintJob.objects.finish(job, problem="")
    elif PrintJob.objects.renew(job, done):
        files.write(job.file_name, bind(printed, binding_for(job.title, options, lines)))
        if not PrintJob.objects.finish(job):
            files.delete(job.file_name)


# ── What puts a task into the queue: each is one transaction ───────────────────────────────────────────────────────


def begin_job(visitor: Visitor, wanted: Sequence[Wanted], choice: PrintChoice, title: str) -> PrintJob:
    """Return a job for these lists, printed so. Raises TooManyJobsError."""
    return order(visitor, Order(title, [str(one) for one in wanted], choice.query, choice.site, len(wanted)))


@transaction.atomic
def order(visitor: Visitor, wanted: Order) -> PrintJob:
    """Return a job for what is ordered: a new one, or the same that is under way. Raises TooManyJobsError."""
    under_way = list(PrintJob.objects.owned_by(visitor).under_way().select_for_update())
    for job in under_way:
        if (job.source, job.lists, job.choice) == (wanted.source, wanted.lists, wanted.choice):
            return job
    if len(under_way) >= UNDER_WAY_AT_MOST:
        raise TooManyJobsError
    job = PrintJob.objects.create(
        owner=visitor.user, browser_key=visitor.browser_key, **structs.asdict(wanted)
    )
    _enqueue(job.pk)
    return job


@transaction.atomic
def take_job(job_id: UUID) -> PrintJob | None:
    """Return a job to work at, None where there is nothing to do: it is over, or another worker has it."""
    now = timezone.now()
    job = PrintJob.objects.under_way().select_for_update().filter(pk=job_id).first()
    if job is None:
        return None
    # A longer lease than any was given by a clock that has been set back since.
    if job.state == State.RUNNING and job.lease and now < job.lease <= now + 2 * LEASE:
        _enqueue(job_id, job.lease)
        return None
    if job.turns >= TURNS:
        PrintJob.objects.filter(pk=job_id).update(state=State.FAILED, finished=now)
        return None
    job.state, job.turn, job.turns = State.RUNNING, secrets.token_hex(16), job.turns + 1
    job.lease = now + LEASE
    job.save(update_fields=["state", "turn", "turns", "lease"])
    _enqueue(job_id, job.lease)
    return job


@transaction.atomic
def release_job(job: PrintJob) -> None:
    """Give a job back to be taken up at once: its worker was told to end."""
    given = PrintJob.objects.in_turn(job).update(state=State.WAITING, turns=models.F("turns") - 1, lease=None)
    if given:
        _enqueue(job.pk)


@transaction.atomic
def repeat_job(job: PrintJob) -> None:
    """Let a job be done once more whose file was lost or damaged; what is in the cache need not be rendered."""
    done = PrintJob.objects.filter(pk=job.pk, state=State.DONE)
    if done.update(state=State.WAITING, done=0, turns=0, lease=None, finished=None):
        _enqueue(job.pk)


def _enqueue(job_id: UUID, when: datetime | None = None) -> None:
    print_job.using(run_after=when).enqueue(str(job_id))
