"""The steps that all edits share: finding the list, editing it, and answering with the sheet.

htmx gets the sheet itself, a plain form is sent on to the builder's page. What was refused comes back as 422, with what
was typed and the error beside its field.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.editing import Edit
from armybuilder.lists.builder import Sheet, build_sheet
from armybuilder.lists.forms import BuilderForm, FormContext, open_form
from armybuilder.lists.history.words import History, history, last_done
from armybuilder.lists.models import ArmyList
from armybuilder.lists.quotas import QuotaError
from armybuilder.lists.updates.rules import RulesChange, rules_change
from armybuilder.lists.views.put_back import BACK, NotPutBackError, PutBackForm, put_back, put_back_form
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.core.document import edits
from rules.core.document.places import EditRefusedError, RowGoneError
from rules.core.document.roster import Roster
from rules.language import active_language

CAN_BE_UNDONE = "undo"  # the tag of a message that stands with a button for it
LONGEST_ID = 64  # of a row or squad that an address or a hidden field names; ours are shorter


@dataclass(frozen=True, slots=True)
class Toast:
    """What was done, told for a while ("": nothing is told); with a button for undo where `can_be_undone`."""

    text: str = ""
    can_be_undone: bool = False


NO_TOAST = Toast()


@dataclass(frozen=True, slots=True)
class BuilderState:
    """The state of a builder's page: the row in its edit state, and the squad that the palette adds to."""

    editing: str = ""
    squad: str = ""

    @classmethod
    def of(cls, values: QueryDict) -> "BuilderState":
        """Return what a request says of the page it comes from."""
        return cls(values.get("edit", "")[:LONGEST_ID], values.get("squad", "")[:LONGEST_ID])

    @classmethod
    def after(cls, values: QueryDict) -> "BuilderState":
        """Return what is shown after a form: `done` closes the edit state."""
        page = cls.of(values)
        return cls(squad=page.squad) if "done" in values else page

    def query(self) -> str:
        """Return the page as the query of an address, empty where it shows nothing in particular."""
        named = {"edit": self.editing, "squad": self.squad}
        words = urlencode({name: value for name, value in named.items() if value})
        return f"?{words}" if words else ""


@dataclass(frozen=True, slots=True)
class BuilderContext:
    """The context of the builder's templates."""

    sheet: Sheet
    form: BuilderForm | None  # of what is in its edit state
    army_list: ArmyList
    history: History
    rules: RulesChange | None
    page: BuilderState
    address: str
    hidden: SafeString
    notice: str
    gone: PutBackForm | None
    focus: str
    toast: str


def own_list(request: HtmxHttpRequest, list_id: UUID) -> ArmyList:
    """Return a list that the visitor may edit. Raises Http404."""
    lists = ArmyList.objects.for_visitor(visitor_of(request)).with_current_rules()
    return get_object_or_404(lists, pk=list_id)


class FormRefusedError(EditRefusedError):
    """The form of a row, a squad or the list itself cannot be taken."""

    def __init__(self, form: BuilderForm) -> None:
        super().__init__(form.row_id)
        self.form = form


class AdviceGoneError(EditRefusedError):
    """The suggestion was made for the list as it was: it has changed since."""


