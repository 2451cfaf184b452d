"""Clubs: those one is in, making one, its page."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts.users import user_of
from armybuilder.clubs.actions import close_club, create_club, edit_club
from armybuilder.clubs.forms import ClubForm, NewClubForm
from armybuilder.clubs.house import house_games
from armybuilder.clubs.models import Club, Membership
from armybuilder.clubs.views.responses import act
from armybuilder.refusals import RefusedError
from armybuilder.time_zones import zone_names, zone_of
from rules.language import active_language


@require_safe
@never_cache
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """The clubs one is in, and how to make one."""
    memberships = Membership.objects.filter(user=user_of(request)).select_related("club")
    return render(request, "clubs/index.html", {"memberships": memberships.order_by("club__name")})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def create(request: HttpRequest) -> HttpResponse:
    """Make a club."""
    form = NewClubForm(request.POST or None, initial={"time_zone": settings.TIME_ZONE})
    if request.method == "POST" and form.is_valid():
        try:
            club = create_club(user_of(request), **form.cleaned_data)
        except RefusedError as error:
            form.add_error(None, str(error))
        else:
            return redirect("clubs:club", club.pk)
    context = {"form": form, "zones": sorted(zone_names())}
    return render(request, "clubs/create.html", context, status=422 if form.errors else 200)


@require_safe
@never_cache
@login_required
def show(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A club's page: its people, how one gets in, its rulings."""
    return page(request, club_id)


def page(request: HttpRequest, club_id: UUID, status: int = 200, **forms: Any) -> HttpResponse:
    """Return a club's page, with the forms that were refused. Raises Http404 for who is no member."""
    mine = get_object_or_404(Membership.objects.select_related("club"), club=club_id, user=user_of(request))
    club = mine.club
    timezone.activate(zone_of(club.time_zone))
    context = {
        "club": club,
        "mine": mine,
        "people": club.memberships.in_order(),
        "invitations": [
            (item, request.build_absolute_uri(f"/clubs/join/{item.token}/"))
            for item in club.invitations.open()
        ]
        if mine.may_organise
        else [],
        "zones": sorted(zone_names()) if mine.may_organise else [],
        "games": house_games(club.house_rules.current(), active_language()),
        **forms,
    }
    return render(request, "clubs/club.html", context, status=status)


@act
def edit(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Rename or describe a club."""
    form = ClubForm(request.POST)
    if not form.is_valid():
        return page(request, club_id, 422, edit_form=form)
    edit_club(club_id, user_of(request), **form.cleaned_data)
    return redirect("clubs:club", club_id)


@act
def close(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Close a club for good; its name is typed again, so that it does not happen by a slip."""
    club = get_object_or_404(Club.objects.of(user_of(request)), pk=club_id)
    if request.POST.get("name", "").strip() != club.name:
        messages.error(request, gettext("The club was not closed: what you typed is not its name."))
        return redirect("clubs:club", club_id)
    close_club(club_id, user_of(request))
    messages.success(request, gettext("The club is closed. Everyone keeps their own lists."))
    return redirect("clubs:index")
