"""Pages that are looked at: the front page, the samples, the builder."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists import front_page
from armybuilder.lists.listing import games
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.responses import BuilderState, render_builder
from armybuilder.lists.visitors import record_visit, visitor_of
from rules.language import active_language


@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    """Show what this is, the games to begin with, which of them is for whom, and examples."""
    language = active_language()
    offered, samples = games(language), front_page.samples()
    context = {
        "games": offered,
        "periods": front_page.periods(offered),
        "examples": [front_page.example(sample, language) for sample in front_page.one_of_each_game(samples)],
        "anatomy": front_page.anatomy(samples, language),
    }
    return render(request, "lists/home.html", context)


@require_safe
def samples(request: HtmxHttpRequest) -> HttpResponse:
    """Show all samples, by game."""
    language = active_language()
    examples = [front_page.example(sample, language) for sample in front_page.samples()]
    return render(request, "lists/samples.html", {"examples": examples})


@require_safe
@never_cache
def builder(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The builder on one of the visitor's lists, or a sample to read. `edit` opens a row, `squad` turns the palette."""
    lists = ArmyList.objects.readable_by(visitor_of(request)).with_current_rules()
    army_list = get_object_or_404(lists, pk=list_id)
    record_visit(request, army_list)
    return render_builder(request, army_list, BuilderState.of(request.GET))
