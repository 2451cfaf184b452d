"""Printouts of a list: the page to choose on, previews, PDFs. Several lists: `bundles.py`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.browsing.list_names import suggested_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.printing.bundles.binding import Binding, bound, bound_digest
from armybuilder.printing.choosing.choice import PrintChoice, chosen, read_choice
from armybuilder.printing.choosing.opponents import opponents_of, with_opponent
from armybuilder.printing.choosing.origin import site_of, with_origin
from armybuilder.printing.choosing.wanted import Wanted
from armybuilder.printing.formats.registry import CHOICES, FORMATS
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.views.preferences import print_form, remember
from armybuilder.printing.views.preview import Preview, preview
from armybuilder.printing.views.responses import (
    Download,
    bundle_name,
    is_large,
    large_page,
    may_print,
    pdf_response,
    small_pages,
)
from rules.language import active_language
from rules.odds.asking.forms import targets_of

PAIR = "pair"  # in the query: both lists of the force
SHOW = "show"  # in the query: the button that shows a choice without script


@require_safe
@cache_control(private=True, no_cache=True)
@vary_on_headers("HX-Request")
def index(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the page to choose on, with a preview if the address chooses, and remember what is chosen."""
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
    """Return the preview alone, for a page that was opened without choosing anything."""
    context = _choosing(request, list_id)
    return render(request, "printing/_preview.html", context | _preview(request, context))


@require_safe
@cache_control(private=True, no_cache=True)
def download(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Remember what the page's form chose, and send on to the PDF's own address."""
    context = _choosing(request, list_id)
    response = redirect(pdf_address(list_id, context["choice"], pair=context["pair"]))
    remember(request, response, context["choice"])
    return response


@require_safe
@cache_control(private=True, no_cache=True)
def sheet(request: HtmxHttpRequest, list_id: UUID, form: str) -> HttpResponse:
    """One form as a PDF to keep. A browser that has it already is told so, and nothing is rendered."""
    army_list, choice = _readable(visitor_of(request), list_id), _choice(request, form)
    [page] = choice.pages(army_list)
    if is_large(request, [page]):
        return large_page(request, [Wanted(list_id)], choice, army_list.name, _back(list_id, choice))
    file = Download(page.digest, page.file_name, army_list.name, _back(list_id, choice))
    return pdf_response(request, file, [page], lambda: rendering.pdf(page))


@require_safe
@cache_control(private=True, no_cache=True)
def pack(request: HtmxHttpRequest, list_id: UUID, form: str) -> HttpResponse:
    """Several formats in one PDF to keep, each with a bookmark."""
    army_list, choice = _readable(visitor_of(request), list_id), _choice(request, form)
    name = bundle_name(army_list.name, choice)
    return _joined(request, choice, [army_list], army_list.name, name, _back(list_id, choice))


@require_safe
@cache_control(private=True, no_cache=True)
def picture(request: HtmxHttpRequest, list_id: UUID, form: str, number: int) -> HttpResponse:
    """Return a page of the PDF as an image."""
    if form not in FORMATS:
        raise Http404
    [page] = _choice(request, form).pages(_readable(visitor_of(request), list_id))
    etag = f'"{page.digest}-{number}"'
    if response := get_conditional_response(request, etag=etag):
        return response
    if is_large(request, [page]):
        raise Http404  # it has no preview
    if not may_print(request, [page]):
        return HttpResponse(status=429)
    try:
        content = rendering.picture(page, number)
    except IndexError:
        raise Http404 from None
    except pool.NotPrintedError:
        return HttpResponse(status=503)
    return HttpResponse(content, content_type="image/png", headers={"ETag": etag})


@require_safe
@cache_control(private=True, no_cache=True)
def pair(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Attacker and defender of one force in one PDF, the attacker first."""
    visitor = visitor_of(request)
    lists = _both(visitor, _readable(visitor, list_id))
    if not lists:
        raise Http404
    choice = with_opponent(read_choice(request.GET, active_language(), site_of(request)), visitor)
    title = gettext("%(force)s, attacker and defender") % {"force": lists[0].force}
    name, back = bundle_name(title, choice), _back(list_id, choice, pair=True)
    return _joined(request, choice, lists, title, name, back)


def _joined(
    request: HtmxHttpRequest, choice: PrintChoice, lists: Sequence[ArmyList], title: str, name: str, back: str
) -> HttpResponse:
    pages = small_pages(request, (page for army_list in lists for page in choice.named_pages(army_list)))
    if pages is None:
        return large_page(request, [Wanted(one.pk) for one in lists], choice, lists[0].force or title, back)
    binding = Binding(title, choice.options.sides)
    file = Download(bound_digest(pages, binding), name, lists[0].force or title, back)
    return pdf_response(request, file, [page for _, page in pages], lambda: bound(pages, binding))


def pdf_address(list_id: UUID, choice: PrintChoice, *, pair: bool) -> str:
    if pair:
        return reverse("printing:pair", args=[list_id]) + f"?{choice.query}"
    return reverse(f"printing:{choice.form}", args=[list_id]) + f"?{choice.options_query}"


def _preview(request: HtmxHttpRequest, context: dict[str, Any]) -> dict[str, Preview]:
    lists, choice = context["lists"], context["choice"]
    pages = small_pages(
        request, ((army_list, page) for army_list in lists for page in choice.pages(army_list))
    )
    if pages is None:
        return {"preview": Preview((), "large")}
    if not may_print(request, [page for _, page in pages]):
        return {"preview": Preview((), "too-often")}
    return {"preview": preview(pages, choice)}


def _readable(visitor: Visitor, list_id: UUID) -> ArmyList:
    return get_object_or_404(with_origin(ArmyList.objects.readable_by(visitor)), pk=list_id)


def _choice(request: HtmxHttpRequest, form: str) -> PrintChoice:
    """Return the choice of an address that names the form itself. Raises Http404 for a form that there is none of."""
    if form not in CHOICES:
        raise Http404
    choice = replace(read_choice(request.GET, active_language(), site_of(request)), form=form)
    return with_opponent(choice, visitor_of(request))


def _back(list_id: UUID, choice: PrintChoice, *, pair: bool = False) -> str:
    """Return the print page as it was left."""
    return reverse("printing:index", args=[list_id]) + f"?{choice.query}" + f"&{PAIR}=1" * pair


def _both(visitor: Visitor, army_list: ArmyList) -> list[ArmyList]:
    """Return the lists of a list's force, the attacker's first; none where it is alone, or not the visitor's own."""
    own = ArmyList.objects.for_visitor(visitor)
    partner = own.partner_of(army_list) if army_list.is_of(visitor) else None
    return sorted((army_list, partner), key=lambda one: one.role) if partner else []


def _choosing(request: HtmxHttpRequest, list_id: UUID) -> dict[str, Any]:
    """Return the context of the page to choose on, with the lists of what is chosen: one, or the pair."""
    visitor = visitor_of(request)
    army_list, form = _readable(visitor, list_id), print_form(request)
    choice = with_opponent(chosen(form, site_of(request)), visitor)
    both = _both(visitor, army_list)
    pair = bool(both) and PAIR in request.GET
    return {
        "army_list": army_list,
        "suggested_name": suggested_name(army_list, active_language()) if army_list.is_of(visitor) else "",
        "choice": choice,
        "both": both,
        "pair": pair,
        "lists": both if pair else [army_list],
        "print_form": form,
        "formats": CHOICES,
        "opponents": opponents_of(army_list, visitor),
        "targets": targets_of(army_list.catalogue, active_language()),
        "pdf": pdf_address(list_id, choice, pair=pair),
    }
