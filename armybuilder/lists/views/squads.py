"""Edits of squads, and adding to them."""

import itertools
from collections.abc import Callable
from typing import Any, TypeVar, cast
from uuid import UUID

from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.editing import Edit
from armybuilder.lists.builder import preset_figure, ready_squad
from armybuilder.lists.builder.palette import figure_types, first_level, man_in
from armybuilder.lists.forms import SquadForm, kinds_of
from armybuilder.lists.models import ArmyList, SavedSquad
from armybuilder.lists.views.editing import edit_response, editing, form_context, valid
from armybuilder.lists.views.page_state import BuilderState
from armybuilder.lists.views.rows import by_one, changes_of_row
from armybuilder.lists.visitors import visitor_of
from armybuilder.lists.words import squad_name
from armybuilder.refusals import RefusedError
from rules.core.catalogue.catalogue import Scope
from rules.core.document import edits
from rules.core.document.naming import extra_label, in_sentence
from rules.core.document.roster import ExtraEntry, Figure, Roster, Squad, SquadKind, Vehicle
from rules.core.document.rows import find_place, group_to_join
from rules.core.forces.followed import smallest
from rules.core.text import NOTHING, Text
from rules.language import active_language

SQUADS = (Squad,)

M = TypeVar("M", bound=Model)


