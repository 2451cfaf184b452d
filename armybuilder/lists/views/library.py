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
from armybuilder.clubs.models import HouseRules, Membership
from armybuilder.lists.browsing.club_library import library_of, read_filter, show_to_clubs
from armybuilder.lists.browsing.list_names import first_name
from armybuilder.lists.browsing.listing import entry, games
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates.house_rules import make_for, with_house_rules
from armybuilder.lists.views.responses import form_key
from armybuilder.lists.visitors import Visitor
from armybuilder.rate_limits.limits import limited
from rules.catalogue import catalogue_for, current_version
from rules.core.document import edits
from rules.core.document.roster import RoleOfList, Roster
from rules.language import active_language
from rules.models import RulesetVersion

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
    try:
        version = current_version(ruleset)
    except RulesetVersion.DoesNotExist:
        raise Http404 from None
    book = catalogue_for(version.pk)
    if role not in book.format_by_id:
        raise Http404
    rules = HouseRules.objects.of(club_id, ruleset).first() or HouseRules(number=0)
    roster = Roster(format="armylist/1", ruleset=ruleset, name=first_name(), squads=())
    roster = edits.set_format(with_house_rules(roster, book, rules), cast(RoleOfList, role))
    user = user_of(request)
    made = ArmyList.objects.create_from(Visitor(user), roster, version.pk, form_key(request), "create")
    make_for(made.pk, mine.pk, rules.number)
    show_to_clubs(made.pk, user, {club_id})
    return redirect("lists:builder", made.pk)


@require_POST
@login_required
def show_in_clubs(request: HttpRequest, list_id: UUID) -> HttpResponse:
    """Show a list to the clubs that are marked, and to no others."""
    try:
        clubs = {UUID(text) for text in request.POST.getlist("club")}
        show_to_clubs(list_id, user_of(request), clubs)
    except (ValueError, ArmyList.DoesNotExist):
        raise Http404 from None
    messages.success(request, gettext("Kept."))
    return redirect(f"/lists/{list_id}/share/")


def _membership(request: HttpRequest, club_id: UUID) -> Membership:
    members = Membership.objects.select_related("club")
    return get_object_or_404(members, club=club_id, user=user_of(request))
