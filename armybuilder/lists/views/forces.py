"""Forces that a list may begin with, and the one that a list is held to."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import Struct

from armybuilder.forces.models import Force, ForceQuerySet
from armybuilder.forces.shown import ShownForce, change_of, shown_force
from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.clubs import keep_force
from armybuilder.lists.browsing.listing import games
from armybuilder.lists.updates.force import force_change
from armybuilder.lists.views.editing import edit_response, editing
from armybuilder.lists.views.page_state import own_list
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.catalogue import catalogue_for, current_version
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.force import Force as ForceData
from rules.language import active_language


class ForcesOfGame(Struct, frozen=True):
    """A game with its forces."""

    id: str
    name: str
    forces: tuple[ShownForce, ...]


def forces_for(request: HtmxHttpRequest) -> ForceQuerySet:
    """Return the forces that who asks may use: ours, and those of their clubs."""
    return Force.objects.for_user(visitor_of(request).user)


def chosen_force(request: HtmxHttpRequest, ruleset: str) -> Force:
    """Return the force that a form names, of a ruleset and one that its sender may use. Raises Http404."""
    number = request.POST.get("force", "")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Http404
    return get_object_or_404(forces_for(request).filter(ruleset=ruleset), pk=number)


def force_named(request: HtmxHttpRequest, ruleset: str, name: str) -> ForceData | None:
    """Return the force of a name in either language that who asks may use, None if there is none."""
    forces = (one.force for one in forces_for(request).filter(ruleset=ruleset))
    return next((force for force in forces if name in (force.name.it, force.name.en)), None)


@require_safe
@never_cache
def index(request: HtmxHttpRequest) -> HttpResponse:
    """Show the forces that the visitor may begin a list with, by game."""
    found: dict[str, list[Force]] = {}
    for force in forces_for(request):
        found.setdefault(force.ruleset, []).append(force)
    shown = [
        ForcesOfGame(
            game.id,
            f"{game.name}, {game.short_edition}" if game.short_edition else game.name,
            _shown(found[game.id], catalogue_for(current_version(game.id).pk)),
        )
        for game in games(active_language())
        if game.id in found
    ]
    return render(request, "lists/forces.html", {"games": shown})


@require_safe
@never_cache
def of_list(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the force that a list is held to, whether there is a newer one, and those that it may be held to."""
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
        "others": _shown(
            [other for other in others if other != newer and not _is_copy(template, other)], catalogue
        ),
    }
    return render(request, "lists/force.html", context)


def _is_copy(template: object, other: Force) -> bool:
    return template == other.force


def _shown(forces: list[Force], catalogue: Catalogue) -> tuple[ShownForce, ...]:
    return tuple(shown_force(one.force, catalogue, active_language(), one.pk) for one in forces)


@require_POST
def hold(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Hold a list to a force as it is now; its squads stay."""
    with editing(request, list_id) as edit:
        force = chosen_force(request, edit.before.ruleset).force
        edit.make(edits.set_force(edit.before, force), "hold")
        keep_force(edit.army_list, 0)
    return edit_response(request, edit)


@require_POST
def keep(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Leave a list with the force as it was, until it changes again."""
    army_list, version = own_list(request, list_id), whole_number(request.POST.get("version", ""), digits=7)
    if version is None:
        raise Http404
    keep_force(army_list, version)
    return redirect("lists:builder", list_id)


@require_POST
def leave(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Hold a list to no force any more; its squads stay."""
    with editing(request, list_id) as edit:
        edit.make(edits.set_force(edit.before, None), "leave-force")
    return edit_response(request, edit)
