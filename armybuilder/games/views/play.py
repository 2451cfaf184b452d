"""Lines from phones and buttons, read as types."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import DecodeError, Struct, convert, json

from armybuilder.build import BUILD
from armybuilder.games.actions import games as actions
from armybuilder.games.actions.new_events import (
    LINES_AT_MOST,
    LineRefusedError,
    MissingLineError,
    TooManyLinesError,
)
from armybuilder.games.actions.recording import (
    NOT_YOUR_SIDE,
    GameBusyError,
    record_events,
    record_lines,
    roll_dice,
)
from armybuilder.games.models import Link
from armybuilder.games.pages.page import HELD, Page, PageParts
from armybuilder.games.pages.record import playable_lists
from armybuilder.games.views.links import answer_invited, hide_address, opens_link, read_link, reading
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.core.game.events import SIDES, AnyEvent, GameLine, Side
from rules.language import active_language

BYTES_AT_MOST = 64_000
UNREADABLE = _("The data cannot be read. Nothing was saved: reload the page.")
TYPED = ("marker", "piece", "note")  # beside the button that places a marker; play.js adds the same


class Batch(Struct, forbid_unknown_fields=True):
    """A phone's request: its lines, for either side if it records for both."""

    phone: str
    lines: tuple[GameLine, ...]


_batch = json.Decoder(Batch)


def read_batch(request: HttpRequest) -> Batch:
    """Return the lines that a phone sends as JSON. Raises RefusedError."""
    if request.content_type != "application/json" or len(request.body) > BYTES_AT_MOST:
        raise RefusedError(UNREADABLE)
    try:
        return _batch.decode(request.body)
    except DecodeError:
        raise RefusedError(UNREADABLE) from None


def read_event(sent: QueryDict) -> AnyEvent:
    """Return the event of a button, with the value typed beside it. Raises RefusedError."""
    typed = {name: sent.get(name, "").strip() for name in TYPED if name in sent}
    try:
        event: AnyEvent = convert(json.decode(sent.get("event", ""), type=dict[str, Any]) | typed, AnyEvent)
    except DecodeError:
        raise RefusedError(UNREADABLE) from None
    return event


def read_side(sent: QueryDict) -> Side:
    """Return the side of a button. Raises RefusedError."""
    for side in SIDES:
        if sent.get("side") == side:
            return side
    raise RefusedError(NOT_YOUR_SIDE)


@require_safe
@never_cache
@opens_link
def play(request: HttpRequest, token: str) -> HttpResponse:
    try:
        link = read_link(request, token)
    except Link.DoesNotExist:
        return answer_invited(request, token)
    return _page_response(request, link)


@require_safe
@never_cache
@opens_link
def since(request: HttpRequest, token: str, sequence: int) -> HttpResponse:
    """Answer with the changed parts, or 204: phones ask every few seconds."""
    if Link.objects.last_of(token) <= sequence:
        return HttpResponse(status=204)
    return hide_address(HttpResponse(_render_table(request, read_link(request, token))))


@require_POST
@limited("play")
@opens_link
def say(request: HttpRequest, token: str) -> HttpResponse:
    """Record the event of a button."""

    def record(side: Side) -> Link:
        return record_events(token, side, read_event(request.POST), spend=reading(request))

    return _recorded(request, token, record)


@require_POST
@limited("play")
@opens_link
def roll(request: HttpRequest, token: str) -> HttpResponse:
    """Roll dice here instead of on the table."""
    what = request.POST.get("roll", "")
    return _recorded(request, token, lambda side: roll_dice(token, side, what, reading(request)))


@require_POST
@never_cache
@limited("play")
@opens_link
def write(request: HttpRequest, token: str) -> HttpResponse:
    """Store a phone's lines in order, all or none. The answer is the current state.

    A phone with too many lines sends them in portions of `most`; if the game is busy, it tries again. A phone that
    says what it shows also gets the changed parts of the page.
    """
    try:
        batch = read_batch(request)
        link = record_lines(token, batch.phone, batch.lines, reading(request))
    except MissingLineError as error:
        return JsonResponse({"wanted": error.wanted}, status=409)
    except TooManyLinesError as error:
        return JsonResponse({"refused": str(error), "most": LINES_AT_MOST}, status=413)
    except GameBusyError as error:
        return JsonResponse({"busy": str(error)}, status=503, headers={"Retry-After": "1"})
    except RefusedError as error:
        Link.objects.last_of(token)  # a wrong address gets no reason
        number = error.number if isinstance(error, LineRefusedError) else None
        return JsonResponse({"refused": str(error), "number": number}, status=422)
    table = {"table": _render_table(request, link)} if HELD in request.headers else {}
    return JsonResponse({"last": link.game.last} | table)


@require_POST
@limited("play")
@opens_link
def choose_list(request: HttpRequest, token: str) -> HttpResponse:
    visitor = visitor_of(request)
    try:
        list_id = UUID(request.POST.get("list", ""))
    except ValueError:
        raise Http404 from None
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor), pk=list_id)
    try:
        actions.choose_list(token, army_list, visitor.user, read_side(request.POST))
    except RefusedError as error:
        return _page_response(request, Link.objects.of_token(token), str(error), status=409)
    return redirect("games:play", token)


@require_POST
@opens_link
def renew(request: HttpRequest, token: str) -> HttpResponse:
    """Replace a link that the page shows; the old one stops working."""
    link = actions.renew_link(token, request.POST.get("kind", ""))
    return redirect(reverse("games:play", args=[link.token]) + "#invite")


def _recorded(request: HttpRequest, token: str, record: Callable[[Side], Link]) -> HttpResponse:
    """Record for the side of a button, and answer with the table, or by a redirect to its part of the page.

    A phone that sends its marks is answered like in `write`.
    """
    try:
        link = record(read_side(request.POST))
    except RefusedError as error:
        link = Link.objects.of_token(token)
        if HELD in request.headers:
            return JsonResponse({"refused": str(error)}, status=422)
        return _page_response(request, link, str(error), status=409)
    if HELD in request.headers:
        return JsonResponse({"table": _render_table(request, link)})
    anchor = request.POST.get("to", "own")[:20]
    return redirect(reverse("games:play", args=[link.token]) + f"#{anchor}")


def _page_response(request: HttpRequest, link: Link, refused: str = "", status: int = 200) -> HttpResponse:
    context = _context(request, link) | {"refused": refused}
    return hide_address(render(request, "games/play.html", context, status=status))


def _render_table(request: HttpRequest, link: Link) -> str:
    """Return the table without the parts that the phone has: their marks are in a header."""
    return render_to_string("games/_table.html", _context(request, link), request)


def _context(request: HttpRequest, link: Link) -> dict[str, Any]:
    language = active_language()
    others = link.game.links.filter(kind__in={*link.shows} - {link.kind}, token__isnull=False)
    own = [link] if link.kind in link.shows else []
    return {
        "link": link,
        "page": Page(link, language),
        "invitations": [*others, *own],
        "choices": playable_lists(link, lambda: visitor_of(request)),
        "parts": PageParts((BUILD, language, str(link.token)), request.headers.get(HELD, "")),
    }
