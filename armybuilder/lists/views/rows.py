"""Acts on figures, vehicles and extras."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.forms import CountForm, ExtraForm, FigureForm, VehicleForm
from armybuilder.lists.labels import Found, find_row, label_of, place_of, row_by_id, squad_name
from armybuilder.lists.merging import changed
from armybuilder.lists.models import ArmyList
from armybuilder.lists.querysets import Edit
from armybuilder.lists.sheet.rows import MOST_EXTRAS, MOST_FIGURES, MOST_VEHICLES
from armybuilder.lists.views.answers import Done, Page, as_shown, change, valid
from rules.core import edits
from rules.core.roster import Figure, Roster, Vehicle


@require_POST
def edit_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Set the fields of a row. `done` closes its edit state."""

    def act(army_list: ArmyList) -> Done:
        roster, found = army_list.roster, find_row(army_list.roster, row)
        form, edit = _edit_form(request, found, army_list)
        changes = changes_of_row(request, army_list, row, valid(form, row).changes())
        page = Page.after(request.POST)
        return Done(_edit(army_list, found, edit(roster, row, **changes), "edit"), page, row)

    return change(request, list_id, act)


def changes_of_row(
    request: HtmxHttpRequest, army_list: ArmyList, row: str, posted: dict[str, Any]
) -> dict[str, Any]:
    """Return what was changed in the form of a row or squad, of all its fields that were posted."""
    now = row_by_id(army_list.roster, row)
    shown = row_by_id(as_shown(request, army_list), row) or now
    return changed(posted, shown, now, request.POST.get("touched", ""))


def _edit_form(
    request: HtmxHttpRequest, found: Found, army_list: ArmyList
) -> tuple[FigureForm | VehicleForm | ExtraForm, Callable[..., Roster]]:
    data, catalogue = request.POST, army_list.catalogue
    match found.row:
        case Figure() as figure:
            return FigureForm(data, figure, found.squad_class, catalogue), edits.edit_figure
        case Vehicle() as vehicle:
            return VehicleForm(data, vehicle, catalogue), edits.edit_vehicle
        case _:
            return ExtraForm(data), edits.edit_extra


@require_POST
def set_count(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Set how many a row stands for: `count`, or one more or fewer (`by`) than it stands for by now."""

    def act(army_list: ArmyList) -> Done:
        found = find_row(army_list.roster, row)
        most = {Figure: MOST_FIGURES, Vehicle: MOST_VEHICLES}.get(type(found.row), MOST_EXTRAS)
        if "by" in request.POST:
            count = min(max(found.row.count + by_one(request), 1), most)
        else:
            count = valid(CountForm(request.POST, most), row).cleaned_data["count"]
        return Done(_edit(army_list, found, edits.set_count(army_list.roster, row, count), "count"))

    return change(request, list_id, act)


@require_POST
def duplicate_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Put a copy below the row."""
    copy = edits.new_id()

    def act(army_list: ArmyList) -> Done:
        found = find_row(army_list.roster, row)
        roster = edits.duplicate_row(army_list.roster, row, copy)
        return Done(_edit(army_list, found, roster, "duplicate"), focus=copy)

    return change(request, list_id, act)


@require_POST
def split_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Take one out of a group."""
    copy = edits.new_id()

    def act(army_list: ArmyList) -> Done:
        found = find_row(army_list.roster, row)
        roster = edits.split_row(army_list.roster, row, copy)
        return Done(_edit(army_list, found, roster, "split"), focus=copy)

    return change(request, list_id, act)


@require_POST
def move_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Move a row up or down in its squad."""

    def act(army_list: ArmyList) -> Done:
        found = find_row(army_list.roster, row)
        roster = edits.move_row(army_list.roster, row, by_one(request))
        return Done(_edit(army_list, found, roster, "move"), focus=row)

    return change(request, list_id, act)


@require_POST
def move_to_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Move a figure or a vehicle to another squad."""
    target = request.POST.get("to", "")

    def act(army_list: ArmyList) -> Done:
        subject = label_of(find_row(army_list.roster, row), army_list.catalogue)
        roster = edits.move_to_squad(army_list.roster, row, target)
        return Done(Edit(roster, "move-to", subject, squad_name(roster, target)), focus=row)

    return change(request, list_id, act)


@require_POST
def remove_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Remove a row; the one beside it is gone to."""
    page = Page.of(request.POST)
    page = Page(squad=page.squad) if page.editing == row else page

    def act(army_list: ArmyList) -> Done:
        found = find_row(army_list.roster, row)
        roster = edits.remove_row(army_list.roster, row)
        return Done(_edit(army_list, found, roster, "remove"), page, found.neighbour, removes=True)

    return change(request, list_id, act)


def by_one(request: HtmxHttpRequest) -> int:
    """Return by how much to move or count: −1 for "-1", else 1."""
    return -1 if request.POST.get("by") == "-1" else 1


def _edit(army_list: ArmyList, found: Found, roster: Roster, action: str) -> Edit:
    """An edit that is told with the row it was made of, and its squad."""
    return Edit(roster, action, label_of(found, army_list.catalogue), place_of(found, army_list.roster))
