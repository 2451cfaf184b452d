"""Games: starting one from a list or at a table of a games night, and finding one."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.accounts.users import user_of
from armybuilder.evenings.models import Entry
from armybuilder.evenings.views.players import by_link
from armybuilder.games.actions.games import start_game
from armybuilder.games.actions.recording import game_of_referee, game_of_table
from armybuilder.games.models import NOTE_LENGTH, Game, Link
from armybuilder.games.pages.record import played_by, record_of_list, records
from armybuilder.games.views.links import came_from, opens_link
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of

GAMES_SHOWN = 1_000


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def start(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Start a game with a list: with another phone, or on one phone for both."""
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


@require_safe
@never_cache
@login_required
def mine(request: HttpRequest) -> HttpResponse:
    user = user_of(request)
    links = Prefetch("links", Link.objects.that_may("look"))
    games = Game.objects.of_user(user).select_related("pairing__round__evening__club")
    games = games.prefetch_related("players", links)
    rows = played_by(user, list(games[:GAMES_SHOWN]))
    return render(request, "games/mine.html", {"rows": rows, "records": records(rows)})


@require_POST
@login_required
@opens_link
def from_table(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    return redirect("games:play", game_of_table(evening_id, user_of(request), pk).token)


@require_POST
@login_required
@opens_link
def referee_table(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Keep the game of a table of others for both, as an organiser or a referee of the games night."""
    return redirect("games:play", game_of_referee(evening_id, user_of(request), pk).token)


@require_POST
@opens_link
@by_link
def from_guest_table(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """Play it as a guest of the night, by their link."""
    link = game_of_table(guest.evening_id, guest, pk)
    came_from(request, link, guest)
    return redirect("games:play", link.token)
