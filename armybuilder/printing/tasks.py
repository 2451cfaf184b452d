"""Background jobs: `manage.py work` runs them, `actions.py` orders them.

A worker that takes a job queues a second task for the end of its lease. If the worker was killed, that task takes the
job up again; otherwise it finds nothing to do.
"""

import secrets
from datetime import datetime, timedelta
from uuid import UUID

from django.db import InterfaceError, OperationalError, models, transaction
from django.utils import timezone
from django_tasks import task

from armybuilder.printing.bundles.binding import CoverLine, bind, cover_for, part_of
from armybuilder.printing.bundles.sources import source_of
from armybuilder.printing.models import PrintJob, PrintJobQuerySet
from armybuilder.printing.pdfs import files, pool, rendering
from armybuilder.printing.pdfs.joining import Part

TURNS = 3  # a job that has killed this many workers is given up
AWAY = (OperationalError, InterfaceError)  # the database, for a while: not the fault of a job or of a list
LEASE = timedelta(
    seconds=300
)  # longer than one list takes, even if its process dies and it is rendered twice
State = PrintJob.State


@task()
def print_job(job_id: str) -> None:
    """Print the parts of a job, unless it is finished or another worker has it."""
    job = take_job(UUID(job_id))
    if job is None:
        return
    try:
        _print(job)
    except AWAY:
        raise  # after its lease another worker takes the job up
    except Exception:
        finish_job(job, problem="")
        raise
    except BaseException:  # the worker is told to stop
        release_job(job)
        raise


def _print(job: PrintJob) -> None:
    """Print the parts, then join them. Earlier parts come from the cache."""
    options = job.as_chosen.options
    printed: list[Part] = []
    lines: list[CoverLine] = []
    done = 0
    for done, part in enumerate(source_of(job).parts(job), start=1):
        if not renew_job(job, done - 1):
            return
        try:
            printed += [part_of(name, page, rendering.pdf(page)) for name, page in part.pages()]
        except AWAY:
            raise
        except Exception as error:
            at_fault = "" if isinstance(error, pool.NoPangoError) else part.name
            finish_job(job, problem=at_fault)
            raise
        if options.cover and part.line:
            lines.append(part.line())
    if not printed:  # all of them have been deleted since
        finish_job(job, problem="")
    elif renew_job(job, done):
        files.write(
            job.file_name, bind(printed, job.title, options.sides, cover_for(job.title, options, lines))
        )
        if not finish_job(job):
            files.delete(job.file_name)


# ── The rows ───────────────────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def take_job(job_id: UUID) -> PrintJob | None:
    """Return a job to work on, None if there is nothing to do: it is over, or another worker has it."""
    now = timezone.now()
    job = PrintJob.objects.under_way().select_for_update().filter(pk=job_id).first()
    if job is None:
        return None
    # A lease longer than possible is from a clock that was set back since.
    if job.state == State.RUNNING and job.lease and now < job.lease <= now + 2 * LEASE:
        enqueue(job_id, job.lease)
        return None
    if job.turns >= TURNS:
        PrintJob.objects.filter(pk=job_id).update(state=State.FAILED, finished=now)
        return None
    job.state, job.turn, job.turns = State.RUNNING, secrets.token_hex(16), job.turns + 1
    job.lease = now + LEASE
    job.save(update_fields=["state", "turn", "turns", "lease"])
    enqueue(job_id, job.lease)
    return job


@transaction.atomic
def release_job(job: PrintJob) -> None:
    """Give a job back, to be taken up at once: its worker was told to stop."""
    given = _in_turn(job).update(state=State.WAITING, turns=models.F("turns") - 1, lease=None)
    if given:
        enqueue(job.pk)


def renew_job(job: PrintJob, done: int) -> bool:
    """Save the number of finished parts. Return whether to go on: not if cancelled, or taken by another worker."""
    return _in_turn(job).update(done=done, lease=timezone.now() + LEASE) == 1


def finish_job(job: PrintJob, *, problem: str | None = None) -> bool:
    """End a job, successfully or with the name of the faulty part ("": none). Return whether it was still ours."""
    state = State.DONE if problem is None else State.FAILED
    return _in_turn(job).update(state=state, problem=problem or "", finished=timezone.now()) == 1


def _in_turn(job: PrintJob) -> PrintJobQuerySet:
    """Return the job's row, or none if it is over or another worker's."""
    return PrintJob.objects.filter(pk=job.pk, turn=job.turn, state=State.RUNNING)


def enqueue(job_id: UUID, when: datetime | None = None) -> None:
    """Queue a job for a worker, at once or for a later moment."""
    print_job.using(run_after=when).enqueue(str(job_id))
