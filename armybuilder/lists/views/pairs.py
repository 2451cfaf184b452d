"""Two lists side by side: the attacker and defender of one force."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.actions import pairs as actions
from armybuilder.lists.browsing.pairs import name_of_partner, pair
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.page_state import form_key, own_list
from armybuilder.lists.visitors import visitor_of
from armybuilder.rate_limits.limits import limited
from rules.core.document import edits
from rules.language import active_language


@require_safe
@never_cache
def show_pair(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The attacker's and the defender's list of one force, or the offer to make the one that is missing."""
    visitor = visitor_of(request)
    army_list = own_list(request, list_id)
    partner = ArmyList.objects.for_visitor(visitor).partner_of(army_list)
    with or_404(edits.NoPairError):
        shown = pair(army_list, partner, active_language())
    address = reverse("lists:builder", args=[list_id])
    return render(request, "lists/pair.html", {"army_list": army_list, "pair": shown, "address": address})


@require_POST
@limited("new-list")
def make_partner(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Make the other list of the force, a copy of this one, and show the two."""
    army_list = own_list(request, list_id)
    with or_404(edits.NoPairError):
        name = name_of_partner(army_list, active_language())
        actions.make_partner(list_id, visitor_of(request), form_key(request), name)
    return redirect("lists:pair", list_id)
