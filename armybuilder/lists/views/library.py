"""The library of a club: found, read, printed, copied; and which clubs a list is shown to."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.users import user_of
from armybuilder.clubs.models import Membership
from armybuilder.http import or_404
from armybuilder.lists.actions.clubs import create_for_club, show_to_clubs
from armybuilder.lists.browsing.club_library import library_of, read_filter
from armybuilder.lists.browsing.listing import entry, games
from armybuilder.lists.views.page_state import form_key
from armybuilder.rate_limits.limits import limited
from rules.catalogue import catalogue_for, current_version
from rules.core.document.roster import RoleOfList
from rules.language import active_language

A_PAGE = 50


@require_safe
@never_cache
@login_required
def library(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The lists that a club's members show to it."""
    mine = _membership(request, club_id)
    language, asked = active_language(), read_filter(request.GET)
    page = Paginator(library_of(club_id, asked), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": mine.club,
        "mine": mine,
        "asked": asked,
        "games": games(language),
        "page": page,
        "entries": [(entry(army_list, language), army_list.owner) for army_list in page],
    }
    return render(request, "lists/library.html", context)


@require_POST
@login_required
@limited("new-list")
def new_list(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Make a list for a club: it begins with the club's house rules, and stands in its library."""
    mine = _membership(request, club_id)
    ruleset, role = request.POST.get("ruleset", ""), request.POST.get("role", "")
    with or_404():
        book = catalogue_for(current_version(ruleset).pk)
    if role not in book.format_by_id:
        raise Http404
    made = create_for_club(user_of(request), mine, ruleset, cast(RoleOfList, role), form_key(request))
    return redirect("lists:builder", made.pk)


@require_POST
@login_required
def show_in_clubs(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Show a list to the clubs that are marked, and to no others."""
    with or_404(ValueError):
        clubs = {UUID(text) for text in request.POST.getlist("club")}
        show_to_clubs(list_id, user_of(request), clubs)
    messages.success(request, gettext("Saved."))
    return redirect(f"/lists/{list_id}/share/")


def _membership(request: HttpRequest, club_id: UUID) -> Membership:
    members = Membership.objects.select_related("club")
    return get_object_or_404(members, club=club_id, user=user_of(request))
