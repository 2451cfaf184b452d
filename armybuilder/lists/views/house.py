"""A list under the house rules of a club: what they would change, taken over or left."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.accounts.users import user_of
from armybuilder.clubs.models import HouseRules, Membership
from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.actions.clubs import make_for, use_house_rules
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates.house_rules import differs, house_change
from armybuilder.lists.views.page_state import form_key, own_list
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.language import active_language


@require_safe
@never_cache
@login_required
def house(request: HtmxHttpRequest, list_id: UUID, club_id: UUID) -> HttpResponse:
    """What the house rules of a club would change in a list: the newest, or those of a `version`."""
    army_list, mine = own_list(request, list_id), _membership(request, club_id)
    rules = _rules(club_id, army_list, request.GET.get("version"))
    context = {
        "army_list": army_list,
        "club": mine.club,
        "house": rules,
        "differs": differs(army_list, rules),
        "change": house_change(army_list, rules, active_language()),
    }
    return render(request, "lists/house.html", context)


@require_POST
@login_required
def take(request: HtmxHttpRequest, list_id: UUID, club_id: UUID) -> HttpResponse:
    """Put the list under the house rules that were shown."""
    army_list, mine = own_list(request, list_id), _membership(request, club_id)
    rules = _rules(club_id, army_list, request.POST.get("version", "-"))
    with or_404():
        use_house_rules(list_id, visitor_of(request), mine, rules, form_key(request))
    said = gettext("The list now uses the house rules of %(club)s, version %(number)s. Undo takes it back.")
    messages.success(request, said % {"club": mine.club.name, "number": rules.number})
    return redirect("lists:builder", list_id)


@require_POST
@login_required
def leave(request: HtmxHttpRequest, list_id: UUID, club_id: UUID) -> HttpResponse:
    """Leave the list as it is, until the club changes its house rules again."""
    army_list, mine = own_list(request, list_id), _membership(request, club_id)
    if army_list.made_for_id == mine.pk:
        rules = _rules(club_id, army_list, request.POST.get("version", "-"))
        make_for(list_id, mine.pk, rules.number)
    return redirect("lists:builder", list_id)


def _membership(request: HtmxHttpRequest, club_id: UUID) -> Membership:
    members = Membership.objects.select_related("club")
    return get_object_or_404(members, club=club_id, user=user_of(request))


def _rules(club_id: UUID, army_list: ArmyList, version: str | None) -> HouseRules:
    """Return a version of a club's house rules, the newest where none is named; 0: the book alone. Raises Http404."""
    ruleset = army_list.roster.ruleset
    versions = HouseRules.objects.of(club_id, ruleset).select_related("author")
    if version is None:
        return versions.first() or HouseRules(club_id=club_id, ruleset=ruleset, number=0)
    number = whole_number(version, digits=9)
    if number == 0:
        return HouseRules(club_id=club_id, ruleset=ruleset, number=0)
    return get_object_or_404(versions, number=number or 0)
