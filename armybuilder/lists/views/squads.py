"""Acts on squads, and adding to them."""

import itertools
from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.views.decorators.http import require_POST

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.forms import NewSquadForm, SquadForm
from armybuilder.lists.labels import find_squad, squad_name
from armybuilder.lists.models import ArmyList
from armybuilder.lists.querysets import Edit
from armybuilder.lists.sheet import preset_figure
from armybuilder.lists.sheet.offers import first_level
from armybuilder.lists.views.answers import Done, NotForSale, Page, change, valid
from armybuilder.lists.views.rows import by_one, changes_of_row
from rules.core import edits
from rules.core.catalogue import Scope
from rules.core.naming import in_sentence
from rules.core.roster import ExtraEntry, Roster, Vehicle
from rules.core.text import NOTHING


@require_POST
def add_squad(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Add a squad of a class and kind; the palette turns to it."""
    new_id = edits.new_id()

    def act(army_list: ArmyList) -> Done:
        form = NewSquadForm(request.POST, army_list.roster, army_list.catalogue)
        if not form.is_valid():
            raise NotForSale
        roster = edits.add_squad(army_list.roster, form.squad(new_id))
        return Done(Edit(roster, "add-squad"), Page(squad=new_id), new_id)

    return change(request, list_id, act)


@require_POST
def edit_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Set the fields of a squad. `done` closes its edit state."""

    def act(army_list: ArmyList) -> Done:
        squad, _ = find_squad(army_list.roster, row)
        posted = valid(SquadForm(request.POST, squad, army_list.catalogue), row).changes()
        changes = changes_of_row(request, army_list, row, posted)
        edit = _edit(army_list, row, edits.edit_squad(army_list.roster, row, **changes), "edit-squad")
        return Done(edit, Page.after(request.POST), row)

    return change(request, list_id, act)


@require_POST
def duplicate_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Put a copy below the squad, and go there."""
    copy = edits.new_id()

    def act(army_list: ArmyList) -> Done:
        roster = edits.duplicate_squad(army_list.roster, row, itertools.chain([copy], edits.new_ids()))
        return Done(_edit(army_list, row, roster, "duplicate-squad"), focus=copy)

    return change(request, list_id, act)


@require_POST
def move_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Move a squad up or down in the list."""
    by = by_one(request)
    return _whole_squad(request, list_id, row, "move-squad", lambda roster: edits.move_squad(roster, row, by))


@require_POST
def merge_rows(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Make one row of each that stands in a squad more than once."""
    return _whole_squad(request, list_id, row, "merge", lambda roster: edits.merge_rows(roster, row))


@require_POST
def remove_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Remove a squad with all its rows."""

    def act(army_list: ArmyList) -> Done:
        edit = _edit(army_list, row, edits.remove_squad(army_list.roster, row), "remove-squad")
        return Done(edit, Page(), removes=True)

    return change(request, list_id, act)


def _whole_squad(
    request: HtmxHttpRequest, list_id: UUID, row: str, action: str, edit: Callable[[Roster], Roster]
) -> HttpResponse:
    """An act on a squad that stays where one looks."""
    return change(
        request,
        list_id,
        lambda army_list: Done(_edit(army_list, row, edit(army_list.roster), action), focus=row),
    )


def _edit(army_list: ArmyList, squad_id: str, roster: Roster, action: str) -> Edit:
    """An edit that is told with the squad it was made of."""
    return Edit(roster, action, squad_name(army_list.roster, squad_id))


@require_POST
def add_figure(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Add the figure of a preset to a squad."""
    new_id, wanted = edits.new_id(), request.POST.get("preset", "")

    def act(army_list: ArmyList) -> Done:
        squad, _ = find_squad(army_list.roster, row)
        preset = next((item for item in army_list.catalogue.presets if item.id == wanted), None)
        if preset is None:
            raise NotForSale
        figure = preset_figure(preset, squad, army_list.catalogue, new_id)
        roster = edits.add_figure(army_list.roster, row, figure)
        edit = Edit(roster, "add", in_sentence(preset.name), squad_name(army_list.roster, row))
        return Done(edit, _adding_to(request, row), new_id)

    return change(request, list_id, act)


@require_POST
def add_vehicle(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Add a vehicle of a type to a squad."""
    new_id, wanted = edits.new_id(), request.POST.get("type", "")

    def act(army_list: ArmyList) -> Done:
        known = army_list.catalogue.vehicle_by_id.get(wanted)
        if known is None:
            raise NotForSale
        roster = edits.add_vehicle(army_list.roster, row, Vehicle(id=new_id, type=known.id))
        edit = Edit(roster, "add", in_sentence(known.name), squad_name(army_list.roster, row))
        return Done(edit, _adding_to(request, row), new_id)

    return change(request, list_id, act)


@require_POST
def add_squad_extra(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Buy an extra for a squad."""
    return _buy(request, list_id, row, "squad", _adding_to(request, row))


@require_POST
def add_extra(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Buy an extra for the list."""
    return _buy(request, list_id, "", "list", Page.of(request.POST))


def _buy(request: HtmxHttpRequest, list_id: UUID, squad_id: str, scope: Scope, page: Page) -> HttpResponse:
    new_id, wanted = edits.new_id(), request.POST.get("extra", "")

    def act(army_list: ArmyList) -> Done:
        known = army_list.catalogue.extra_by_id.get(wanted)
        if known is None or not known.sold_for(scope):
            raise NotForSale
        entry = ExtraEntry(id=new_id, extra=known.id, level=first_level(known))
        roster = edits.add_extra(army_list.roster, squad_id, entry)
        place = squad_name(roster, squad_id) if squad_id else NOTHING
        return Done(Edit(roster, "add", in_sentence(known.name), place), page, new_id)

    return change(request, list_id, act)


def _adding_to(request: HtmxHttpRequest, squad_id: str) -> Page:
    return Page(Page.of(request.POST).editing, squad_id)
