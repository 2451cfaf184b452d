"""Dropping out and coming back: the page first shows the effects on the games."""

from collections.abc import Mapping
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.departures import drop_out, set_dropped
from armybuilder.evenings.models import Entry
from armybuilder.evenings.pages.departures import leaving_of
from armybuilder.evenings.views.evenings import act as act_on_evening
from armybuilder.evenings.views.evenings import page
from armybuilder.evenings.views.players import Visit, by_player
from armybuilder.evenings.views.responses import acting
from armybuilder.evenings.views.round_page import evening_and_membership


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def drop(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Drop a player, at once or after their game, or (`back`) reinstate them; a GET shows the effects first."""
    if request.method == "POST":
        return _drop(request, evening_id=evening_id, pk=pk)
    return _drop_page(request, evening_id, {"pk": pk})


def _drop_page(request: HttpRequest, evening_id: UUID, of: Mapping[str, int]) -> HttpResponse:
    evening, mine = evening_and_membership(request, evening_id)
    if not mine.may_organise:
        if request.method == "POST":
            return page(request, evening_id)
        raise Http404
    entries = Entry.objects.select_related("user", "evening")
    entry = get_object_or_404(entries, evening=evening, pk=of["pk"])
    then = (request.GET if request.method == "GET" else request.POST).get("then", "")
    context = {
        "evening": evening,
        "mine": mine,
        "rounds": evening.rounds.all(),
        "leaving": leaving_of(entry),
        "then": "desk" if then == "desk" else "",
    }
    return render(request, "evenings/drop.html", context)


@acting(_drop_page)
def _drop(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    set_dropped(
        evening_id,
        user_of(request),
        pk,
        dropped="back" not in request.POST,
        after_game="after-game" in request.POST,
        seen=request.POST.get("seen", ""),
    )
    if request.POST.get("then") == "desk":
        return redirect(reverse("evenings:desk", args=[evening_id]) + f"#e{pk}")
    return redirect("evenings:evening", evening_id)


@by_player(act_on_evening)
def go_home(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Drop out, at once or after the current game."""
    after_game, seen = "after-game" in request.POST, request.POST.get("seen", "")
    drop_out(visit.evening_id, visit.player, after_game=after_game, seen=seen)
    messages.success(request, gettext("You have dropped out. An organiser can reinstate you."))
    return visit.home()
