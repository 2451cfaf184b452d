"""The work that is done in the background, by `manage.py work`."""

from collections.abc import Iterator
from uuid import UUID

from django_tasks import task

from armybuilder.lists.models import ArmyList
from armybuilder.printing import pool, rendering
from armybuilder.printing.cache import write_whole
from armybuilder.printing.joining import join
from armybuilder.printing.models import PrintJob


@task()
def print_job(job_id: str) -> None:
    """Print the lists of a job, if it is not over and nobody else is at it."""
    job = PrintJob.objects.take(UUID(job_id))
    if job is None:
        return
    try:
        _print(job)
    except Exception:
        PrintJob.objects.finish(job, problem="")
        raise
    except BaseException:  # the worker is told to end
        PrintJob.objects.release(job)
        raise


def _print(job: PrintJob) -> None:
    """Print list after list, then join them. What was printed in an earlier turn comes from the cache."""
    choice = job.as_chosen
    parts: list[tuple[str, bytes]] = []
    for army_list in _lists(job):
        if not PrintJob.objects.renew(job, len(parts)):
            return
        try:
            parts.append((army_list.name, rendering.pdf(choice.page(army_list))))
        except Exception as error:
            at_fault = "" if isinstance(error, pool.NoPangoError) else army_list.name
            PrintJob.objects.finish(job, problem=at_fault)
            raise
    if not parts:  # all of them were deleted since
        PrintJob.objects.finish(job, problem="")
    elif PrintJob.objects.renew(job, len(parts)):
        write_whole(job.path, pool.run(join, parts, job.title))
        if not PrintJob.objects.finish(job):
            job.path.unlink(missing_ok=True)


def _lists(job: PrintJob) -> Iterator[ArmyList]:
    """The lists that are still there, one at a time: their documents may be large, and somebody may be editing them."""
    for list_id in job.lists:
        if army_list := ArmyList.objects.readable_by(job.visitor).filter(pk=list_id).first():
            yield army_list
