"""Background jobs: `manage.py work` runs them, `actions.py` orders them.

A task can run twice: the task of a worker that was silent for a while is put back (`operations/beat.py`). The second
run finds finished parts in the cache, and nothing to do for a job that is over.
"""

from django.db import InterfaceError, OperationalError
from django.utils import timezone
from django_tasks import TaskContext, task

from armybuilder.printing.bundles.binding import CoverLine, bind, cover_page, part_of, source_of
from armybuilder.printing.models import PrintJob
from armybuilder.printing.pdfs import files, pool, rendering
from armybuilder.printing.pdfs.joining import Part

RUNS_AT_MOST = 5  # a job that has killed this many workers is given up
AWAY = (OperationalError, InterfaceError)  # the database, for a while: not the fault of a job or of a list
State = PrintJob.State


@task(takes_context=True)
def print_job(context: TaskContext, job_id: str) -> None:
    """Print the parts of a job, unless it is over."""
    job = PrintJob.objects.under_way().filter(pk=job_id).first()
    if job is None:
        return
    if context.attempt > RUNS_AT_MOST:
        finish_job(job, problem="")
        return
    try:
        _print(job)
    except AWAY:
        raise  # the task is put back
    except Exception:
        finish_job(job, problem="")
        raise


def _print(job: PrintJob) -> None:
    """Print the parts, then join them."""
    options = job.as_chosen.options
    printed: list[Part] = []
    lines: list[CoverLine] = []
    for done, part in enumerate(source_of(job).parts(job)):
        if not go_on(job, done):
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
    elif go_on(job, job.total):
        if lines:
            name, page = cover_page(job.title, options, lines)
            printed.insert(0, part_of(name, page, rendering.pdf(page)))
        files.write(job.file_name, bind(printed, job.title, options.sides))
        is_done = finish_job(job) or PrintJob.objects.filter(pk=job.pk, state=State.DONE).exists()
        if not is_done:  # cancelled or deleted meanwhile
            files.delete(job.file_name)


def go_on(job: PrintJob, done: int) -> bool:
    """Save the number of finished parts. Return whether to go on: not if the job was cancelled."""
    under_way = PrintJob.objects.under_way().filter(pk=job.pk)
    return under_way.update(state=State.RUNNING, done=done) == 1


def finish_job(job: PrintJob, *, problem: str | None = None) -> bool:
    """End a job, successfully or with the name of the faulty part ("": none). Return whether it was not over yet."""
    state = State.DONE if problem is None else State.FAILED
    under_way = PrintJob.objects.under_way().filter(pk=job.pk)
    return under_way.update(state=state, problem=problem or "", finished=timezone.now()) == 1
