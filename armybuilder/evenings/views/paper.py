"""Print a games night: the form, a few sheets at once, many in the background."""

from collections.abc import Iterator, Sequence
from urllib.parse import parse_qsl
from uuid import UUID

import msgspec
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import user_of
from armybuilder.evenings.exports import calendar_file_name, calendar_of, chat_text, results_csv, results_of
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.paper.parts import Paper, order
from armybuilder.evenings.paper.sheets import EveningPaperForm, kits_of_guest, submitted_page
from armybuilder.evenings.views.players import by_link, is_hidden_here
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.http import or_404, private_action, private_page
from armybuilder.printing.bundles.binding import Bundle, BundlePart
from armybuilder.printing.choosing.forms import read_options
from armybuilder.printing.choosing.origin import site_of
from armybuilder.printing.layout.options import Options
from armybuilder.printing.layout.printout import Printout, file_name
from armybuilder.printing.views.responses import (
    Download,
    background_page,
    pdf_response,
    response_by_link,
    small_pages,
)
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.language import active_language

AT_ONCE = 4  # parts; more are printed in the background


@private_page
def choose(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    paper, form = _paper(request, evening_id, request.GET)
    return render(request, "evenings/paper.html", {"evening": paper.evening, "paper": paper, "form": form})


@private_action
@limited("print")
def start(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    paper, form = _paper(request, evening_id, request.POST)
    parts = paper.parts(form, site_of(request))
    if not parts:
        messages.warning(request, gettext("First select what to print."))
        return redirect(_form_page(evening_id, form))
    if len(parts) <= AT_ONCE and small_pages(request, _pages(parts)) is not None:
        return redirect(reverse("evenings:paper-pdf", args=[evening_id]) + f"?{form.query}")
    try:
        job = order(paper, form, site_of(request), parts)
    except RefusedError as error:
        messages.warning(request, str(error))
        return redirect(_form_page(evening_id, form))
    return redirect("bundles:job", job.pk)


@require_safe
@cache_control(private=True, no_cache=True)
@login_required
def pdf(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    paper, form = _paper(request, evening_id, request.GET)
    parts = paper.parts(form, site_of(request))
    if not 1 <= len(parts) <= AT_ONCE:
        raise Http404
    pages = small_pages(request, _pages(parts))
    options = form.options()
    with override(options.language):
        title = str(paper.evening)
    back = _form_page(evening_id, form)
    if pages is None:
        address = reverse("evenings:paper-print", args=[evening_id])
        return background_page(request, address, parse_qsl(form.query), title, back)
    download = Download(file_name(title, None), title, back)
    return pdf_response(request, Bundle(title, pages, options.sides), download)


def _pages(parts: Sequence[BundlePart]) -> Iterator[tuple[str, Printout]]:
    """Yield the pages of parts, each with its name. Raises Http404."""
    with or_404():  # a list was withdrawn meanwhile, or is no longer visible to them
        for part in parts:
            yield from part.pages()


@require_safe
@by_link
def guest_pdf(request: HttpRequest, entry: Entry) -> HttpResponse:
    evening, options = entry.evening, read_options(request.GET, active_language())
    own = HandIn.objects.current().filter(entry=entry).select_related("entry__user").order_by("role")
    pages = [(one.name, submitted_page(evening, one, options, site_of(request))) for one in own]
    if not pages or is_hidden_here(request, entry):
        raise Http404
    return _of_guest(request, entry, pages, options)


@require_safe
@by_link
def guest_kit(request: HttpRequest, entry: Entry, pk: int) -> HttpResponse:
    options = read_options(request.GET, active_language())
    return _of_guest(request, entry, kits_of_guest(entry, pk, options), options)


def _of_guest(request: HttpRequest, entry: Entry, pages: list[tuple[str, Printout]], options: Options) -> HttpResponse:
    with override(options.language):
        title = str(entry.evening)
    back = reverse("evenings:guest", args=[entry.token])
    instead = gettext("This is too long to print from your link. Ask an organiser to print it for you.")
    download = Download(file_name(title, None), title, back)
    return response_by_link(request, Bundle(title, pages, options.sides), download, instead)


def _paper(request: HttpRequest, evening_id: UUID, query: QueryDict) -> tuple[Paper, EveningPaperForm]:
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    paper = Paper(evening, evening.club.memberships.select_related("user").get(user=user))
    hides = not evening.shows_lists
    return paper, EveningPaperForm(query, paper.offered, paper.round_numbers, active_language(), hides_lists=hides)


def _form_page(evening_id: UUID, form: EveningPaperForm) -> str:
    return f"{reverse('evenings:paper', args=[evening_id])}?{form.query}"


@private_page
def results(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    evening = shown_evening(request, evening_id)
    address = request.build_absolute_uri(reverse("evenings:evening", args=[evening_id]))
    text = chat_text(results_of(evening), address)
    return render(request, "evenings/results.html", {"evening": evening, "text": text})


@private_page
def as_json(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    evening = shown_evening(request, evening_id)
    return _file(evening, "json", "application/json", msgspec.json.encode(results_of(evening)))


@private_page
def as_csv(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    evening = shown_evening(request, evening_id)
    return _file(evening, "csv", "text/csv; charset=utf-8", results_csv(results_of(evening)).encode())


@private_page
def as_ics(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    evening = shown_evening(request, evening_id)
    made = calendar_of([evening], str(evening), site_of(request), active_language())
    return _file(evening, "ics", "text/calendar; charset=utf-8", made)


@require_safe
@by_link
def guest_ics(_request: HttpRequest, guest: Entry) -> HttpResponse:
    """Return the games night for a guest's calendar, without their private link."""
    made = calendar_of([guest.evening], str(guest.evening), "", active_language())
    return _file(guest.evening, "ics", "text/calendar; charset=utf-8", made)


def _file(evening: Evening, ending: str, content_type: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{calendar_file_name(evening)}.{ending}"'
    return response
