"""Users' actions on printing: order jobs, cancel and repeat them, and save a choice. Each is one transaction."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import PrintChoice
from armybuilder.printing.models import LastChoice, PrintJob
from armybuilder.printing.tasks import State, print_job
from armybuilder.refusals import RefusedError

UNDER_WAY_AT_MOST = 3  # of one visitor
TOO_MANY = _("Other bundles of yours are still printing. Wait for one of them to finish.")


def order_lists(visitor: Visitor, list_ids: Sequence[UUID], choice: PrintChoice, title: str) -> PrintJob:
    """Return a job for these lists and this choice. Raises RefusedError."""
    lists = [str(list_id) for list_id in list_ids]
    job = PrintJob(title=title, lists=lists, choice=choice.query, site=choice.site, total=len(lists))
    return order_job(visitor, job)


@transaction.atomic
def order_job(visitor: Visitor, wanted: PrintJob) -> PrintJob:
    """Save a new job for a visitor and return it, or the same in progress. Raises RefusedError."""
    under_way = list(PrintJob.objects.owned_by(visitor).under_way().select_for_update())
    for job in under_way:
        if (job.source, job.lists, job.choice) == (wanted.source, wanted.lists, wanted.choice):
            return job
    if len(under_way) >= UNDER_WAY_AT_MOST:
        raise RefusedError(TOO_MANY)
    wanted.owner, wanted.browser_key = visitor.user, visitor.browser_key
    wanted.save()
    print_job.enqueue(str(wanted.pk))
    return wanted


@transaction.atomic
def repeat_job(job: PrintJob) -> None:
    """Repeat a job with a lost file; cached pages are not rendered again."""
    done = PrintJob.objects.filter(pk=job.pk, state=State.DONE)
    if done.update(state=State.WAITING, done=0, finished=None):
        print_job.enqueue(str(job.pk))


def cancel_job(visitor: Visitor, job_id: UUID) -> None:
    """Cancel a job, if it is not over. Raises PrintJob.DoesNotExist."""
    own = PrintJob.objects.owned_by(visitor).filter(pk=job_id)
    if not own.under_way().update(state=State.CANCELLED, finished=timezone.now()):
        own.get()


def adopt_jobs(browser_key: str, user: User) -> None:
    """Give a browser's jobs to a user: its lists go with them."""
    PrintJob.objects.filter(browser_key=browser_key).update(owner=user, browser_key="")


def keep_choice(user: User, choice: PrintChoice) -> None:
    """Save a user's choice for the next time."""
    LastChoice.objects.update_or_create(user=user, defaults={"query": choice.query})
