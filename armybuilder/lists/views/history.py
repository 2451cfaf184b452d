"""Views of a list's history: its edits, named versions, and its rules."""

import secrets
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.actions import editing
from armybuilder.lists.builder import build_sheet
from armybuilder.lists.history import timeline
from armybuilder.lists.quotas import LONGEST_NAME
from armybuilder.lists.views.builder_page import respond
from armybuilder.lists.views.page_state import BuilderState, form_key, own_list
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.core.assess import assess
from rules.language import active_language


@require_safe
@never_cache
def history(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show every change of a list, the newest first, and its named versions."""
    army_list = own_list(request, list_id)
    shown = timeline(army_list, request.GET.get("page", ""))
    context = {"army_list": army_list, "key": secrets.token_urlsafe(12), **shown}
    return render(request, "lists/history.html", context)


@require_safe
@never_cache
def version(request: HtmxHttpRequest, list_id: UUID, number: int) -> HttpResponse:
    army_list = own_list(request, list_id)
    revision = get_object_or_404(army_list.revisions, number=number)
    roster, catalogue = revision.roster, revision.catalogue
    context = {
        "army_list": army_list,
        "revision": revision,
        "sheet": build_sheet(roster, catalogue, assess(roster, catalogue), active_language()),
        "address": reverse("lists:builder", args=[list_id]),
        "is_present": revision.pk == army_list.revision_id,
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "lists/version.html", context)


@require_POST
def name_version(request: HtmxHttpRequest, list_id: UUID, number: int) -> HttpResponse:
    name = " ".join(request.POST.get("name", "").split())[:LONGEST_NAME]
    with or_404():
        editing.name_revision(list_id, visitor_of(request), number, name)
    return redirect("lists:history", list_id)


@require_POST
def restore_version(request: HtmxHttpRequest, list_id: UUID, number: int) -> HttpResponse:
    with or_404():
        editing.restore_revision(list_id, visitor_of(request), number, form_key(request))
    return redirect("lists:builder", list_id)


@require_safe
def compare_chosen(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    numbers = map(whole_number, request.GET.getlist("r"))
    chosen = sorted(number for number in numbers if number is not None)
    if len(chosen) not in (1, 2):
        messages.warning(request, gettext("Choose one version, or two to compare."))
        return redirect("lists:history", list_id)
    first, *others = (f"{list_id}.{number}" for number in chosen)
    second = others[0] if others else str(list_id)
    return redirect(reverse("sharing:compare", query={"a": first, "b": second}))


@require_POST
def update_rules(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    with or_404():
        army_list = editing.update_rules(list_id, visitor_of(request), form_key(request))
    return respond(request, army_list, BuilderState.of(request.POST))
