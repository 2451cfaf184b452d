"""Pages that are looked at: the front page, my lists, the builder."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.listing import entry, games
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.responses import Page, render_builder
from armybuilder.lists.visitors import record_visit, visitor_of
from rules.language import active_language


@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    """What this is, the games to begin with, the samples."""
    language = active_language()
    samples = [entry(sample, language) for sample in ArmyList.objects.samples().listing()]
    return render(request, "lists/home.html", {"games": games(language), "samples": samples})


@require_safe
@never_cache
def builder(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The builder on one of the visitor's lists, or a sample to read. `edit` opens a row, `squad` turns the palette."""
    lists = ArmyList.objects.readable_by(visitor_of(request)).with_current_rules()
    army_list = get_object_or_404(lists, pk=list_id)
    record_visit(request, army_list)
    return render_builder(request, army_list, Page.of(request.GET))
