"""Starting games, opening them by a link, joining and leaving."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.accounts.models import user_of
from armybuilder.evenings.models import Entry, Evening
from armybuilder.evenings.views.players import by_link
from armybuilder.games.actions.games import join_game, start_game
from armybuilder.games.actions.recording import game_of_referee, game_of_table
from armybuilder.games.models import NOTE_LENGTH, Game, Link, new_token
from armybuilder.games.pages.record import played_by, record_of_list, records
from armybuilder.http import private_action, private_page
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from armybuilder.rate_limits.limits import View, address_of, count, limited, too_often

LONG_LOG = 1_000  # lines; reading a log up to this length is not counted


class TooMuchToReadError(Exception):
    """An address has requested too many lines of long logs in a short time. `wait`: seconds until it can again."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


def reading(request: HttpRequest) -> Callable[[int], None]:
    """Return a function that counts lines of long logs for a request; it raises TooMuchToReadError."""

    def spend(lines: int) -> None:
        if lines > LONG_LOG and (wait := count("play-work", address_of(request), lines)):
            raise TooMuchToReadError(wait)

    return spend


def opens_link(view: View) -> View:
    """Make a view answer 404 if a link, table or games night is not there, and 429 if it raises TooMuchToReadError."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist:
            raise Http404 from None
        except TooMuchToReadError as error:
            return too_often(request, error.wait)

    return inner


def read_link(request: HttpRequest, token: str) -> Link:
    """Return the link of a token before its log is read. Raises Link.DoesNotExist, TooMuchToReadError."""
    link = Link.objects.of_token(token)
    reading(request)(link.game.last)
    return link


def hide_address(response: HttpResponse) -> HttpResponse:
    """Return the response, whose address is not sent to other sites: it may record for a side."""
    response["Referrer-Policy"] = "strict-origin"
    return response


OWN_TABLE = "#own-h"  # the heading of the user's table on the page of a round


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


GAMES_SHOWN = 1_000


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def start(request: HttpRequest, list_id: UUID) -> HttpResponse:
    visitor = visitor_of(request)
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor), pk=list_id)
    note = " ".join(request.POST.get("note", "").split())
    is_too_long = len(note) > NOTE_LENGTH
    if request.method == "POST" and not is_too_long:
        is_for_both = request.POST.get("phones") == "one"
        link = start_game(army_list, visitor.user, both=is_for_both, note=note)
        return redirect("games:play", link.token)
    context = {
        "list": army_list,
        "record": record_of_list(army_list),
        "note": note,
        "note_length": NOTE_LENGTH,
        "is_too_long": is_too_long,
    }
    return render(request, "games/start.html", context, status=422 if is_too_long else 200)


@private_page
def mine(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    links = Prefetch("links", Link.objects.that_may("look"))
    games = Game.objects.of_user(user).select_related("pairing__round__evening__club")
    games = games.prefetch_related("players", links)
    rows = played_by(user, list(games[:GAMES_SHOWN]))
    return render(request, "games/mine.html", {"rows": rows, "records": records(rows)})


@private_action
@opens_link
def from_table(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    return redirect("games:play", game_of_table(evening_id, user_of(request), pk).token)


@private_action
@opens_link
def referee_table(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    return redirect("games:play", game_of_referee(evening_id, user_of(request), pk).token)


@require_POST
@opens_link
@by_link
def from_guest_table(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    link = game_of_table(guest.evening_id, guest, pk)
    request.session[_guest_key(link.game)] = guest.token
    return redirect("games:play", link.token)
