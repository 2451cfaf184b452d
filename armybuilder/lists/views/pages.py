"""Pages that are looked at: the front page, the samples, the builder."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.upkeep import record_visit
from armybuilder.lists.browsing import front_page
from armybuilder.lists.browsing.listing import games
from armybuilder.lists.forms import THE_LIST
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.builder_page import PutBackForm, put_back_form, render_builder
from armybuilder.lists.views.page_state import BuilderState
from armybuilder.lists.visitors import visitor_of
from rules.language import active_language


@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    """Show the front page: the games, whom each suits, and examples."""
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
    """Show the builder with one of the visitor's lists, or an example. `edit` opens a row, `squad` the palette."""
    lists = ArmyList.objects.readable_by(visitor_of(request)).with_current_rules()
    army_list = get_object_or_404(lists, pk=list_id)
    record_visit(request, army_list)
    page = BuilderState.of(request.GET)
    return render_builder(request, army_list, page, gone=_gone(request, army_list, page.editing))


def _present_revision(request: HtmxHttpRequest, list_id: UUID) -> str:
    """Return the tag of the current list. Raises Http404."""
    own = ArmyList.objects.for_visitor(visitor_of(request)).filter(pk=list_id)
    revision = own.order_by().values_list("revision", flat=True).first()
    if revision is None:
        raise Http404
    return f'"{revision}"'


@require_safe
@never_cache
@condition(etag_func=_present_revision)
def present(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Answer 304 if a tab shows the current revision (If-None-Match), otherwise 204 with the current one."""
    return HttpResponse(status=204)


def _gone(request: HtmxHttpRequest, army_list: ArmyList, row_id: str) -> PutBackForm | None:
    """Return how a row is put back that was to be opened, and that is gone."""
    if row_id in ("", THE_LIST) or not army_list.is_of(visitor_of(request)):
        return None
    return put_back_form(request, army_list, row_id, repeats=False)
