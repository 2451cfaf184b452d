"""A row that is gone when a form for it arrives: it is named, and can be put back with the typed values."""

import secrets
from collections.abc import Iterable
from functools import lru_cache
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.actions.editing import Edit, open_edit
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.forms import BuilderForm, FormContext, open_form
from armybuilder.lists.history import find_gone, next_steps
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import rules_change
from armybuilder.lists.views.page_state import LONGEST_ID, BuilderState, sentence_of
from armybuilder.lists.visitors import visitor_of
from armybuilder.lists.words import label_of, squad_name_of
from armybuilder.refusals import RefusedError
from rules.core.catalogue.catalogue import Catalogue
from rules.core.document import edits
from rules.core.document.naming import squad_label
from rules.core.document.roster import ExtraEntry, Squad
from rules.core.document.rows import EditRefusedError, RowPlace
from rules.core.text import Text
from rules.language import active_language

BACK = "back"  # the field that names a row to put back before the form's own action
OWN_FIELDS = ("csrfmiddlewaretoken", "key", BACK)  # each form has its own, whatever it is for


# By the end of the action that puts them back.
REMOVED = {
    "-squad": pgettext_lazy("squad", "%(name)s was removed in another tab."),
    "-extra": pgettext_lazy("extra", "%(name)s was removed in another tab."),
    "": _("%(name)s was removed in another tab."),
}


class PutBackForm(Struct, frozen=True):
    """The sentence about a row that is gone, and the form that puts it back: its address, its fields, its button.

    Without a button there is nothing to put back. `is_kept`: there is no room yet, and it stays until there is.
    """

    text: str
    address: str = ""
    hidden: str = ""
    button: str = ""
    is_kept: bool = False


def put_back_form(
    request: HtmxHttpRequest, army_list: ArmyList, row_id: str, *, repeats: bool
) -> PutBackForm | None:
    """Return how to put back a row; None if the list never had it. `repeats`: the form is sent once more."""
    gone = find_gone(army_list, row_id)
    if gone is None:
        return None
    name, kind = capfirst(_label(gone.place, army_list.catalogue).to(active_language())), _kind(gone.place)
    if gone.is_merged:
        return PutBackForm(gettext("%(name)s is now in a row with identical figures.") % {"name": name})
    posted = _posted(request) if request.method == "POST" else [("edit", row_id)]
    own = zip(OWN_FIELDS, (get_token(request), secrets.token_urlsafe(12), row_id), strict=True)
    return PutBackForm(
        text=str(REMOVED[kind]) % {"name": name},
        address=request.path if repeats else reverse("lists:put-back", args=[army_list.pk, row_id]),
        hidden=_inputs([*own, *posted]),
        button=pgettext("squad", "Put back") if kind == "-squad" else gettext("Put back"),
    )


def _posted(request: HtmxHttpRequest) -> list[tuple[str, str]]:
    """Return the values of a form, without those common to all forms."""
    fields = ((name, values) for name, values in request.POST.lists() if name not in OWN_FIELDS)
    return [(name, str(value)) for name, values in fields for value in values]


def put_back(request: HtmxHttpRequest, list_id: UUID, key: str) -> RefusedError | None:
    """Put back the row that a form names for this, if any, in a separate undo step.

    An unknown one is not restored: the action then says that it is gone. Return the reason if there is no room.
    Raises ArmyList.DoesNotExist.
    """
    row_id = request.POST.get(BACK, "")
    if not row_id:
        return None
    try:
        with open_edit(list_id, visitor_of(request), f"back {key}"[:64]) as edit:
            _put_back(edit, row_id)
    except RefusedError as full:
        return full
    except EditRefusedError:
        return None
    return None


def _put_back(edit: Edit, row_id: str) -> None:
    gone = find_gone(edit.army_list, row_id)
    if gone is None or gone.is_merged:
        return
    label = _label(gone.place, edit.catalogue)
    try:
        after = edits.put_back(edit.before, gone.roster, gone.place.row.id)
    except edits.ListFullError as full:
        said = _(
            "There is no room to put %(name)s back. %(full)s Remove something first: it is "
            "still in the list’s versions."
        )
        raise RefusedError(said, name=label.to(active_language()), full=sentence_of(full)) from full
    edit.make(after, f"put-back{_kind(gone.place)}", label, squad_name_of(gone.place))


