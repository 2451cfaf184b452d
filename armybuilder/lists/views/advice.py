"""Advice on a list: asked for by a page of its own, never on the way of an edit."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.advice import advice_on
from armybuilder.lists.sheet.advice import advice_panel
from armybuilder.lists.sheet.context import Context
from armybuilder.lists.views.responses import AdviceGoneError, edit_response, editing, own_list
from rules.core import edits
from rules.core.advice.steps import after
from rules.language import active_language


@require_safe
@never_cache
def advice(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show what mends a list: to the builder's report alone, else as a page."""
    army_list = own_list(request, list_id)
    advised = advice_on(army_list)
    context = Context(advised.roster, advised.catalogue, active_language(), advised.report)
    panel = advice_panel(context, advised.mended, advised.ways, advised.fits)
    values = {"army_list": army_list, "panel": panel, "address": reverse("lists:builder", args=[list_id])}
    return render(request, "lists/_advice.html" if request.htmx else "lists/advice.html", values)


@require_POST
def take(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Take a proposal: one edit, and one undo. It is refused where the list is not that for which it was made."""
    army_list = own_list(request, list_id)
    offer = advice_on(army_list).offers().get(request.POST.get("take", ""))
    with editing(request, list_id) as edit:
        if not edit.is_repeat:
            if offer is None or edit.before != army_list.roster:
                raise AdviceGoneError
            edit.make(after(edit.before, offer.steps, edits.new_ids()), "advice", offer.words)
    return edit_response(request, edit, focus="report", removes=True)
