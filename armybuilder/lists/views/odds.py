"""The odds of a weapon of a row, by the rules that the list was made with."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from rules.core.catalogue import Catalogue
from rules.core.roster import Figure, Roster, Vehicle
from rules.language import active_language
from rules.odds.hands import in_hands, usual_class
from rules.odds.views import weapon_body


@require_safe
@never_cache
def weapon_odds(request: HtmxHttpRequest, list_id: UUID, row: str, weapon: str) -> HttpResponse:
    """Show what a weapon of a row hits: each band, in the open and in cover, still and moving.

    The builder unfolds it beneath the weapon; without script it is a page.
    """
    army_list = get_object_or_404(ArmyList.objects.for_visitor(visitor_of(request)), pk=list_id)
    query = _fired(army_list.roster, army_list.catalogue, row).get(weapon)
    if query is None:
        raise Http404
    context = {
        "army_list": army_list,
        "row": row,
        "body": weapon_body(army_list.ruleset_version_id, active_language(), query),
    }
    return render(request, "lists/weapon_odds.html", context)


def _fired(roster: Roster, catalogue: Catalogue, row_id: str) -> dict[str, str]:
    """Return the weapons that a row fires, with the queries of their odds; none where the row has gone."""
    for squad in roster.squads:
        rows: tuple[Figure | Vehicle, ...] = (*squad.figures, *squad.vehicles)
        for row in rows:
            if row.id == row_id:
                return dict(in_hands(row, squad, catalogue, usual_class(roster)))
    return {}