def _label(place: RowPlace, catalogue: Catalogue) -> Text:
    """Return the name of a row or squad inside a sentence."""
    return squad_label(place.row, place.number) if place.table == "squads" else label_of(place, catalogue)


def _kind(place: RowPlace) -> str:
    match place.row:
        case Squad():
            return "-squad"
        case ExtraEntry():
            return "-extra"
        case _:
            return ""


CAN_BE_UNDONE = "undo"  # the tag of a message with a button


def respond(
    request: HtmxHttpRequest,
    army_list: ArmyList,
    page: BuilderState,
    *,
    notice: str = "",
    status: int = 200,
    focus: str = "",
    toast: str = "",
    can_be_undone: bool = False,
) -> HttpResponse:
    """Answer a change of a list: the sheet for htmx, the builder's page for a plain form.

    `toast`: the action, shown for a while, with a button for undo if it `can_be_undone`.
    """
    if request.htmx or status != 200:
        return render_builder(
            request, army_list, page, notice=notice, status=status, focus=focus, toast=toast
        )
    if notice:
        messages.warning(request, notice)
    if toast:
        messages.success(request, toast, extra_tags=CAN_BE_UNDONE if can_be_undone else "")
    address = builder_address(army_list.pk) + page.query()
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
    toast: str = "",
) -> HttpResponse:
    """Render the sheet of a list: for an edit by htmx alone, otherwise with the page around it."""
    sheet = build_sheet(
        army_list.roster,
        army_list.catalogue,
        army_list.report,
        active_language(),
        editing=page.editing,
        squad=page.squad,
        refused=refused,
    )
    values = {
        "sheet": sheet,
        "form": refused if refused and refused.layout else _open_form(request, army_list, page),
        "army_list": army_list,
        "history": next_steps(army_list),
        "rules": rules_change(army_list, active_language()),
        "page": BuilderState(page.editing, sheet.palette.squad if page.squad else ""),
        "address": builder_address(army_list.pk),
        "hidden": _hidden_fields(request, army_list, page, refused),
        "notice": notice,
        "gone": gone,
        "focus": focus,
        "toast": toast,
        "LANGUAGE_CODE": get_language(),
    }
    if not army_list.is_of(visitor_of(request)):
        return render(request, "lists/sample.html", values, status=status)
    if request.method == "POST" and request.htmx:
        # The sheet needs nothing from the request: the context of the visitor's pages is not computed.
        return HttpResponse(render_to_string("lists/_sheet.html", values), status=status)
    return render(request, "lists/builder.html", values, status=status)


def _open_form(request: HtmxHttpRequest, army_list: ArmyList, page: BuilderState) -> BuilderForm | None:
    """Return the form being edited. Only the list's own gets the cursor: a keyboard would cover the weapons."""
    if not page.editing:
        return None
    context = FormContext(army_list.roster, army_list.catalogue, active_language(), list_id=army_list.pk)
    form = open_form(page.editing, context)
    if form and request.method == "GET" and page.editing == "list":
        form.focus()
    return form


@lru_cache(maxsize=1024)
def builder_address(list_id: UUID) -> str:
    return reverse("lists:builder", args=[list_id])


def _hidden_fields(
    request: HtmxHttpRequest, army_list: ArmyList, page: BuilderState, refused: BuilderForm | None
) -> SafeString:
    """Return the hidden fields of all forms of the sheet: one key for all, because only one is sent.

    `was` is the revision that the forms show. A refused one shows the values typed on an older one.
    """
    was = request.POST.get("was", "")[:LONGEST_ID] if refused else ""
    values = {
        "csrfmiddlewaretoken": get_token(request),
        "key": secrets.token_urlsafe(12),
        "was": was or str(army_list.revision_id),
        "edit": page.editing,
        "squad": page.squad,
    }
    return _inputs((name, value) for name, value in values.items() if value)


def _inputs(fields: Iterable[tuple[str, str]]) -> SafeString:
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)
