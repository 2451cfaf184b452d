"""Games: begun from a list, played by links, read back."""

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_stubs_ext import StrPromise
from msgspec import DecodeError, Struct, ValidationError, convert, json

from armybuilder.build import BUILD
from armybuilder.clubs.views.responses import user_of
from armybuilder.edits_first import Waiting
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.views.guests import by_link
from armybuilder.games.choosing import lists_to_play
from armybuilder.games.finding import link_or_404
from armybuilder.games.leaving import came_from
from armybuilder.games.models import Game, Link
from armybuilder.games.page import Page
from armybuilder.games.parts import HELD, Parts
from armybuilder.games.querysets import (
    HoleError,
    NotYourSideError,
    OtherRulesError,
    PhoneNameError,
    TooManyEventsError,
)
from armybuilder.games.record import played_by, record_of_list, records
from armybuilder.games.tables import game_of_guest, game_of_table
from armybuilder.limits import address_of, count, limited, too_often
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from rules.core.game.checking import EventRefusedError
from rules.core.game.events import SIDES, AnyEvent, Line, Side
from rules.core.game.rolling import NothingToRollError
from rules.language import active_language

REFUSED: dict[str, StrPromise] = {
    "no-piece": _("Nobody in the list has that number."),
    "no-state": _("The game does not know that state."),
    "no-extra": _("The list has no such extra."),
    "no-squad": _("The list has no such squad."),
    "no-row": _("The game counts no such points."),
    "no-marker": _("The game has no such marker."),
    "rolled": _("Dice that count here are rolled here: press “Roll here”."),
    "ended": _("The game is over. Play on first, or take back that it is."),
}
UNSAID = (DecodeError, ValidationError, NotYourSideError, TooManyEventsError, EventRefusedError)
UNWRITTEN = (*UNSAID, PhoneNameError)
BYTES_AT_MOST = 64_000
GAMES_SHOWN = 1_000
NOTE_AT_MOST = 400
TYPED = ("marker", "piece", "note")  # beside the button that puts a marker down; play.js adds the same


class Batch(Struct, forbid_unknown_fields=True):
    """What a phone sends: lines of one side."""

    side: Side
    phone: str
    lines: tuple[Line, ...]


