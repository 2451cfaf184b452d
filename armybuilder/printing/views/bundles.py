"""Several lists in one PDF: a few at once, many in the background."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.browsing import listing
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_for_writing, visitor_of
from armybuilder.printing import actions
from armybuilder.printing.bundles.binding import Bundle, cover_line, cover_page, source_of
from armybuilder.printing.choosing.choice import LIST, PrintChoice, lists_query, read_choice, read_lists
from armybuilder.printing.choosing.origin import site_of
from armybuilder.printing.layout.printout import Printout
from armybuilder.printing.models import PrintJob
from armybuilder.printing.views.preview import offered
from armybuilder.printing.views.responses import (
    Download,
    bundle_name,
    large_page,
    lists_besides,
    pdf_response,
    print_form,
    readable_lists,
    remember,
    small_pages,
    title_of,
)
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.language import active_language

ALL, CLUB = "all", "club"  # in the query
AT_ONCE = 4  # lists, or formats of them; more are printed in the background
AT_MOST = 100
A_PAGE = 50
AT_MOST_SO_MANY = gettext_lazy("Select at least one list, and no more than %(count)s.")


@require_safe
@never_cache
def choose(request: HtmxHttpRequest) -> HttpResponse:
    """Choose lists to print, and how; show jobs in progress. `q` and `page` find the user's own.

    `list`: already selected; those not on the page come first. `all`: all on the page, too. `club`: the library that
    linked here.
    """
    visitor, form = visitor_of(request), print_form(request)
    marked = _marked(request)
    library = _library(request.GET.get(CLUB, ""))
    if library and not marked and "q" not in request.GET:
        messages.warning(request, gettext("Select the lists first: each has a box before its name."))
        return redirect(library)
    asked = listing.read_choice({"q": request.GET.get("q", "")})
    page = listing.page_of(visitor, asked, request.GET.get("page"), A_PAGE)
    own = list(page)
    besides = lists_besides(visitor, marked, own)
    context = {
        "asked": asked,
        "page": page,
        "lists": [(one, ALL in request.GET or one.pk in marked) for one in own],
        "can_choose": bool(own or besides or asked.words),
        "besides": [(one, one.owner if one.owner != visitor.user else None) for one in besides],
        "club": request.GET.get(CLUB, ""),
        "library": library,
        "jobs": PrintJob.objects.owned_by(visitor),
        "print_form": form,
        "formats": offered(PrintChoice(form.marked, form.options())),
    }
    return render(request, "printing/bundle.html", context)


def _marked(request: HtmxHttpRequest) -> list[UUID]:
    """Return the lists selected in the address, as many as can be printed."""
    marked = _list_ids(request.GET.getlist(LIST))
    if len(marked) > AT_MOST:
        messages.warning(request, AT_MOST_SO_MANY % {"count": AT_MOST})
    return marked[:AT_MOST]


def _library(club: str) -> str:
    """Return the address of a club's library, "" if none is named."""
    return reverse("lists:library", args=_list_ids([club])) if club else ""


@require_POST
@limited("print")
def start(request: HtmxHttpRequest) -> HttpResponse:
    """Redirect to the PDF of a few lists; start to print many."""
    choice = read_choice(request.POST, active_language(), site_of(request))
    list_ids = _list_ids(request.POST.getlist(LIST))
    lists = readable_lists(visitor_of(request), list_ids)
    if not 1 <= len(lists) <= AT_MOST:
        messages.warning(request, AT_MOST_SO_MANY % {"count": AT_MOST})
        return redirect("bundles:choose")
    response: HttpResponse
    is_small = len(lists) * len(choice.formats) <= AT_ONCE
    if is_small and small_pages(request, _pages(lists, choice)) is not None:
        response = redirect(f"{reverse('bundles:bundle')}?{lists_query(list_ids)}&{choice.query}")
    else:
        response = _begin(request, list_ids, choice, title_of(lists, choice))
    remember(request, response, choice)
    return response


def _begin(request: HtmxHttpRequest, list_ids: Sequence[UUID], choice: PrintChoice, title: str) -> HttpResponse:
    try:
        job = actions.order_lists(visitor_for_writing(request), list_ids, choice, title)
    except RefusedError as error:
        messages.warning(request, str(error))
        return redirect("bundles:choose")
    return redirect("bundles:job", job.pk)


@require_safe
@cache_control(private=True, no_cache=True)
def bundle(request: HtmxHttpRequest) -> HttpResponse:
    """Return a few lists in one PDF, each with a bookmark."""
    list_ids = _list_ids(request.GET.getlist(LIST))
    choice = read_choice(request.GET, active_language(), site_of(request))
    if not 1 <= len(list_ids) * len(choice.formats) <= AT_ONCE:
        raise Http404
    lists = readable_lists(visitor_of(request), list_ids)
    pages = small_pages(request, _pages(lists, choice))
    title = title_of(lists, choice)
    back = f"{reverse('bundles:choose')}?{lists_query(list_ids)}"
    if pages is None:
        return large_page(request, list_ids, choice, title, back)
    if choice.options.cover:
        lines = [cover_line(army_list, choice.options) for army_list in lists]
        pages.insert(0, cover_page(title, choice.options, lines))
    made = Bundle(title, pages, choice.options.sides)
    return pdf_response(request, made, Download(bundle_name(title, choice), title, back))


def _pages(lists: Sequence[ArmyList], choice: PrintChoice) -> Iterator[tuple[str, Printout]]:
    """Yield the pages of lists, each with the name of its bookmark."""
    for army_list in lists:
        yield from choice.named_pages(army_list)


@require_safe
@never_cache
def show_job(request: HtmxHttpRequest, job_id: UUID) -> HttpResponse:
    """Show the progress of a bundle, then its link. htmx requests the part that changes."""
    template = "printing/_job.html" if request.htmx else "printing/job.html"
    job = _own(request, job_id)
    return render(request, template, {"job": job, "again": source_of(job).again(job)})


@require_POST
def cancel(request: HtmxHttpRequest, job_id: UUID) -> HttpResponse:
    """Cancel a bundle."""
    try:
        actions.cancel_job(visitor_of(request), job_id)
    except PrintJob.DoesNotExist:
        raise Http404 from None
    return redirect("bundles:job", job_id)


@require_safe
@cache_control(private=True, no_cache=True)
def fetch(request: HtmxHttpRequest, job_id: UUID) -> HttpResponseBase:
    """Return the bundle's PDF, until it expires. A missing file is made again."""
    job = _own(request, job_id)
    if not job.has_file:
        raise Http404
    file = job.open()
    if file is None:
        actions.repeat_job(job)
        messages.warning(request, gettext("The file is missing: it is being made again."))
        return redirect("bundles:job", job_id)
    name = bundle_name(job.title, job.as_chosen)
    return FileResponse(file, as_attachment=True, filename=name)


def _own(request: HttpRequest, job_id: UUID) -> PrintJob:
    return get_object_or_404(PrintJob.objects.owned_by(visitor_of(request)), pk=job_id)


def _list_ids(texts: Sequence[str]) -> list[UUID]:
    """Read the lists of an address. Raises Http404 for anything else."""
    try:
        return read_lists(texts)
    except ValueError:
        raise Http404 from None
