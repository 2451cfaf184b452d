"""What a list follows: forces, and a club’s house rules."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import structs

from armybuilder.clubs.models import HouseRules
from armybuilder.clubs.views.clubs import membership_of
from armybuilder.forces.models import Force, ForceQuerySet
from armybuilder.forces.shown import change_of, shown_force
from armybuilder.http import HtmxHttpRequest, or_404, private_action, private_page
from armybuilder.lists.actions.copies import keep_force, make_for, use_house_rules
from armybuilder.lists.browsing.listing import games
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import differs, force_change, house_change
from armybuilder.lists.views.editing import edit_response, editing
from armybuilder.lists.views.page_state import form_key, own_list
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document.force import Force as ForceData
from rules.language import active_language


def forces_for(request: HtmxHttpRequest) -> ForceQuerySet:
    """Return the forces that the visitor can use: ours, and those of their clubs."""
    return Force.objects.for_user(visitor_of(request).user)


def chosen_force(request: HtmxHttpRequest, ruleset: str) -> Force:
    """Return the force that a form names, of a ruleset and available to its sender. Raises Http404."""
    number = whole_number(request.POST.get("force", ""), digits=9)
    return get_object_or_404(forces_for(request).filter(ruleset=ruleset), pk=number or 0)


def force_named(request: HtmxHttpRequest, ruleset: str, name: str) -> ForceData | None:
    forces = (one.force for one in forces_for(request).filter(ruleset=ruleset))
    return next((force for force in forces if name in (force.name.it, force.name.en)), None)


@require_safe
@never_cache
def index(request: HtmxHttpRequest) -> HttpResponse:
    found: dict[str, list[Force]] = {}
    for force in forces_for(request):
        found.setdefault(force.ruleset, []).append(force)
    shown = [(game, _shown(found[game.id], game)) for game in games(request.user.pk) if game.id in found]
    return render(request, "lists/forces.html", {"games": shown})


@require_safe
@never_cache
def of_list(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the force of a list, a newer version of it, and the other available forces."""
    army_list = own_list(request, list_id)
    catalogue, template = army_list.catalogue, army_list.roster.force
    newer = Force.objects.newer_than(template, visitor_of(request).user) if template else None
    now = shown_force(template, catalogue, active_language()) if template else None
    then = shown_force(newer.force, catalogue, active_language(), newer.pk) if newer else None
    others = list(forces_for(request).filter(ruleset=army_list.roster.ruleset))
    context = {
        "army_list": army_list,
        "force": now,
        "newer": then,
        "said": change_of(now, then) if now and then else None,
        "change": force_change(army_list, newer.force, active_language()) if newer else None,
        "others": _shown([other for other in others if other != newer and template != other.force], catalogue),
    }
    return render(request, "lists/force.html", context)


def _shown(forces: list[Force], catalogue: Catalogue) -> list[dict[str, Any]]:
    return [shown_force(one.force, catalogue, active_language(), one.pk) for one in forces]


@require_POST
def hold(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Let a list follow a force as it is now; its squads stay."""
    with editing(request, list_id) as edit:
        force = chosen_force(request, edit.before.ruleset).force
        edit.make(structs.replace(edit.before, force=force), "hold")
        keep_force(edit.army_list, 0)
    return edit_response(request, edit)


@require_POST
def keep(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Keep the present copy of the force until it changes again."""
    army_list, version = own_list(request, list_id), whole_number(request.POST.get("version", ""), digits=7)
    if version is None:
        raise Http404
    keep_force(army_list, version)
    return redirect("lists:builder", list_id)


@require_POST
def leave(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Stop using a force; its squads stay."""
    with editing(request, list_id) as edit:
        edit.make(structs.replace(edit.before, force=None), "leave-force")
    return edit_response(request, edit)


@private_page
def house(request: HtmxHttpRequest, list_id: UUID, club_id: UUID) -> HttpResponse:
    """Show the changes by a club's house rules to a list: the newest, or those of a `version`."""
    army_list, mine = own_list(request, list_id), membership_of(request, club_id)
    rules = _rules(club_id, army_list, request.GET.get("version"))
    context = {
        "army_list": army_list,
        "club": mine.club,
        "house": rules,
        "differs": differs(army_list, rules),
        "change": house_change(army_list, rules, active_language()),
    }
    return render(request, "lists/house.html", context)


@private_action
def take(request: HtmxHttpRequest, list_id: UUID, club_id: UUID) -> HttpResponse:
    army_list, mine = own_list(request, list_id), membership_of(request, club_id)
    rules = _rules(club_id, army_list, request.POST.get("version", "-"))
    with or_404():
        use_house_rules(list_id, visitor_of(request), mine, rules, form_key(request))
    said = gettext("The list now uses the house rules of %(club)s, version %(number)s. You can undo this.")
    messages.success(request, said % {"club": mine.club.name, "number": rules.number})
    return redirect("lists:builder", list_id)


@private_action
def leave_house_rules(request: HtmxHttpRequest, list_id: UUID, club_id: UUID) -> HttpResponse:
    """Keep the list as it is until the club changes its house rules again."""
    army_list, mine = own_list(request, list_id), membership_of(request, club_id)
    if army_list.made_for_id == mine.pk:
        rules = _rules(club_id, army_list, request.POST.get("version", "-"))
        make_for(list_id, mine.pk, rules.number)
    return redirect("lists:builder", list_id)


def _rules(club_id: UUID, army_list: ArmyList, version: str | None) -> HouseRules:
    """Return a version of a club's house rules, by default the newest; 0: the rulebook alone. Raises Http404."""
    ruleset = army_list.roster.ruleset
    versions = HouseRules.objects.of(club_id, ruleset).select_related("author")
    if version is None:
        return versions.first() or HouseRules(club_id=club_id, ruleset=ruleset, number=0)
    number = whole_number(version, digits=9)
    if number == 0:
        return HouseRules(club_id=club_id, ruleset=ruleset, number=0)
    return get_object_or_404(versions, number=number or 0)
