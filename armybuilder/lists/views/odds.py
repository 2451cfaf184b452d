"""The odds of a weapon of a row, by the rules that the list was made with."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import visitor_of
from rules.core.document.roster import Figure, Roster, Squad, Vehicle
from rules.language import active_language
from rules.odds.fire.weapon_grid import in_hands, is_aimed, usual_class, weapons_of
from rules.odds.views import weapon_body


@require_safe
@never_cache
def weapon_odds(request: HtmxHttpRequest, list_id: UUID, row: str, weapon: str) -> HttpResponse:
    """Show what a weapon of a row hits: each band, in the open and in cover, still and moving.

    The builder unfolds it beneath the weapon; without script it is a page.
    """
    army_list = get_object_or_404(ArmyList.objects.for_visitor(visitor_of(request)), pk=list_id)
    context = {"army_list": army_list, "row": row, "weapon": weapon}
    return render(request, "lists/weapon_odds.html", context | _odds(army_list, row, weapon))


def _odds(army_list: ArmyList, row_id: str, weapon: str) -> dict[str, object]:
    """Return what a weapon of a row hits, or why nothing. Raises Http404 if the row, or its weapon, has gone."""
    roster, catalogue = army_list.roster, army_list.catalogue
    squad, row = _row(roster, row_id)
    if weapon not in weapons_of(row, catalogue):
        raise Http404
    query = dict(in_hands(row, squad, catalogue, usual_class(roster, catalogue))).get(weapon)
    if query is not None:
        return {"body": weapon_body(army_list.ruleset_version_id, active_language(), query)}
    called = next((one for one in catalogue.odds.bombardments if one.weapon == weapon), None)
    name = catalogue.weapon_by_id[weapon].name.to(active_language())
    return {"name": name, "ruleset": catalogue.id, "called": called, "is_aimed": is_aimed(weapon, catalogue)}


def _row(roster: Roster, row_id: str) -> tuple[Squad, Figure | Vehicle]:
    for squad in roster.squads:
        rows: tuple[Figure | Vehicle, ...] = (*squad.figures, *squad.vehicles)
        for row in rows:
            if row.id == row_id:
                return squad, row
    raise Http404
