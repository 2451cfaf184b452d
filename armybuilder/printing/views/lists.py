"""Printouts of a list, for its readers: the page to choose on, previews, PDFs. Several lists: `bundles.py`."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.browsing.list_names import suggested_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.printing.bundles.binding import Bundle
from armybuilder.printing.choosing.choice import PrintChoice, lists_query, read_choice
from armybuilder.printing.choosing.forms import FORM
from armybuilder.printing.choosing.origin import site_of, with_origin
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.views.preview import Preview, offered, preview
from armybuilder.printing.views.responses import (
    Download,
    bundle_name,
    count_printing,
    large_page,
    pdf_response,
    print_form,
    remember,
    small_pages,
)
from rules.language import active_language

SHOW = "show"  # in the query: the button that shows a choice without JavaScript


@require_safe
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request")
def index(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the print page, with a preview if the address makes a choice, which is remembered."""
    context = _choosing(request, list_id)
    if request.GET:
        context |= _preview(request, context)
    response = render(request, "printing/_preview.html" if request.htmx else "printing/index.html", context)
    if request.htmx or SHOW in request.GET:
        remember(request, response, context["choice"])
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def first_preview(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Return the preview alone, for a page opened without a choice."""
    context = _choosing(request, list_id)
    return render(request, "printing/_preview.html", context | _preview(request, context))


@require_safe
@cache_control(private=True, no_cache=True)
def download(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Save the choice of the form, and redirect to the PDF."""
    choice = _choosing(request, list_id)["choice"]
    response = redirect(pdf_address(list_id, choice))
    remember(request, response, choice)
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def pdf(request: HtmxHttpRequest, list_id: UUID, form: str = "") -> HttpResponse:
    """Return the PDF of a list, in the format of the address or those of its query string.

    A browser that has it gets 304, and nothing is rendered.
    """
    army_list = _readable(visitor_of(request), list_id)
    choice = _choice(request, form)
    pages = small_pages(request, choice.named_pages(army_list))
    back = f"{reverse('printing:index', args=[list_id])}?{choice.query}"
    if pages is None:
        return large_page(request, [list_id], choice, army_list.name, back)
    name = pages[0][1].file_name if len(pages) == 1 else bundle_name(army_list.name, choice)
    bundle = Bundle(army_list.name, pages, choice.options.sides)
    return pdf_response(request, bundle, Download(name, army_list.name, back))


@require_safe
@cache_control(private=True, no_cache=True)
def picture(request: HtmxHttpRequest, list_id: UUID, form: str, number: int) -> HttpResponse:
    """Return a page of the PDF as an image."""
    if form not in FORMATS:
        raise Http404
    pages = list(_choice(request, form).named_pages(_readable(visitor_of(request), list_id)))
    [(_name, page)] = pages
    etag = f'"{page.digest}-{number}"'
    if response := get_conditional_response(request, etag=etag):
        return response
    if small_pages(request, pages) is None:
        raise Http404  # it has no preview
    if count_printing(request, [page]):
        return HttpResponse(status=429)
    try:
        content = rendering.picture(page, number)
    except IndexError:
        raise Http404 from None
    except pool.NotPrintedError:
        return HttpResponse(status=503)
    return HttpResponse(content, content_type="image/png", headers={"ETag": etag})


@require_safe
def moved(request: HtmxHttpRequest, list_id: UUID, form: str) -> HttpResponse:
    """Redirect an old address to the present format."""
    _readable(visitor_of(request), list_id)
    query = request.GET.copy()
    query[FORM] = form
    return redirect(pdf_address(list_id, read_choice(query, active_language())))


@require_safe
def moved_pair(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Redirect the old address of an attacker's and a defender's list to the bundle of both."""
    visitor = visitor_of(request)
    both = both_of(visitor, _readable(visitor, list_id))
    if not both:
        raise Http404
    choice = read_choice(request.GET, active_language())
    return redirect(f"{reverse('bundles:bundle')}?{lists_query([one.pk for one in both])}&{choice.query}")


def pdf_address(list_id: UUID, choice: PrintChoice) -> str:
    """Return the address of the PDF of a choice."""
    if len(choice.formats) > 1:
        return f"{reverse('printing:pack', args=[list_id])}?{choice.query}"
    return f"{reverse(f'printing:{choice.formats[0]}', args=[list_id])}?{choice.options_query}"


def both_of(visitor: Visitor, army_list: ArmyList) -> list[ArmyList]:
    """Return the lists of a pair, the attacker's first; none if it is alone, or not the visitor's own."""
    own = ArmyList.objects.for_visitor(visitor)
    partner = own.partner_of(army_list) if army_list.is_of(visitor) else None
    return sorted((army_list, partner), key=lambda one: one.role) if partner else []


def _preview(request: HtmxHttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    army_list, choice = context["army_list"], context["choice"]
    pages = small_pages(request, choice.named_pages(army_list))
    if pages is None:
        return {"preview": Preview(problem="large")}
    printouts = [page for _, page in pages]
    if count_printing(request, printouts):
        return {"preview": Preview(problem="too-often")}
    shown = preview(army_list, printouts, choice)
    return {"preview": shown, "formats": offered(choice, shown)}


def _readable(visitor: Visitor, list_id: UUID) -> ArmyList:
    return get_object_or_404(with_origin(ArmyList.objects.readable_by(visitor)), pk=list_id)


def _choice(request: HtmxHttpRequest, form: str) -> PrintChoice:
    """Return the choice of an address, which can name the format itself."""
    choice = read_choice(request.GET, active_language(), site_of(request))
    options = replace(choice.options, cover=False)
    return replace(choice, formats=(form,) if form else choice.formats, options=options)


def _choosing(request: HtmxHttpRequest, list_id: UUID) -> dict[str, Any]:
    """Return the context of the page to choose on."""
    visitor = visitor_of(request)
    army_list, form = _readable(visitor, list_id), print_form(request)
    choice = PrintChoice(form.marked, replace(form.options(), cover=False), site_of(request))
    both = both_of(visitor, army_list)
    return {
        "army_list": army_list,
        "suggested_name": suggested_name(army_list, active_language()) if army_list.is_of(visitor) else "",
        "choice": choice,
        "both": lists_query([one.pk for one in both]) if both else "",
        "print_form": form,
        "formats": offered(choice),
        "file_name": bundle_name(army_list.name, choice),
    }