@require_POST
def add_squad(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Add a squad: an empty one of a class and kind, or a ready-made one; the palette switches to it."""
    new_id, ready = edits.new_id(), next((field for field in READY if field in request.POST), None)
    with editing(request, list_id) as edit:
        squad = READY[ready](request, edit) if ready else _empty(request, edit)
        ids = itertools.chain([new_id], edits.new_ids())
        edit.make(edits.add_squad(edit.before, edits.squad_with_ids(squad, ids)), "add-squad")
    focus = new_id if ready else _next_focus(request, new_id)
    return edit_response(request, edit, page=BuilderState(squad=new_id), focus=focus)


def _empty(request: HtmxHttpRequest, edit: Edit) -> Squad:
    """Return an empty squad, of the class of the last one unless the form names another. Raises RefusedError."""
    squads, classes = edit.before.squads, edit.catalogue.offered.classes
    class_id, kind = request.POST.get("class", ""), request.POST.get("kind") or "squad"
    if class_id and class_id not in [troops.id for troops in classes]:
        raise RefusedError(gettext("This edition does not have that class."))
    if kind not in kinds_of(edit.catalogue):
        raise RefusedError(gettext("This edition does not have that type of squad."))
    of_the_last = squads[-1].class_ if squads else classes[0].id
    return Squad(name="", class_=class_id or of_the_last, kind=cast(SquadKind, kind))


def _ready(request: HtmxHttpRequest, edit: Edit) -> Squad:
    known = edit.catalogue.ready_squad_by_id.get(request.POST["ready"])
    if known is None:
        raise RefusedError(gettext("This edition does not have that ready-made squad."))
    return ready_squad(known, edit.catalogue, active_language())


def _saved(request: HtmxHttpRequest, edit: Edit) -> Squad:
    """Return a ready-made squad of the visitor's own. Raises RefusedError."""
    own = SavedSquad.objects.for_game(visitor_of(request), edit.before.ruleset)
    saved = _with_key(own, request.POST["saved"])
    if saved is None:
        raise RefusedError(
            gettext("That ready-made squad no longer exists: it was deleted, or it is for another game.")
        )
    return saved.squad


def _of_a_sample(request: HtmxHttpRequest, edit: Edit) -> Squad:
    sample_id, _, squad_id = request.POST["sample"].partition(" ")
    samples = ArmyList.objects.samples().filter(ruleset_version__ruleset=edit.before.ruleset)
    sample = _with_key(samples, sample_id)
    squads = sample.roster.squads if sample else ()
    found = next((squad for squad in squads if squad.id == squad_id), None)
    if found is None:
        raise RefusedError(gettext("That squad no longer exists: the examples have changed."))
    return found


def _with_key(rows: QuerySet[M], key: str) -> M | None:
    try:
        return rows.filter(pk=UUID(key)).first()
    except ValueError:
        return None


def _of_the_force(request: HtmxHttpRequest, edit: Edit) -> Squad:
    force = edit.before.force
    wanted = force.squad(request.POST["entry"]) if force else None
    if wanted is None:
        raise RefusedError(gettext("The force no longer has that squad: it was changed in another tab."))
    there = sum(squad.force_squad == wanted.id for squad in edit.before.squads)
    name = wanted.name.to(active_language())
    return smallest(wanted, f"{name} {there + 1}" if there else name, edit.catalogue)


# Fields that name a ready-made squad, and the function that makes it.
READY: dict[str, Callable[[HtmxHttpRequest, Edit], Squad]] = {
    "ready": _ready,
    "saved": _saved,
    "sample": _of_a_sample,
    "entry": _of_the_force,
}


@require_POST
def edit_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        squad = find_place(edit.before, row, SQUADS).row
        posted = valid(SquadForm(squad, form_context(edit), request.POST), edit).cleaned_row()
        changes = changes_of_row(request, edit, row, posted)
        _make(edit, row, edits.edit_squad(edit.before, row, **changes), "edit-squad")
    return edit_response(request, edit, page=BuilderState.after(request.POST), focus=row)


@require_POST
def duplicate_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Put a copy below the squad, and go there."""
    copy = edits.new_id()
    with editing(request, list_id) as edit:
        after = edits.duplicate_squad(edit.before, row, itertools.chain([copy], edits.new_ids()))
        _make(edit, row, after, "duplicate-squad")
    return edit_response(request, edit, focus=copy, moves=True)


@require_POST
def move_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        _make(edit, row, edits.move_squad(edit.before, row, by_one(request)), "move-squad")
    return edit_response(request, edit, focus=row, moves=True)


@require_POST
def merge_rows(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        _make(edit, row, edits.merge_rows(edit.before, row), "merge")
    return edit_response(request, edit, focus=row)


@require_POST
def remove_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        _make(edit, row, edits.remove_squad(edit.before, row), "remove-squad")
    return edit_response(request, edit, page=BuilderState(), removes=True)


def _make(edit: Edit, squad_id: str, after: Roster, action: str) -> None:
    edit.make(after, action, squad_name(edit.before, squad_id))


def _wanted_figure(request: HtmxHttpRequest, edit: Edit, squad_id: str) -> tuple[Text, Figure]:
    squad, wanted = find_place(edit.before, squad_id, SQUADS).row, request.POST.get("preset", "")
    if kind := figure_types(squad, edit.before.force).get(wanted):
        return kind.name, replace(man_in(kind, squad), id=edits.new_id())
    preset = next((item for item in edit.catalogue.offered.presets if item.id == wanted), None)
    if preset is None:
        raise RefusedError(gettext("This edition does not have that figure."))
    return preset.name, preset_figure(preset, squad, edit.catalogue, edits.new_id())


def _wanted_vehicle(request: HtmxHttpRequest, edit: Edit, squad_id: str) -> tuple[Text, Vehicle]:
    known = edit.catalogue.offered.vehicle_by_id.get(request.POST.get("type", ""))
    if known is None:
        raise RefusedError(gettext("This edition does not have that vehicle."))
    return known.name, Vehicle(id=edits.new_id(), type=known.id)


def _from_palette(field: str, wanted_of: Callable[..., Any], act: Callable[..., Roster]) -> Callable[..., Any]:
    """Return a view that adds a figure (`field` "preset") or a vehicle ("type") to a squad, or takes it away."""
    adds = act in (edits.add_figure, edits.add_vehicle)

    @require_POST
    def view(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
        focus = ""
        with editing(request, list_id) as edit:
            name, wanted = wanted_of(request, edit, row)
            squad = find_place(edit.before, row, SQUADS).row
            if adds:
                table = squad.figures if field == "preset" else squad.vehicles
                focus = (group_to_join(wanted, table) or wanted).id
            after = act(edit.before, row, wanted)
            edit.make(after, "add" if adds else "remove", in_sentence(name), squad_name(edit.before, row))
        page, focus = _adding_to(request, row), _next_focus(request, focus, field)
        return edit_response(request, edit, page=page, focus=focus)

    return view


add_figure = _from_palette("preset", _wanted_figure, edits.add_figure)
take_figure = _from_palette("preset", _wanted_figure, edits.take_figure)
add_vehicle = _from_palette("type", _wanted_vehicle, edits.add_vehicle)
take_vehicle = _from_palette("type", _wanted_vehicle, edits.take_vehicle)


@require_POST
def add_squad_extra(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    return _buy(request, list_id, row, "squad", _adding_to(request, row))


@require_POST
def add_extra(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    return _buy(request, list_id, "", "list", BuilderState.of(request.POST))


def _buy(request: HtmxHttpRequest, list_id: UUID, squad_id: str, scope: Scope, page: BuilderState) -> HttpResponse:
    new_id, wanted = edits.new_id(), request.POST.get("extra", "")
    with editing(request, list_id) as edit:
        known = edit.catalogue.extra_by_id.get(wanted)
        if known is None or not known.sold_for(scope):
            raise RefusedError(gettext("This edition does not have that extra."))
        entry = ExtraEntry(id=new_id, extra=known.id, level=first_level(known))
        after = edits.add_extra(edit.before, squad_id, entry)
        place = squad_name(after, squad_id) if squad_id else NOTHING
        edit.make(after, "add-extra", in_sentence(extra_label(entry, known)), place)
    focus = new_id
    if squad_id and not request.htmx:
        focus = f"extra-{wanted}"
    return edit_response(request, edit, page=page, focus=focus)


def _adding_to(request: HtmxHttpRequest, squad_id: str) -> BuilderState:
    return BuilderState(BuilderState.of(request.POST).editing, squad_id)


def _next_focus(request: HtmxHttpRequest, added: str, field: str = "") -> str:
    """Return the place to go to after adding from the palette: without scripts the tapped line (`field`)."""
    if request.htmx:
        return added
    return f"{field}-{request.POST[field]}" if field and field in request.POST else "palette"
