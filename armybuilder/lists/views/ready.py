"""Ready squads: what can be added to a list in one tap, and keeping squads of one's own for it."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.browsing.ready_squads import ready_page
from armybuilder.lists.models import ArmyList, SavedSquad
from armybuilder.lists.models.saved_squads import LONGEST_NAME
from armybuilder.lists.quotas import QuotaError
from armybuilder.lists.views.responses import BuilderState, Toast, own_list, respond
from armybuilder.lists.visitors import visitor_of
from rules.core.document.places import RowGoneError, find_place
from rules.core.document.roster import Squad
from rules.language import active_language


@require_safe
@never_cache
def ready_squads(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the ready squads for a list: a page, or (`panel`) the section that the palette takes in."""
    army_list = own_list(request, list_id)
    ready = ready_page(army_list, visitor_of(request), with_deleted="deleted" in request.GET)
    context = {"army_list": army_list, "ready": ready}
    template = "lists/_ready.html" if "panel" in request.GET else "lists/ready.html"
    return render(request, template, context | {"in_panel": "panel" in request.GET})


@require_POST
def save_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Keep a squad of a list as a ready one."""
    army_list, page = own_list(request, list_id), BuilderState.of(request.POST)
    try:
        place = find_place(army_list.roster, row, (Squad,))
        name = _name(place.row, army_list)
        saved = SavedSquad.objects.keep(visitor_of(request), army_list, place.row, name)
    except RowGoneError:
        return respond(request, army_list, page, notice=gettext("That row is gone: another tab removed it."))
    except QuotaError as full:
        return respond(request, army_list, page, notice=full.text, status=full.status)
    said = gettext("“%(name)s” is now one of your ready squads, for all lists of this game.")
    return respond(request, army_list, page, toast=Toast(said % {"name": saved.name}), focus=row)


def _name(squad: Squad, army_list: ArmyList) -> str:
    """Return what a squad is called among the ready ones: its place in the list says nothing there."""
    troops = army_list.catalogue.class_by_id.get(squad.class_)
    figures = ngettext("%(count)s figure", "%(count)s figures", squad.figure_count)
    words = [troops.name.to(active_language())] if troops else []
    return squad.name or ", ".join([*words, figures % {"count": squad.figure_count}])


@require_POST
def rename_squad(request: HtmxHttpRequest, list_id: UUID, saved_id: UUID) -> HttpResponse:
    """Give a ready squad of one's own another name; without one it keeps that which it has."""
    own_list(request, list_id)
    saved = _own_squad(request, saved_id)
    name = " ".join(request.POST.get("name", "").split())[:LONGEST_NAME]
    if name:
        saved.name = name
        saved.save(update_fields=["name"])
    return redirect("lists:ready-squads", list_id)


@require_POST
def delete_squad(request: HtmxHttpRequest, list_id: UUID, saved_id: UUID) -> HttpResponse:
    """Delete a ready squad of one's own, and offer to put it back; what was made of it stays where it is."""
    own_list(request, list_id)
    if not SavedSquad.objects.delete_one(visitor_of(request), saved_id):
        raise Http404
    return redirect(f"{reverse('lists:ready-squads', args=[list_id])}?deleted")


@require_POST
def restore_squad(request: HtmxHttpRequest, list_id: UUID, saved_id: UUID) -> HttpResponse:
    """Put the ready squad back that was deleted last."""
    own_list(request, list_id)
    try:
        is_there = SavedSquad.objects.put_back(visitor_of(request), saved_id)
    except QuotaError as full:
        messages.error(request, full.text)
        is_there = True
    if not is_there:
        raise Http404
    return redirect("lists:ready-squads", list_id)


def _own_squad(request: HtmxHttpRequest, saved_id: UUID) -> SavedSquad:
    return get_object_or_404(SavedSquad.objects.of(visitor_of(request)), pk=saved_id)
