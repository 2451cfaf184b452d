"""Opening a game by a link, joining it and leaving it."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.evenings.models import Entry, Evening
from armybuilder.games.actions.games import join_game
from armybuilder.games.models import Game, Link, new_token
from armybuilder.rate_limits.limits import View, address_of, count, limited, too_often

LONG_LOG = 1_000  # lines; reading a log up to this length is not counted


class TooMuchToReadError(Exception):
    """An address has requested too many lines of long logs in a short time."""


def reading(request: HttpRequest) -> Callable[[int], None]:
    """Return a function that counts lines of long logs for a request; it raises TooMuchToReadError."""

    def spend(lines: int) -> None:
        if lines > LONG_LOG and count("play-work", address_of(request), lines):
            raise TooMuchToReadError

    return spend


def opens_link(view: View) -> View:
    """Make a view answer 404 if a link, table or games night is not there, and 429 if it raises TooMuchToReadError."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist:
            raise Http404 from None
        except TooMuchToReadError:
            return too_often(request)

    return inner


def read_link(request: HttpRequest, token: str) -> Link:
    """Return the link of a token before its log is read. Raises Link.DoesNotExist, TooMuchToReadError."""
    link = Link.objects.of_token(token)
    reading(request)(link.game.last)
    return link


def hide_address(response: HttpResponse) -> HttpResponse:
    """Return the response, whose address no other site is told: it may write for a side."""
    response["Referrer-Policy"] = "strict-origin"
    return response


OWN_TABLE = "#own-h"  # the heading of the user's table on the page of a round


def came_from(request: HttpRequest, link: Link, guest: Entry) -> None:
    """Note by which link a guest of an evening came to a game."""
    request.session[_guest_key(link.game)] = guest.token


@require_safe
@never_cache
@opens_link
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Go back to the table of the games night, to the user's games, or to the front page."""
    return hide_address(redirect(_address(request, Link.objects.of_token(token).game)))


def _address(request: HttpRequest, game: Game) -> str:
    if request.user.is_authenticated and game.pairing:
        played = game.pairing.round
        if Evening.objects.visible_to(request.user).filter(pk=played.evening_id).exists():
            return reverse("evenings:round", args=[played.evening_id, played.number]) + OWN_TABLE
    guest = request.session.get(_guest_key(game))
    if guest and Entry.objects.filter(token=guest).exists():
        return reverse("evenings:guest", args=[guest]) + OWN_TABLE
    return reverse("games:mine" if request.user.is_authenticated else "lists:home")


def _guest_key(game: Game) -> str:
    return f"guest of {game.pk}"


TOKEN = re.compile(r"[\w-]{22}", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@limited("join-game")
def join_by_code(request: HttpRequest) -> HttpResponse:
    """Join a game by its short code: as the other side, or as a spectator."""
    if request.method != "POST":
        return render(request, "games/join.html", {"own_token": new_token()})
    typed = request.POST.get("code", "")
    try:
        link = Link.objects.of_code(typed)
        if "join" in link.right.acts:
            link = _join(request, str(link.token))
    except Link.DoesNotExist:
        context = {"code": typed, "wrong": True, "own_token": new_token()}
        return render(request, "games/join.html", context, status=404)
    return redirect("games:play", link.token)


@require_POST
@limited("join-game")
@opens_link
def join(request: HttpRequest, token: str) -> HttpResponse:
    return redirect("games:play", _join(request, token).token)


def answer_invited(request: HttpRequest, token: str) -> HttpResponse:
    """Answer at the address of an invitation: a button, the player's side once they have joined, or "no game"."""
    joined = request.session.get(_joined_key(token))
    if joined and Link.objects.that_may("look").filter(token=joined).exists():
        return hide_address(redirect("games:play", joined))
    try:
        link = Link.objects.of_invitation(token)
    except Link.DoesNotExist:
        return render(request, "games/no_game.html", status=404)
    context = {"link": link, "against": link.game.side_labels(())["a"], "own_token": new_token()}
    return hide_address(render(request, "games/invited.html", context))


def _join(request: HttpRequest, token: str) -> Link:
    """Join with the token from the form: sent twice, it joins once."""
    sent = request.POST.get("own_token", "")
    link = join_game(token, sent if TOKEN.fullmatch(sent) else new_token())
    request.session[_joined_key(token)] = link.token
    return link


def _joined_key(token: str) -> str:
    return f"joined by {token}"
