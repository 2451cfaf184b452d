"""Shared parts of the print views: finding lists, answering with a PDF or the reason for none, the last choice."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header
from django.utils.translation import gettext, override

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import Visitor
from armybuilder.printing.actions import keep_choice
from armybuilder.printing.bundles.binding import Bundle
from armybuilder.printing.choosing.choice import LIST, PrintChoice
from armybuilder.printing.choosing.forms import PrintForm, says_something
from armybuilder.printing.choosing.origin import with_origin
from armybuilder.printing.formats.registry import FORMATS
from armybuilder.printing.layout.printout import LARGE, LARGE_SIGNED_OUT, Printout, file_name
from armybuilder.printing.models import CHOICE_AT_MOST, LastChoice
from armybuilder.printing.pdfs import pool, rendering
from armybuilder.printing.pdfs.rendering import Booklet
from armybuilder.rate_limits.limits import count_request, too_often
from rules.language import active_language

logger = logging.getLogger(__name__)
AGAIN_AFTER = 3  # seconds
LONGEST_IN_TITLE = 60  # characters of a list's name, in a title with two
Made = Bundle | Booklet


def readable_lists(visitor: Visitor, list_ids: Sequence[UUID]) -> list[ArmyList]:
    """Return these lists in order. Raises Http404 if the visitor cannot open one of them."""
    readable = with_origin(ArmyList.objects.readable_by(visitor))
    found = {army_list.pk: army_list for army_list in readable.filter(pk__in=list_ids)}
    if len(found) != len(set(list_ids)):
        raise Http404
    return [found[list_id] for list_id in dict.fromkeys(list_ids)]


def lists_besides(visitor: Visitor, list_ids: Sequence[UUID], shown: Sequence[ArmyList]) -> list[ArmyList]:
    """Return those of these lists that are not among those shown, in order, for a table of lists.

    A list that the visitor cannot open (any more) is omitted.
    """
    asked = set(list_ids) - {army_list.pk for army_list in shown}
    if not asked:
        return []
    readable = ArmyList.objects.readable_by(visitor).listing().select_related("owner")
    return sorted(readable.filter(pk__in=asked), key=lambda army_list: list_ids.index(army_list.pk))


def title_of(lists: Sequence[ArmyList], choice: PrintChoice) -> str:
    """Return the title of several lists: "Rangers, Alpini and 3 more"."""
    names = ", ".join(army_list.name[:LONGEST_IN_TITLE] for army_list in lists[:2])
    if len(lists) <= 2:
        return names
    with override(choice.options.language):
        return gettext("%(names)s and %(count)s more") % {"names": names, "count": len(lists) - 2}


def bundle_name(title: str, choice: PrintChoice) -> str:
    """Return the name of a file of several lists."""
    with override(choice.options.language):
        alone = len(choice.formats) == 1
        return file_name(title, None, str(FORMATS[choice.formats[0]].file_word) if alone else "")


@dataclass(frozen=True, slots=True)
class Download:
    """A PDF to save: its file name, its owner, and the page before."""

    file_name: str
    whose: str
    back: str


def count_printing(request: HttpRequest, pages: Iterable[Printout]) -> int:
    """Count the work for pages that are not finished. Return 0, or the seconds until there is room for it again."""
    work = work_of(pages)
    return count_request(request, "print", work) if work else 0


def work_of(pages: Iterable[Printout]) -> int:
    """Return the work for rendering the missing pages, in tenths of a second."""
    return sum(page.work for page in pages if not rendering.is_made(page))


def small_pages(request: HttpRequest, pages: Iterable[tuple[str, Printout]]) -> list[tuple[str, Printout]] | None:
    """Return pages with their names, or None for so much work that they are printed in the background.

    A visitor without an account waits at most a second. Only as many are laid out as needed to decide.
    """
    left = LARGE if request.user.is_authenticated else LARGE_SIGNED_OUT
    found = []
    for name, page in pages:
        found.append((name, page))
        left -= work_of([page])
        if left < 0:
            return None
    return found


def large_page(
    request: HttpRequest, list_ids: Sequence[UUID], choice: PrintChoice, whose: str, back: str
) -> HttpResponse:
    """Return the page that offers to print lists in the background, as chosen."""
    hidden = [*choice.fields, *((LIST, str(list_id)) for list_id in list_ids)]
    return background_page(request, reverse("bundles:start"), hidden, whose, back)


def background_page(
    request: HttpRequest, address: str, hidden: Sequence[tuple[str, str]], whose: str, back: str
) -> HttpResponse:
    """Return the page that offers to print in the background: a form with these fields for an address."""
    context = {"address": address, "hidden": hidden, "whose": whose, "back": back}
    return render(request, "printing/large.html", context)


def response_by_link(
    request: HttpRequest, made: Made, download: Download, instead: str, copy: str = ""
) -> HttpResponse:
    """Return a PDF to the holder of a link, or a page with another way to print a large one.

    `copy`: the address that copies the list.
    """
    if work_of(made.pages) > LARGE_SIGNED_OUT:
        context = {"download": download, "instead": instead, "copy": copy}
        return render(request, "printing/large_by_link.html", context, status=422)
    return pdf_response(request, made, download)


def pdf_response(request: HttpRequest, made: Made, download: Download) -> HttpResponse:
    """Return a PDF of these pages, 304 if the browser has it, or a page with the reason."""
    etag = f'"{made.digest}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        if wait := count_printing(request, made.pages):
            return too_often(request, wait)
        try:
            response = pdf_file(made.pdf(), download.file_name)
        except pool.NotPrintedError as error:
            return _failed(request, download, error)
    response["ETag"] = etag
    return response


def pdf_file(content: bytes, name: str) -> HttpResponse:
    """Return a PDF to save under a name."""
    disposition = content_disposition_header(as_attachment=True, filename=name)
    headers = {"Content-Disposition": str(disposition)}
    return HttpResponse(content, content_type="application/pdf", headers=headers)


def _failed(request: HttpRequest, download: Download, error: pool.NotPrintedError) -> HttpResponse:
    """Return the page with the reason why there is no printout; if it must wait for its turn, it reloads itself."""
    logger.warning("no printout at %s: %s", request.path, type(error).__name__, extra={"request": request})
    context = {"download": download, "problem": error.problem}
    waits = error.problem == pool.BusyError.problem
    response = render(request, "printing/failed.html", context, status=202 if waits else 503)
    if waits:
        response["Refresh"] = str(AGAIN_AFTER)
    return response


# ── The last choice, with the user or in a cookie ──────────────────────────────────────────────────────────────────

COOKIE = "print_options"
COOKIE_AGE = 365 * 24 * 3600


def print_form(request: HtmxHttpRequest) -> PrintForm:
    """Return the form from the address, or with the last choice."""
    query = request.GET if says_something(request.GET) else _remembered(request)
    return PrintForm(query, active_language())


def _remembered(request: HtmxHttpRequest) -> Mapping[str, str]:
    if request.user.is_authenticated:
        last = LastChoice.objects.filter(user=request.user).first()
        return QueryDict(last.query if last else "")
    return QueryDict(request.COOKIES.get(COOKIE, "")[:CHOICE_AT_MOST])


def remember(request: HtmxHttpRequest, response: HttpResponse, choice: PrintChoice) -> None:
    """Save a choice for the next time."""
    if request.user.is_authenticated:
        keep_choice(request.user, choice)
    else:
        response.set_cookie(
            COOKIE,
            choice.query,
            max_age=COOKIE_AGE,
            path="/lists/",
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
