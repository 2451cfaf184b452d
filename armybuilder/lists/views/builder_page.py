"""The answer to a change of a list: its sheet, or the page around it."""

import secrets
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
from django.utils.translation import get_language

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.forms import BuilderForm, FormContext, open_form
from armybuilder.lists.history import next_steps
from armybuilder.lists.models import ArmyList
from armybuilder.lists.updates import rules_change
from armybuilder.lists.views.page_state import LONGEST_ID, BuilderState
from armybuilder.lists.visitors import visitor_of
from rules.language import active_language

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
        return render_builder(request, army_list, page, notice=notice, status=status, focus=focus, toast=toast)
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
    fields = [(name, value) for name, value in values.items() if value]
    return format_html_join("", '<input type="hidden" name="{}" value="{}">', fields)