_batch = json.Decoder(Batch)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def begin(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Begin a game with a list: with another phone, or on one phone for both."""
    visitor = visitor_of(request)
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor), pk=list_id)
    note = " ".join(request.POST.get("note", "").split())
    is_too_long = len(note) > NOTE_AT_MOST
    if request.method == "POST" and not is_too_long:
        link = Game.objects.begin(
            army_list, visitor.user, both=request.POST.get("phones") == "one", note=note
        )
        return redirect("games:play", link.token)
    context = {
        "list": army_list,
        "record": record_of_list(army_list),
        "note": note,
        "is_too_long": is_too_long,
    }
    return render(request, "games/begin.html", context, status=422 if is_too_long else 200)


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    """The games that somebody played."""
    user = user_of(request)
    games = Game.objects.of_user(user).prefetch_related("players", "links")
    rows = played_by(user, list(games[:GAMES_SHOWN]))
    return render(request, "games/mine.html", {"rows": rows, "records": records(rows)})


@require_POST
@login_required
def from_table(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Play a table of a games night with the lists that were handed in for it."""
    try:
        link = game_of_table(evening_id, user_of(request), pk)
    except (Evening.DoesNotExist, Pairing.DoesNotExist):
        raise Http404 from None
    return redirect("games:play", link.token)


@require_POST
@by_link
def from_guest_table(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """Play it as a guest of the night, by their link."""
    link = game_of_guest(str(guest.token), pk)
    came_from(request, link, guest)
    return redirect("games:play", link.token)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join(request: HttpRequest) -> HttpResponse:
    """Join a game by its short code."""
    code = "".join(sign for sign in request.POST.get("code", "").upper() if sign.isalnum())
    if request.method == "POST":
        if count("join-game", address_of(request)):
            return too_often(request)
        link = Link.objects.filter(code=code).first() if code else None
        if link and link.token:
            return redirect("games:play", link.token)
        return render(
            request, "games/join.html", {"code": request.POST.get("code", ""), "wrong": True}, status=404
        )
    return render(request, "games/join.html", {})


@require_safe
@never_cache
def play(request: HttpRequest, token: str) -> HttpResponse:
    """The play screen of a link."""
    try:
        link = Link.objects.of_token(token)
    except Link.DoesNotExist:
        return render(request, "games/no_game.html", status=404)
    return _page(request, link)


def _page(
    request: HttpRequest, link: Link, refused: str | StrPromise = "", status: int = 200
) -> HttpResponse:
    response = render(
        request, "games/play.html", _context(request, link) | {"refused": refused}, status=status
    )
    response["Referrer-Policy"] = "strict-origin"  # the address writes for a side: nobody else learns it
    return response


def _table(request: HttpRequest, link: Link) -> str:
    """Return the table without the parts that the phone shows as they are: their marks are in a header."""
    return render_to_string("games/_table.html", _context(request, link), request)


def _context(request: HttpRequest, link: Link) -> dict[str, Any]:
    others = link.game.links.exclude(token=None).exclude(pk=link.pk) if link.kind in {"a", "both"} else []
    own = [link] if link.sides else []
    language = active_language()
    waiting = Waiting()
    waiting.for_edits()  # the log is folded next, as long as many parts take, and no query comes before it
    return {
        "link": link,
        "page": Page(link, language),
        "invitations": [*others, *own],
        "lists": lists_to_play(link, lambda: visitor_of(request)),
        "parts": Parts((BUILD, language, str(link.token)), request.headers.get(HELD, "")),
        "waiting": waiting,
    }


@require_safe
@never_cache
def since(request: HttpRequest, token: str, sequence: int) -> HttpResponse:
    """What is new at the table since; that there is nothing new is said long before (asking.py)."""
    return HttpResponse(_table(request, link_or_404(token)), headers={"Referrer-Policy": "strict-origin"})


@require_POST
@limited("play")
def say(request: HttpRequest, token: str) -> HttpResponse:
    """Keep what a button of the page says. A phone that says what it shows is answered as by `write`."""
    try:
        side, event = _side(request.POST.get("side", "")), _event(request.POST)
        link = Link.objects.say(token, side, event)
    except Link.DoesNotExist:
        raise Http404 from None
    except UNSAID as error:
        return _unsaid(request, token, error)
    if HELD in request.headers:
        return JsonResponse({"table": _table(request, link)})
    return redirect(reverse("games:play", args=[token]) + f"#{request.POST.get('to', 'own')[:20]}")


def _unsaid(request: HttpRequest, token: str, error: Exception) -> HttpResponse:
    """Say why a button's word is not kept: to a phone that says what it shows in a sentence, else on the page."""
    link = link_or_404(token)
    if HELD in request.headers:
        return JsonResponse({"refused": str(_sentence(error))}, status=422)
    return _page(request, link, _sentence(error), status=409)


@require_POST
@limited("play")
def roll(request: HttpRequest, token: str) -> HttpResponse:
    """Roll dice here instead of on the table. A phone that says what it shows is answered as by `write`."""
    try:
        link = Link.objects.roll(token, _side(request.POST.get("side", "")), request.POST.get("roll", ""))
    except Link.DoesNotExist:
        raise Http404 from None
    except (NotYourSideError, TooManyEventsError, NothingToRollError) as error:
        return _unsaid(request, token, error)
    if HELD in request.headers:
        return JsonResponse({"table": _table(request, link)})
    return redirect(reverse("games:play", args=[token]) + "#own")


@require_POST
@never_cache
@limited("play")
def write(request: HttpRequest, token: str) -> HttpResponse:
    """Keep what a phone sends: its lines in their order, all or none. The answer names what holds now.

    A phone that says what it shows gets the table with it; one of a build before asks for that.
    """
    try:
        batch = _read(request)
        link = Link.objects.write(token, batch.side, batch.phone, batch.lines)
    except Link.DoesNotExist:
        raise Http404 from None
    except HoleError as error:
        return JsonResponse({"wanted": error.wanted}, status=409)
    except UNWRITTEN as error:
        get_object_or_404(Link, token=token)
        number = getattr(error, "number", None)
        return JsonResponse({"refused": str(_sentence(error)), "number": number}, status=422)
    table = {"table": _table(request, link)} if HELD in request.headers else {}
    return JsonResponse({"last": link.game.last} | table)


def _read(request: HttpRequest) -> Batch:
    if request.content_type != "application/json" or len(request.body) > BYTES_AT_MOST:
        raise ValidationError("no lines of a phone")
    return _batch.decode(request.body)


def _event(sent: QueryDict) -> AnyEvent:
    """Return what a button says, with what was typed beside it. Raises DecodeError, ValidationError."""
    said = json.decode(sent.get("event", ""), type=dict[str, Any])
    typed = {name: sent.get(name, "").strip() for name in TYPED if name in sent}
    event: AnyEvent = convert(said | typed, AnyEvent)
    return event


def _side(text: str) -> Side:
    for side in SIDES:
        if text == side:
            return side
    raise NotYourSideError


def _sentence(error: Exception) -> str | StrPromise:
    match error:
        case EventRefusedError():
            return REFUSED[error.reason]
        case NotYourSideError():
            return _("This link does not write for that side.")
        case PhoneNameError():
            return _("That name of a phone is taken. Nothing is changed: load the page anew.")
        case NothingToRollError():
            return _("That is not rolled now, or it was rolled already: look at the log.")
        case TooManyEventsError():
            return _("The log of this game is full: 5,000 lines. Begin a new one.")
        case _other:
            return _("What was sent cannot be read. Nothing is changed: load the page anew.")


@require_POST
@limited("play")
def choose_list(request: HttpRequest, token: str) -> HttpResponse:
    """Play a list of one's own on the side of a link."""
    visitor = visitor_of(request)
    try:
        list_id = UUID(request.POST.get("list", ""))
    except ValueError:
        raise Http404 from None
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor), pk=list_id)
    try:
        Link.objects.play_list(token, army_list, visitor.user)
    except Link.DoesNotExist:
        raise Http404 from None
    except (NotYourSideError, OtherRulesError):
        link = get_object_or_404(Link.objects.select_related("game"), token=token)
        text = _("Nothing is changed: that list is of other rules, or the game has begun.")
        return _page(request, link, text, status=409)
    return redirect("games:play", token)


@require_POST
def renew(request: HttpRequest, token: str) -> HttpResponse:
    """Give one's own side, the other, or who looks on, a new link; the old one leads nowhere."""
    try:
        link = Link.objects.renew(token, request.POST.get("kind", ""))
    except (Link.DoesNotExist, NotYourSideError):
        raise Http404 from None
    return redirect(reverse("games:play", args=[link.token]) + "#invite")