class NotForSaleError(EditRefusedError):
    """The form asks for what the edition does not have: `what` is the field that does."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


F = TypeVar("F", bound=BuilderForm)


def valid(form: F, edit: Edit) -> F:
    """Return the form of an edit that was posted, if it can be taken. Raises FormRefusedError."""
    if not form.is_valid():
        raise FormRefusedError(form)
    edit.form = form
    return form


def form_context(edit: Edit) -> FormContext:
    """Return what the forms of an edit are made from."""
    return FormContext(edit.before, edit.catalogue, active_language(), list_id=edit.army_list.pk)


@contextmanager
def editing(request: HtmxHttpRequest, list_id: UUID) -> Iterator[Edit]:
    """Open the edit of a list that a form asks for; `edit_response` answers when the block has ended.

    The block sees the list under its lock, so it is fetched once. Where it refuses (EditRefusedError), nothing is
    written, and the answer says why. A form that puts a row back first does that in any case. Raises Http404.
    """
    try:
        not_back = put_back(request, list_id, form_key(request))
        with ArmyList.objects.editing(list_id, visitor_of(request), form_key(request)) as edit:
            yield edit
    except ArmyList.DoesNotExist:
        raise Http404 from None
    except EditRefusedError as refused:
        edit.army_list, edit.refused = own_list(request, list_id), not_back or refused


def edit_response(
    request: HtmxHttpRequest,
    edit: Edit,
    *,
    page: BuilderState | None = None,
    focus: str = "",
    removes: bool = False,
    moves: bool = False,
) -> HttpResponse:
    """Answer an edit with the sheet of its list.

    `page`: the page to show (None: the same as before); `focus`: the row to go to if the current one vanishes.
    `removes`: something was removed, so a message offers to undo it. The same goes for a copied or moved row (`moves`),
    unless it stayed in place.
    """
    if edit.refused:
        return _refusal(request, edit, edit.refused, repeats=not removes)
    if edit.is_repeat:
        return respond(request, edit.army_list, BuilderState.of(request.POST))
    is_told = removes or (moves and edit.after != edit.before)
    toast = Toast(last_done(edit.army_list), can_be_undone=True) if is_told else NO_TOAST
    return respond(request, edit.army_list, page or BuilderState.of(request.POST), focus=focus, toast=toast)


def _refusal(
    request: HtmxHttpRequest, edit: Edit, refused: EditRefusedError, *, repeats: bool
) -> HttpResponse:
    """Answer an edit that was refused: the list as it is now, and why. `repeats`: once its row is back it is made."""
    page, army_list = BuilderState.of(request.POST), edit.army_list
    match refused:
        case FormRefusedError():
            page = BuilderState(refused.form.row_id, page.squad)
            return render_builder(request, army_list, page, refused=refused.form, status=422)
        case edits.ListFullError():
            return _without_room(request, edit, too_many(refused), 422)
        case NotPutBackError():
            return _without_room(request, edit, no_room(refused), 422)
        case QuotaError():
            return _without_room(request, edit, refused.text, refused.status)
        case AdviceGoneError():
            notice = gettext("The list has changed since the suggestion was made: look at the new ones.")
            return respond(request, army_list, page, notice=notice)
        case NotForSaleError():
            notice = not_for_sale(refused, army_list)
            return respond(request, army_list, page, notice=notice, status=422)
        case RowGoneError():
            page = BuilderState(squad=page.squad)
            if gone := put_back_form(request, army_list, refused.row_id, repeats=repeats):
                return render_builder(request, army_list, page, gone=gone, status=409)
            return respond(
                request, army_list, page, notice=gettext("That row is gone: another tab removed it.")
            )
        case _:
            raise refused


def _without_room(request: HtmxHttpRequest, edit: Edit, notice: str, status: int) -> HttpResponse:
    """Say that there is no room, with what was typed: in its form, or behind the button that puts its row back."""
    page, form = BuilderState.of(request.POST), edit.form
    back = request.POST.get(BACK, "")
    if back and (gone := put_back_form(request, edit.army_list, back, repeats=True)):
        gone = replace(gone, text=notice, is_kept=True)
        return render_builder(request, edit.army_list, page, gone=gone, status=status)
    page = BuilderState(form.row_id, page.squad) if form else page
    return render_builder(request, edit.army_list, page, refused=form, notice=notice, status=status)


def roster_as_shown(request: HtmxHttpRequest, army_list: ArmyList) -> Roster:
    """Return the list as it was when the form was shown that was sent; as it is now where nobody knows any more."""
    was = whole_number(request.POST.get("was", ""))
    if was is None or was == army_list.revision_id:
        return army_list.roster
    revision = army_list.revisions.filter(pk=was).first()
    return revision.roster if revision else army_list.roster


def form_key(request: HttpRequest) -> str:
    """Return the one-use key of the form that was sent; a form without one is taken as sent once."""
    return request.POST.get("key", "")[:64] or secrets.token_urlsafe(12)


def respond(
    request: HtmxHttpRequest,
    army_list: ArmyList,
    page: BuilderState,
    *,
    notice: str = "",
    status: int = 200,
    focus: str = "",
    toast: Toast = NO_TOAST,
) -> HttpResponse:
    """Answer a change of a list: the sheet for htmx, the builder's page for a plain form.

    A `toast` is told beside it.
    """
    if request.htmx or status != 200:
        return render_builder(
            request, army_list, page, notice=notice, status=status, focus=focus, toast=toast
        )
    if notice:
        messages.warning(request, notice)
    if toast.text:
        messages.success(request, toast.text, extra_tags=CAN_BE_UNDONE if toast.can_be_undone else "")
    address = _address(army_list.pk) + page.query()
    return redirect(f"{address}#{focus or page.editing}" if focus or page.editing else address)


def render_builder(
    request: HtmxHttpRequest,
    army_list: ArmyList,
    page: BuilderState,
    *,
    refused: BuilderForm | None = None,
    notice: str = "",
    gone: PutBackForm | None = None,
    status: int = 200,
    focus: str = "",
    toast: Toast = NO_TOAST,
) -> HttpResponse:
    """Render the sheet of a list: for an edit by htmx alone, else with the page around it."""
    sheet = build_sheet(
        army_list.roster,
        army_list.catalogue,
        army_list.report,
        active_language(),
        editing=page.editing,
        squad=page.squad,
        refused=refused,
    )
    shown = BuilderContext(
        sheet=sheet,
        form=refused if refused and refused.layout else _open_form(request, army_list, page),
        army_list=army_list,
        history=history(army_list),
        rules=rules_change(army_list, active_language()),
        page=BuilderState(page.editing, sheet.palette.squad if page.squad else ""),
        address=_address(army_list.pk),
        hidden=_hidden_fields(request, army_list, page, refused),
        notice=notice,
        gone=gone,
        focus=focus,
        toast=toast.text,
    )
    values = as_context(shown)
    if not army_list.is_of(visitor_of(request)):
        return render(request, "lists/sample.html", values, status=status)
    if request.method == "POST" and request.htmx:
        # The sheet asks nothing of the request: what pages say of their visitor need not be found out.
        return HttpResponse(render_to_string("lists/_sheet.html", values), status=status)
    return render(request, "lists/builder.html", values, status=status)


def _open_form(request: HtmxHttpRequest, army_list: ArmyList, page: BuilderState) -> BuilderForm | None:
    """Return the form of what is in its edit state. Who asked for the list’s own form wants to
    name it: the cursor goes there. A figure is opened for its weapons, which a phone’s keyboard would cover."""
    if not page.editing:
        return None
    context = FormContext(army_list.roster, army_list.catalogue, active_language(), list_id=army_list.pk)
    form = open_form(page.editing, context)
    if form and request.method == "GET" and page.editing == "list":
        form.focus()
    return form


@lru_cache(maxsize=1024)
def _address(list_id: UUID) -> str:
    """The address of the builder's page."""
    return reverse("lists:builder", args=[list_id])


