"""The act of dragging: a row to a place of a squad."""

from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.labels import find_row, label_of, squad_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.querysets import Edit
from armybuilder.lists.views.answers import Done, change
from rules.core import edits


@require_POST
def place_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Put a row at place `place`, from 0, among those of its kind in squad `to`; no number stands for the first."""
    target, number = request.POST.get("to", ""), request.POST.get("place", "")[:4]
    place = int(number) if number.isdecimal() else 0

    def act(army_list: ArmyList) -> Done:
        before = army_list.roster
        found = find_row(before, row)
        roster = edits.place_row(before, row, target, place)
        stays = found.squad is not None and found.squad.id == target
        action = "move" if stays else "move-to"
        return Done(
            Edit(roster, action, label_of(found, army_list.catalogue), squad_name(before, target)), focus=row
        )

    return change(request, list_id, act)
