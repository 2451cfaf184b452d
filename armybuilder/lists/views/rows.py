"""Edits of figures, vehicles and extras."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.editing import Edit
from armybuilder.lists.builder.context import Context
from armybuilder.lists.builder.report import flags_at
from armybuilder.lists.builder.squads import rows_of
from armybuilder.lists.builder.values import SheetRow
from armybuilder.lists.forms import (
    MOST_EXTRAS,
    MOST_FIGURES,
    MOST_VEHICLES,
    CountForm,
    retyped_form,
    row_form,
)
from armybuilder.lists.forms.base import changed
from armybuilder.lists.forms.fields import LONGEST_TEAM
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.builder_page import respond
from armybuilder.lists.views.editing import edit_response, editing, form_context, valid
from armybuilder.lists.views.page_state import BuilderState, own_list, roster_as_shown, sentence_of
from armybuilder.lists.words import label_of, squad_name, squad_name_of
from armybuilder.numbers import whole_number
from armybuilder.refusals import RefusedError
from rules.core.document import edits, sections
from rules.core.document.roster import ExtraEntry, Figure, Roster, Row, Squad, Vehicle
from rules.core.document.rows import IN_TABLES, RowGoneError, RowPlace, find_place, neighbour
from rules.core.judging.resolved import rearmed
from rules.language import active_language

EDITS: dict[type[Row], Callable[..., Roster]] = {
    Figure: edits.edit_figure,
    Vehicle: edits.edit_vehicle,
    ExtraEntry: edits.edit_extra,
}
MOST_IN_A_ROW = {"figures": MOST_FIGURES, "vehicles": MOST_VEHICLES, "extras": MOST_EXTRAS}


@require_POST
def edit_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        posted = valid(row_form(place, form_context(edit), request.POST), edit).cleaned_row()
        changes = changes_of_row(request, edit, row, posted)
        if isinstance(place.row, Figure) and _names_one(place.row, changes):
            after = edits.edit_one_figure(edit.before, row, edits.new_id(), **changes)
        else:
            after = EDITS[type(place.row)](edit.before, row, **changes)
        _make(edit, place, after, "edit")
    return edit_response(request, edit, page=BuilderState.after(request.POST), focus=row)


def _names_one(figure: Figure, changes: dict[str, Any]) -> bool:
    """Whether a name is for one man of an unnamed group; with a new number it is for all."""
    return figure.count > 1 and not figure.name and bool(changes.get("name")) and "count" not in changes


def changes_of_row(request: HtmxHttpRequest, edit: Edit, row: str, posted: dict[str, Any]) -> dict[str, Any]:
    now = shown = find_place(edit.before, row).row
    with suppress(RowGoneError):
        shown = find_place(roster_as_shown(request, edit.army_list), row).row
    changes = changed(posted, shown, now, request.POST.get("touched", ""))
    if isinstance(shown, Figure) and isinstance(now, Figure) and "weapons" in changes:
        # After two quick taps the second form still shows the removed weapon.
        had = {*shown.weapons, *now.weapons}
        changes["weapons"] = rearmed(had, changes["weapons"], edit.catalogue)
    return changes


@require_POST
def set_count(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Set the number of a row: `count`, or one more or fewer (`by`); one fewer than one removes it."""
    count = 1
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        most = MOST_IN_A_ROW[place.table]
        if request.POST.get("by") == "-1":
            count = place.row.count - 1
        elif "by" in request.POST:
            count = min(place.row.count + 1, most)
        else:
            form = CountForm(row, most, request.POST)
            if not form.is_valid():
                edit.form = retyped_form(place, form_context(edit), form.values())
                raise RefusedError
            count = form.cleaned_data["count"]
        if count:
            _make(edit, place, edits.set_count(edit.before, row, count), "count")
        else:
            _make(edit, place, edits.remove_row(edit.before, row), "remove")
    if not count:
        return _after_removing(request, edit, row)
    # A new page opens at the row, a script stays.
    return edit_response(request, edit, focus="" if request.htmx else row)


@require_POST
def duplicate_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    copy = edits.new_id()
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        _make(edit, place, edits.duplicate_row(edit.before, row, copy), "duplicate")
    return edit_response(request, edit, focus=copy, moves=True)


@require_POST
def split_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    copy = edits.new_id()
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        _make(edit, place, edits.split_row(edit.before, row, copy), "split")
    return edit_response(request, edit, focus=copy)


@require_POST
def move_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        _make(edit, place, edits.move_row(edit.before, row, by_one(request)), "move")
    return edit_response(request, edit, focus=row, moves=True)


