"""Ready-made squads: what can be added to a list with one tap, and saving one's own squads for it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.actions import shelves
from armybuilder.lists.browsing.ready_squads import ready_page
from armybuilder.lists.models import ArmyList
from armybuilder.lists.quotas import LONGEST_NAME, QuotaError
from armybuilder.lists.views.builder_page import respond
from armybuilder.lists.views.page_state import BuilderState, own_list, sentence_of
from armybuilder.lists.visitors import visitor_of
from armybuilder.refusals import RefusedError
from rules.core.document.roster import Squad
from rules.core.document.rows import RowGoneError, find_place
from rules.language import active_language


@require_safe
@never_cache
def ready_squads(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the ready-made squads for a list: a page, or (`panel`) the section in the palette."""
    army_list = own_list(request, list_id)
    ready = ready_page(army_list, visitor_of(request), with_deleted="deleted" in request.GET)
    context = {"army_list": army_list, "ready": ready}
    template = "lists/_ready_panel.html" if "panel" in request.GET else "lists/ready.html"
    return render(request, template, context | {"in_panel": "panel" in request.GET})


@require_POST
def save_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    army_list, page = own_list(request, list_id), BuilderState.of(request.POST)
    try:
        place = find_place(army_list.roster, row, (Squad,))
        name = _name(place.row, army_list)
        saved = shelves.save_squad(visitor_of(request), army_list, place.row, name)
    except RowGoneError as gone:
        return respond(request, army_list, page, notice=sentence_of(gone))
    except QuotaError as full:
        return respond(request, army_list, page, notice=str(full), status=full.status)
    said = gettext("“%(name)s” is now one of your ready-made squads, for all lists of this game.")
    return respond(request, army_list, page, toast=said % {"name": saved.name}, focus=row)


def _name(squad: Squad, army_list: ArmyList) -> str:
    """Return the name of a squad among the ready-made ones, without its place in the list."""
    troops = army_list.catalogue.class_by_id.get(squad.class_)
    figures = ngettext("%(count)s figure", "%(count)s figures", squad.figure_count)
    words = [troops.name.to(active_language())] if troops else []
    return squad.name or ", ".join([*words, figures % {"count": squad.figure_count}])


@require_POST
def rename_squad(request: HtmxHttpRequest, list_id: UUID, saved_id: UUID) -> HttpResponse:
    own_list(request, list_id)
    name = " ".join(request.POST.get("name", "").split())[:LONGEST_NAME]
    with or_404():
        shelves.rename_squad(visitor_of(request), saved_id, name)
    return redirect("lists:ready-squads", list_id)


@require_POST
def delete_squad(request: HtmxHttpRequest, list_id: UUID, saved_id: UUID) -> HttpResponse:
    """Delete a ready-made squad of the visitor, and offer to restore it; lists made with it stay."""
    own_list(request, list_id)
    with or_404():
        shelves.delete_squad(visitor_of(request), saved_id)
    return redirect(f"{reverse('lists:ready-squads', args=[list_id])}?deleted")


@require_POST
def restore_squad(request: HtmxHttpRequest, list_id: UUID, saved_id: UUID) -> HttpResponse:
    own_list(request, list_id)
    try:
        with or_404():
            shelves.restore_squad(visitor_of(request), saved_id)
    except RefusedError as full:
        messages.error(request, str(full))
    return redirect("lists:ready-squads", list_id)
