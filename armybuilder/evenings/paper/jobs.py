"""The prints of a games night as a background job: ordered, and its parts for the worker."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse

from armybuilder.evenings.models import Evening
from armybuilder.evenings.paper.choice import PaperForm
from armybuilder.evenings.paper.parts import Paper
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.actions import PrintOrder, order_job
from armybuilder.printing.bundles.sources import BundlePart, Source
from armybuilder.printing.models import PrintJob

SOURCE = "evening"


def order(paper: Paper, form: PaperForm, site: str, parts: Sequence[BundlePart]) -> PrintJob:
    """Return a job for the chosen parts. Raises RefusedError."""
    evening = paper.evening
    wanted = PrintOrder(str(evening), [str(evening.pk)], form.query, site, len(parts), SOURCE)
    return order_job(Visitor(paper.membership.user), wanted)


def parts_of(job: PrintJob) -> Iterator[BundlePart]:
    """Yield the ordered parts that the member may still print."""
    evening = Evening.objects.select_related("club").filter(pk=_evening_id(job)).first()
    mine = evening and evening.club.memberships.select_related("user").filter(user=job.owner_id).first()
    if evening and mine and (evening.state != "draft" or mine.may_organise):
        paper = Paper(evening, mine)
        form = PaperForm(QueryDict(job.choice), paper.offered, paper.round_numbers, "it")
        yield from paper.parts(form, job.site)


def again(job: PrintJob) -> str:
    """Return the page to order it on once more."""
    return f"{reverse('evenings:paper', args=[_evening_id(job)])}?{job.choice}"


def _evening_id(job: PrintJob) -> UUID:
    return UUID(job.lists[0])


SOURCE_OF_JOBS = Source(parts_of, again)