@require_POST
def move_to_squad(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    target = request.POST.get("to", "")
    with editing(request, list_id) as edit:
        subject = label_of(find_place(edit.before, row, IN_TABLES), edit.catalogue)
        after = edits.move_to_squad(edit.before, row, target)
        edit.make(after, "move-to", subject, squad_name(edit.before, target))
    return edit_response(request, edit, focus=row, moves=True)


@require_POST
def place_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Put a dragged row at `place` (from 0) in squad `to`; without a number it is first."""
    target = request.POST.get("to", "")
    number = whole_number(request.POST.get("place", ""), digits=4) or 0
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        after = edits.place_row(edit.before, row, target, number)
        action = "move" if place.squad and place.squad.id == target else "move-to"
        edit.make(after, action, label_of(place, edit.catalogue), squad_name(edit.before, target))
    return edit_response(request, edit, focus=row, moves=True)


@require_POST
def remove_row(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    with editing(request, list_id) as edit:
        place = find_place(edit.before, row, IN_TABLES)
        _make(edit, place, edits.remove_row(edit.before, row), "remove")
    return _after_removing(request, edit, row)


def _after_removing(request: HtmxHttpRequest, edit: Edit, row: str) -> HttpResponse:
    page = BuilderState.of(request.POST)
    page = BuilderState(squad=page.squad) if page.editing == row else page
    return edit_response(request, edit, page=page, focus=neighbour(edit.before, row), removes=True)


def by_one(request: HtmxHttpRequest) -> int:
    """Return the step of a move or count: −1 for "-1", otherwise 1."""
    return -1 if request.POST.get("by") == "-1" else 1


def _make(edit: Edit, place: RowPlace, after: Roster, action: str) -> None:
    kind = "-extra" if place.table == "extras" else ""
    edit.make(after, action + kind, label_of(place, edit.catalogue), squad_name_of(place))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def squad_sections(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    """Show the men of a squad by section, with boxes; put the ticked ones (`man`) into the section `to`."""
    if request.method == "POST":
        return _assign(request, list_id, row)
    army_list = own_list(request, list_id)
    if "team" not in army_list.catalogue.reads:
        raise Http404
    try:
        place = find_place(army_list.roster, row, (Squad,))
    except RowGoneError as gone:
        return respond(request, army_list, BuilderState(), notice=sentence_of(gone))
    return render(request, "lists/sections.html", _page(army_list, place))


def _assign(request: HtmxHttpRequest, list_id: UUID, row: str) -> HttpResponse:
    chosen = Counter(value.rpartition(" ")[0] for value in set(request.POST.getlist("man")))
    to = request.POST.get("to", "").strip()[:LONGEST_TEAM]
    with editing(request, list_id) as edit:
        after = sections.assign(edit.before, row, chosen, to, edits.new_ids())
        edit.make(after, "sections", squad_name(edit.before, row))
    if edit.refused:
        return edit_response(request, edit)
    messages.success(request, _told(edit.after == edit.before, chosen.total(), to))
    return redirect("lists:sections", list_id, row)


def _told(nothing: bool, number: int, to: str) -> str:
    if nothing:
        return gettext("Nobody was moved: tick the men first.")
    if not to:
        text = ngettext("%(count)s man is now in no section.", "%(count)s men are now in no section.", number)
    else:
        text = ngettext(
            "%(count)s man is now in section %(section)s.",
            "%(count)s men are now in section %(section)s.",
            number,
        )
    return text % {"count": number, "section": to}


def _page(army_list: ArmyList, place: RowPlace) -> dict[str, object]:
    context = Context(army_list.roster, army_list.catalogue, active_language(), army_list.report)
    squad: Squad = place.row
    figures = {figure.id: figure for figure in squad.figures}
    rows = [row for row in rows_of(squad, place.path, None, context) if row.id in figures]
    labels = sorted({row.team for row in rows})
    return {
        "army_list": army_list,
        "squad": squad,
        "name": squad_name(army_list.roster, squad.id).to(context.language),
        "sections": [_section(label, rows) for label in labels],
        "labels": list(dict.fromkeys((*sections.TEAMS, *filter(None, labels)))),
        "flags": flags_at(context, place.path),
    }


def _section(label: str, rows: list[SheetRow]) -> dict[str, object]:
    """Return a section with its men, each with the value of his box; the label "" is for those without one."""
    own = [row for row in rows if row.team == label]
    count = sum(row.count for row in own)
    size = ngettext("%(count)s figure", "%(count)s figures", count) % {"count": count}
    men = [(f"{row.id} {number}", row) for row in own for number in range(row.count)]
    return {"label": label, "size": size, "men": men}
