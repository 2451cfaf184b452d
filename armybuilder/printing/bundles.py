"""Several lists in one PDF: a few at once, many in the background."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.limits import limited
from armybuilder.lists import choosing
from armybuilder.lists.listing import entry
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_for_writing, visitor_of
from armybuilder.printing import rendering, tasks
from armybuilder.printing.choice import Choice, read_choice
from armybuilder.printing.kinds import CHOICES, forms_of
from armybuilder.printing.models import PrintJob
from armybuilder.printing.origin import site_of
from armybuilder.printing.preferences import print_form, remember
from armybuilder.printing.responses import (
    Download,
    bundle_name,
    lists_besides,
    pdf_response,
    readable_lists,
    title_of,
)
from rules.language import active_language

LIST, ALL, CLUB = "list", "all", "club"  # in the query
AT_ONCE = 4  # lists, or forms of them; more go through the background
AT_MOST = 100
A_PAGE = 50
AT_MOST_SO_MANY = gettext_lazy("Mark at least one list, and %(count)s at most.")


@require_safe
@never_cache
def choose(request: HtmxHttpRequest) -> HttpResponse:
    """Which lists to print, and how; what is under way or ready. `q` and `page` find one's own.

    `list`: marked already; those that are not on the page stand first. `all`: and all that are on the page. `club`:
    whose library sent here.
    """
    visitor, form, language = visitor_of(request), print_form(request), active_language()
    marked = _marked(request)
    library = _library(request.GET.get(CLUB, ""))
    if library and not marked and "q" not in request.GET:
        messages.warning(request, gettext("Mark the lists first: each has a box before its name."))
        return redirect(library)
    asked = choosing.read_filter({"q": request.GET.get("q", "")})
    page = choosing.page_of(visitor, asked, request.GET.get("page"), A_PAGE)
    own = list(page)
    besides = lists_besides(visitor, marked, own)
    context = {
        "asked": asked,
        "page": page,
        "lists": [(entry(one, language), ALL in request.GET or one.pk in marked) for one in own],
        "besides": [
            (entry(one, language), one.owner if one.owner != visitor.user else None) for one in besides
        ],
        "club": request.GET.get(CLUB, ""),
        "library": library,
        "jobs": PrintJob.objects.owned_by(visitor),
        "print_form": form,
        "kinds": CHOICES,
    }
    return render(request, "printing/bundle.html", context)


def _marked(request: HtmxHttpRequest) -> list[UUID]:
    """The lists that are marked already, as many as may be printed: they stand in the address."""
    marked = _ids(request.GET.getlist(LIST))
    if len(marked) > AT_MOST:
        messages.warning(request, AT_MOST_SO_MANY % {"count": AT_MOST})
    return marked[:AT_MOST]


def _library(club: str) -> str:
    """The address of a club's library, "" where none is named."""
    return reverse("lists:library", args=_ids([club])) if club else ""


@require_POST
@limited("print")
def start(request: HtmxHttpRequest) -> HttpResponse:
    """Send on to the PDF of a few lists; begin to print many."""
    choice = read_choice(request.POST, active_language(), site_of(request))
    lists = readable_lists(visitor_of(request), _ids(request.POST.getlist(LIST)))
    if not 1 <= len(lists) <= AT_MOST:
        messages.warning(request, AT_MOST_SO_MANY % {"count": AT_MOST})
        return redirect("bundles:choose")
    response: HttpResponse
    if len(lists) * len(forms_of(choice.form)) <= AT_ONCE:
        response = redirect(bundle_address([army_list.pk for army_list in lists], choice.query))
    else:
        response = _begin(request, lists, choice)
    remember(request, response, choice)
    return response


def _begin(request: HtmxHttpRequest, lists: Sequence[ArmyList], choice: Choice) -> HttpResponse:
    ids, title = [army_list.pk for army_list in lists], title_of(lists)
    try:
        job = tasks.begin_job(visitor_for_writing(request), ids, choice, title)
    except tasks.TooManyJobsError:
        messages.warning(
            request, gettext("Others of your bundles are still being printed. Wait for one of them.")
        )
        return redirect("bundles:choose")
    return redirect("bundles:job", job.pk)


@require_safe
@cache_control(private=True, no_cache=True)
def bundle(request: HtmxHttpRequest) -> HttpResponse:
    """A few lists in one PDF, each with a bookmark."""
    ids = _ids(request.GET.getlist(LIST))
    if not 1 <= len(ids) <= AT_ONCE:
        raise Http404
    lists = readable_lists(visitor_of(request), ids)
    choice = read_choice(request.GET, active_language(), site_of(request))
    pages = choice.named_pages(lists)
    title = title_of(lists)
    back = reverse("bundles:choose", query={LIST: [str(list_id) for list_id in ids]})
    sides = choice.options.sides
    file = Download(rendering.joined_digest(pages, title, sides), bundle_name(title, choice), title, back)
    return pdf_response(
        request, file, [page for _, page in pages], lambda: rendering.joined(pages, title, sides)
    )


def bundle_address(ids: Sequence[UUID], choice: str) -> str:
    """Return where the PDF of a few lists is."""
    return reverse("bundles:bundle") + "?" + "&".join((*(f"{LIST}={list_id}" for list_id in ids), choice))


@require_safe
@never_cache
def show_job(request: HtmxHttpRequest, job_id: UUID) -> HttpResponse:
    """How far a bundle is, then where to fetch it. htmx asks for the part that changes."""
    template = "printing/_job.html" if request.htmx else "printing/job.html"
    return render(request, template, {"job": _own(request, job_id)})


@require_POST
def cancel(request: HtmxHttpRequest, job_id: UUID) -> HttpResponse:
    """Call a bundle off."""
    try:
        PrintJob.objects.cancel(job_id, visitor_of(request))
    except PrintJob.DoesNotExist:
        raise Http404 from None
    return redirect("bundles:job", job_id)


@require_safe
@cache_control(private=True, no_cache=True)
def fetch(request: HtmxHttpRequest, job_id: UUID) -> HttpResponseBase:
    """The bundle's PDF, until it expires. One that the disk lost is made anew."""
    job = _own(request, job_id)
    if not job.has_file:
        raise Http404
    file = job.open()
    if file is None:
        tasks.repeat_job(job)
        messages.warning(request, gettext("The file was damaged: it is being made anew."))
        return redirect("bundles:job", job_id)
    name = bundle_name(job.title, job.as_chosen)
    return FileResponse(file, as_attachment=True, filename=name)


def _own(request: HttpRequest, job_id: UUID) -> PrintJob:
    return get_object_or_404(PrintJob.objects.owned_by(visitor_of(request)), pk=job_id)


def _ids(texts: Sequence[str]) -> list[UUID]:
    """Read the ids of lists. Raises Http404 for anything else."""
    try:
        return [UUID(text) for text in texts]
    except ValueError:
        raise Http404 from None
