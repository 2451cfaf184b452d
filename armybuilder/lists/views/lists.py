"""Edits of a list as a whole."""

from collections.abc import Callable
from typing import cast
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from msgspec import structs

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.actions import copies, shelves
from armybuilder.lists.actions.copies import make_partner as create_partner
from armybuilder.lists.actions.creating import create_from
from armybuilder.lists.actions.editing import redo as redo_edit
from armybuilder.lists.actions.editing import undo as undo_edit
from armybuilder.lists.browsing.list_names import first_name, name_of_partner, pair
from armybuilder.lists.forms import NameForm, RulingsForm, SettingsForm
from armybuilder.lists.forms.base import changed
from armybuilder.lists.history import redone, undone
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.builder_page import respond
from armybuilder.lists.views.editing import edit_response, editing, form_context, valid
from armybuilder.lists.views.page_state import BuilderState, form_key, own_list, roster_as_shown
from armybuilder.lists.views.rules import chosen_force
from armybuilder.lists.visitors import Visitor, visitor_for_writing, visitor_of
from armybuilder.rate_limits.limits import limited
from armybuilder.refusals import RefusedError
from rules.catalogue import catalogue_for, current_version, offered_version
from rules.core.advice import after, legal_completion
from rules.core.assess import assess
from rules.core.document import edits
from rules.core.document.roster import RoleOfList
from rules.core.forces.followed import started
from rules.language import active_language

NAMED_AT = {"print": "printing:index", "share": "sharing:share", "take": "lists:take"}


@require_POST
@limited("new-list")
def create(request: HtmxHttpRequest) -> HttpResponse:
    """Create a list and open it: empty, legal, or with the first squads of a force. No sign-up is needed."""
    ruleset, role = request.POST.get("ruleset", ""), request.POST.get("role", "")
    if "legal" in request.POST:
        ruleset, _, role = request.POST.get("for", "").partition(" ")
    with or_404():
        catalogue = catalogue_for(offered_version(ruleset, request.user.pk).pk)
    if role not in catalogue.format_by_id:
        raise Http404
    visitor = visitor_for_writing(request)
    roster = edits.empty_list(ruleset, first_name(), cast(RoleOfList, role))
    if "force" in request.POST:
        roster = started(roster, chosen_force(request, ruleset).force, catalogue, active_language())
    elif "legal" in request.POST and (found := legal_completion(roster, catalogue, assess(roster, catalogue))):
        roster = after(roster, found.steps, edits.new_ids())
    army_list = create_from(visitor, roster, current_version(ruleset).pk, form_key(request), "create")
    return redirect("lists:builder", army_list.pk)


@require_POST
def settings(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Set the list's name, role, limit, force and notes. `done` closes the form."""
    with editing(request, list_id) as edit:
        now = edit.before
        posted = valid(SettingsForm(form_context(edit), request.POST), edit).cleaned_row()
        shown = roster_as_shown(request, edit.army_list)
        changes = changed(posted, shown, now, request.POST.get("touched", ""))
        data = {"limit": now.limit} | {name: getattr(now, name) for name in posted} | changes
        if data["role"] == "open" != now.role and data["limit"] is None:
            data["limit"] = edit.army_list.revisions.last_open_limit()
        roster = edits.set_format(now, data["role"], data["limit"])
        roster = structs.replace(roster, **{name: data[name] for name in ("name", "pair_name", "notes")})
        edit.make(roster, "settings")
    return edit_response(request, edit, page=BuilderState.after(request.POST))


@require_POST
def name_list(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Give the list the suggested name before printing or sharing, and continue there."""
    form = NameForm(request.POST)
    if form.is_valid():
        with editing(request, list_id) as edit:
            edit.make(structs.replace(edit.before, name=form.cleaned_data["name"]), "rename")
        if edit.refused:
            return edit_response(request, edit)
    else:
        own_list(request, list_id)
        messages.error(request, str(form.errors["name"][0]))
    return redirect(NAMED_AT.get(request.POST.get("then", ""), "lists:builder"), list_id)


@require_POST
def rulings(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    with editing(request, list_id) as edit:
        roster = edit.before
        form = RulingsForm(edit.catalogue.rulings, roster.rulings, active_language(), request.POST)
        if not form.is_valid():
            raise RefusedError(form.problems[0])
        option_of, shown = edit.catalogue.option, roster_as_shown(request, edit.army_list)
        for ruling, option in form.cleaned_data.items():
            is_changed = request.POST.get("touched") == ruling or option_of(shown.rulings, ruling) != option
            if is_changed and option_of(roster.rulings, ruling) != option:
                roster = edits.choose_ruling(roster, ruling, option)
        edit.make(roster, "rulings")
    return edit_response(request, edit)


@require_POST
def drop_prices(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    with editing(request, list_id) as edit:
        edit.make(structs.replace(edit.before, prices={}), "drop-prices")
    return edit_response(request, edit)


def _step(
    step: Callable[[UUID, Visitor, str], ArmyList], words: Callable[[ArmyList], str]
) -> Callable[[HtmxHttpRequest, UUID], HttpResponse]:
    """Return a view that goes a step back or forwards in the history, and says so in `words`."""

    @require_POST
    def view(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
        key = form_key(request)
        with or_404():
            army_list = step(list_id, visitor_of(request), key)
        said = words(army_list) if key in army_list.step_keys else ""
        return respond(request, army_list, BuilderState.of(request.POST), toast=said)

    return view


undo, redo = _step(undo_edit, undone), _step(redo_edit, redone)


@require_POST
@limited("new-list")
def duplicate(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Copy a list, one of a club's library or an example to the visitor's own lists, and open the copy."""
    original = get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)
    made = copies.duplicate(visitor_for_writing(request), original, form_key(request))
    return redirect("lists:builder", made.pk)


@require_POST
def delete(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Put a list in the bin; My lists says so, and offers to restore it."""
    with or_404():
        shelves.delete_list(list_id, visitor_of(request))
    return redirect(reverse("lists:index") + f"?did=delete&list={list_id}")


@require_POST
def restore(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    with or_404():
        shelves.restore(list_id, visitor_of(request))
    return redirect("lists:builder", list_id)


@require_safe
@never_cache
def show_pair(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Return the attacker's and the defender's list of a pair, or the offer to create the missing one."""
    visitor = visitor_of(request)
    army_list = own_list(request, list_id)
    partner = ArmyList.objects.for_visitor(visitor).partner_of(army_list)
    with or_404(edits.NoPairError):
        shown = pair(army_list, partner, active_language())
    address = reverse("lists:builder", args=[list_id])
    return render(request, "lists/pair.html", {"army_list": army_list, "pair": shown, "address": address})


@require_POST
@limited("new-list")
def make_partner(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    army_list = own_list(request, list_id)
    with or_404(edits.NoPairError):
        name = name_of_partner(army_list, active_language())
        create_partner(list_id, visitor_of(request), form_key(request), name)
    return redirect("lists:pair", list_id)
