"""The way from the play screen back to where one came from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.evenings.models import Entry, Evening
from armybuilder.games.models import Game, Link
from armybuilder.games.views.links import hide_address, opens_link

OWN_TABLE = "#own-h"  # the heading of one's table on the page of a round


def came_from(request: HttpRequest, link: Link, guest: Entry) -> None:
    """Note by which link a guest of an evening came to a game."""
    request.session[_key(link.game)] = guest.token


@require_safe
@never_cache
@opens_link
def leave(request: HttpRequest, token: str) -> HttpResponse:
    """Go back to one's table of the evening, otherwise to one's games, otherwise to the front page."""
    return hide_address(redirect(_address(request, Link.objects.of_token(token).game)))


def _address(request: HttpRequest, game: Game) -> str:
    if request.user.is_authenticated and game.pairing:
        played = game.pairing.round
        if Evening.objects.visible_to(request.user).filter(pk=played.evening_id).exists():
            return reverse("evenings:round", args=[played.evening_id, played.number]) + OWN_TABLE
    guest = request.session.get(_key(game))
    if guest and Entry.objects.filter(token=guest).exists():
        return reverse("evenings:guest", args=[guest]) + OWN_TABLE
    return reverse("games:mine" if request.user.is_authenticated else "lists:home")


def _key(game: Game) -> str:
    return f"guest of {game.pk}"
