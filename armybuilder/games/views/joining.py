"""Joining a game as the other side: by its short code, or by the address in its QR code.

Programs open addresses too, for previews. So the address of an invitation only shows a button, and the button joins.
A player who opens the address again in the same browser returns to their side.
"""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.games.actions.games import join_game
from armybuilder.games.models import Link, new_token
from armybuilder.games.views.links import hide_address, opens_link
from armybuilder.rate_limits.limits import limited

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
    """Join as the other side by an invitation."""
    return redirect("games:play", _join(request, token).token)


def answer_invited(request: HttpRequest, token: str) -> HttpResponse:
    """Answer at the address of an invitation: a button, the player's side once they have joined, or "no game"."""
    joined = request.session.get(_key(token))
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
    request.session[_key(token)] = link.token
    return link


def _key(token: str) -> str:
    return f"joined by {token}"
