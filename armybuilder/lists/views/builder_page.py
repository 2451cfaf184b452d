"""The builder's page, and the answer to a change of a list.

htmx gets the sheet itself, a plain form is redirected to the builder's page.
"""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.builder import Sheet, build_sheet
from armybuilder.lists.forms import BuilderForm, FormContext, open_form
from armybuilder.lists.history.words import History, history
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates.rules import RulesChange, rules_change
from armybuilder.lists.views.page_state import LONGEST_ID, BuilderState
from armybuilder.lists.views.put_back import PutBackForm
from armybuilder.lists.visitors import visitor_of
from rules.language import active_language

CAN_BE_UNDONE = "undo"  # the tag of a message that stands with a button for it


@dataclass(frozen=True, slots=True)
class Toast:
    """What was done, told for a while ("": nothing is told); with a button for undo where `can_be_undone`."""

    text: str = ""
    can_be_undone: bool = False


NO_TOAST = Toast()


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
    toast: Toast = NO_TOAST,
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
    shown = BuilderContext(
        sheet=sheet,
        form=refused if refused and refused.layout else _open_form(request, army_list, page),
        army_list=army_list,
        history=history(army_list),
        rules=rules_change(army_list, active_language()),
        page=BuilderState(page.editing, sheet.palette.squad if page.squad else ""),
        address=builder_address(army_list.pk),
        hidden=_hidden_fields(request, army_list, page, refused),
        notice=notice,
        gone=gone,
        focus=focus,
        toast=toast.text,
    )
    values = _as_context(shown)
    if not army_list.is_of(visitor_of(request)):
        return render(request, "lists/sample.html", values, status=status)
    if request.method == "POST" and request.htmx:
        # The sheet asks nothing of the request: what pages say of their visitor need not be found out.
        return HttpResponse(render_to_string("lists/_sheet.html", values), status=status)
    return render(request, "lists/builder.html", values, status=status)


def _open_form(request: HtmxHttpRequest, army_list: ArmyList, page: BuilderState) -> BuilderForm | None:
    """Return the form of the part that is being edited.

    The list’s own form puts the cursor into its name. A figure’s form does not: a phone’s keyboard would cover the
    weapons.
    """
    if not page.editing:
        return None
    context = FormContext(army_list.roster, army_list.catalogue, active_language(), list_id=army_list.pk)
    form = open_form(page.editing, context)
    if form and request.method == "GET" and page.editing == "list":
        form.focus()
    return form


@lru_cache(maxsize=1024)
def builder_address(list_id: UUID) -> str:
    """Return the address of the builder's page."""
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


def _as_context(shown: BuilderContext) -> dict[str, Any]:
    """Return the parts of what is shown by their names."""
    return {name: getattr(shown, name) for name in BuilderContext.__slots__} | {
        "LANGUAGE_CODE": get_language()
    }