def _hidden_fields(
    request: HtmxHttpRequest, army_list: ArmyList, page: BuilderState, refused: BuilderForm | None
) -> SafeString:
    """Return the hidden fields of all forms of the sheet: one key for all, as one is sent and then the sheet is new.

    `was` is the revision that the forms show. One that was refused shows what was typed upon an older one.
    """
    was = request.POST.get("was", "")[:LONGEST_ID] if refused else ""
    values = {
        "csrfmiddlewaretoken": get_token(request),
        "key": secrets.token_urlsafe(12),
        "was": was or str(army_list.revision_id),
        "edit": page.editing,
        "squad": page.squad,
    }
    fields = ((name, escape(value)) for name, value in values.items() if value)
    return SafeString(
        "".join(f'<input type="hidden" name="{name}" value="{value}">' for name, value in fields)
    )


def as_context(shown: BuilderContext) -> dict[str, Any]:
    """Return the parts of what is shown by their names."""
    return {name: getattr(shown, name) for name in BuilderContext.__slots__} | {
        "LANGUAGE_CODE": get_language()
    }


def too_many(full: edits.ListFullError) -> str:
    """Return the sentence for a list that can hold no more."""
    return {
        "squads": gettext("A list holds %(most)s squads at most."),
        "figures": gettext("A squad holds %(most)s rows of figures at most."),
        "vehicles": gettext("A squad holds %(most)s rows of vehicles at most."),
        "extras": gettext("A list holds %(most)s extras at most."),
        "squad-extras": gettext("A squad holds %(most)s extras at most."),
        "weapons": gettext("A row holds %(most)s weapons at most."),
    }[full.what] % {"most": full.most}


def no_room(refused: NotPutBackError) -> str:
    """Return the sentence for a row that the list is too full to take back."""
    said = gettext(
        "There is no room to put %(name)s back. %(full)s Remove something first: "
        "what is gone is still in the versions of the list."
    )
    return said % {"name": refused.label.to(active_language()), "full": too_many(refused.full)}


def not_for_sale(refused: NotForSaleError, army_list: ArmyList) -> str:
    """Return the sentence for what the edition of a list does not have."""
    if ruling := next((item for item in army_list.catalogue.rulings if item.id == refused.what), None):
        question = ruling.name.to(active_language())
        return gettext("This edition has no such answer to “%(question)s”.") % {"question": question}
    return {
        "class": gettext("This edition has no such class."),
        "kind": gettext("This edition has no such kind of squad."),
        "ready": gettext("This edition has no such ready squad."),
        "saved": gettext("That ready squad is gone: it was deleted, or is of another game."),
        "sample": gettext("That squad is gone: the samples have changed."),
        "preset": gettext("This edition has no such figure."),
        "type": gettext("This edition has no such vehicle."),
        "extra": gettext("This edition has no such extra."),
        "entry": gettext("The force has no such squad: it was changed in another tab."),
    }[refused.what]
