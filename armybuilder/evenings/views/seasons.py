"""The season of a club, and its games nights in a calendar."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import user_of
from armybuilder.clubs.models import Club
from armybuilder.clubs.views.clubs import membership_of
from armybuilder.evenings.actions.planning import make_feed, withdraw_feed
from armybuilder.evenings.exports import calendar_of
from armybuilder.evenings.forms.entries import SeasonForm
from armybuilder.evenings.models import CalendarFeed, Evening
from armybuilder.evenings.pages.seasons import Season, season_of
from armybuilder.http import or_404, private_action, private_page
from armybuilder.printing.choosing.origin import site_of
from armybuilder.time_zones import show_times_in, zone_of
from rules.language import active_language

IN_CALENDAR = 200  # the last and the next games nights


@private_page
def season(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Return the table of a season (`begins`, `ends`, `by`, `best`, each `evening` that counts)."""
    user = user_of(request)
    club = _club(request, club_id)
    form = SeasonForm(request.GET if {*request.GET} & {*SeasonForm.base_fields} else {"by": "points"})
    if form.is_valid():
        said = form.cleaned_data
        days = (said["begins"], said["ends"])
        chosen = request.GET.getlist("evening")
        shown = season_of(club_id, user, days, said["by"] or "points", said["best"], chosen)
    else:
        shown = Season((), ())
    context = {"club": club, "form": form, "season": shown}
    return render(request, "evenings/season.html", context, status=422 if form.errors else 200)


@private_page
def calendar(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Return the user's private address of the club's games nights for a calendar."""
    club = _club(request, club_id)
    feed = CalendarFeed.objects.filter(club=club, user=user_of(request)).first()
    address = reverse("evenings:feed", args=[feed.token]) if feed else ""
    context = {"club": club, "address": address and request.build_absolute_uri(address)}
    return render(request, "evenings/calendar.html", context)


@private_action
def change_feed(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Create a new address, replacing the old one, or (`withdraw`) withdraw it."""
    with or_404():
        if "withdraw" in request.POST:
            withdraw_feed(club_id, user_of(request))
            messages.success(request, gettext("The address no longer works."))
        else:
            make_feed(club_id, user_of(request))
    return redirect("evenings:calendar", club_id)


@require_safe
@never_cache
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """Return the games nights of a club, without drafts, for a calendar that does not sign in."""
    with or_404():
        found = CalendarFeed.objects.with_token(token)
    shown = Evening.objects.filter(club=found.club).exclude(state="draft").select_related("club")
    evenings = shown.order_by("-start")[:IN_CALENDAR]
    made = calendar_of(evenings, str(found.club), site_of(request), active_language())
    return HttpResponse(made, content_type="text/calendar; charset=utf-8")


def _club(request: HttpRequest, club_id: UUID) -> Club:
    """Return a club, and show times in its time zone. Raises Http404."""
    club = membership_of(request, club_id).club
    show_times_in(zone_of(club.time_zone))
    return club
