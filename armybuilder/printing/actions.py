"""Users' actions on printing: order jobs, cancel and repeat them, and save a choice. Each is one transaction."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, structs

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.choosing.choice import PrintChoice, Wanted
from armybuilder.printing.models import LISTS, LastChoice, PrintJob
from armybuilder.printing.tasks import State, enqueue
from armybuilder.refusals import RefusedError

UNDER_WAY_AT_MOST = 3  # of one visitor
TOO_MANY = _("Other bundles of yours are still printing. Wait for one of them to finish.")


class PrintOrder(Struct, frozen=True):
    """An order: the lists, or other texts of their source, as chosen in a query string.

    `site`: the address of the site. `total`: the number of parts.
    """

    title: str
    lists: list[str]
    choice: str
    site: str
    total: int
    source: str = LISTS


def order_lists(visitor: Visitor, wanted: Sequence[Wanted], choice: PrintChoice, title: str) -> PrintJob:
    """Return a job for these lists and this choice. Raises RefusedError."""
    lists = [str(one) for one in wanted]
    return order_job(visitor, PrintOrder(title, lists, choice.query, choice.site, len(wanted)))


@transaction.atomic
def order_job(visitor: Visitor, wanted: PrintOrder) -> PrintJob:
    """Return a job for an order: a new one, or the same in progress. Raises RefusedError."""
    under_way = list(PrintJob.objects.owned_by(visitor).under_way().select_for_update())
    for job in under_way:
        if (job.source, job.lists, job.choice) == (wanted.source, wanted.lists, wanted.choice):
            return job
    if len(under_way) >= UNDER_WAY_AT_MOST:
        raise RefusedError(TOO_MANY)
    job = PrintJob.objects.create(
        owner=visitor.user, browser_key=visitor.browser_key, **structs.asdict(wanted)
    )
    enqueue(job.pk)
    return job


@transaction.atomic
def repeat_job(job: PrintJob) -> None:
    """Repeat a job with a lost or damaged file; cached pages are not rendered again."""
    done = PrintJob.objects.filter(pk=job.pk, state=State.DONE)
    if done.update(state=State.WAITING, done=0, turns=0, lease=None, finished=None):
        enqueue(job.pk)


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
