"""Advice on a list: asked for by a page of its own, never on the way of an edit."""

from uuid import UUID

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.advice import advice_on, completed
from armybuilder.lists.builder.advice import AskedAdvice, advice_panel
from armybuilder.lists.builder.completing import Asked, completion_page
from armybuilder.lists.builder.context import Context
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.editing import AdviceGoneError, edit_response, editing
from armybuilder.lists.views.page_state import own_list
from armybuilder.numbers import whole_number
from rules.core.advice import GRADES, MOST_FINDINGS, SERIES, AdvisedChange, after
from rules.core.document import edits
from rules.language import active_language


@require_safe
@never_cache
def advice(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show fixes, ways to get under the limit and what fits: in the builder’s checks, or as a page."""
    army_list = own_list(request, list_id)
    asked = AskedAdvice(_first(request), request.GET.get("all", ""))
    advised = advice_on(army_list, asked.first)
    context = Context(advised.roster, advised.catalogue, active_language(), advised.report)
    panel = advice_panel(context, advised, asked)
    values = {"army_list": army_list, "panel": panel, "address": _address(list_id)}
    return render(request, "lists/_advice.html" if request.htmx else "lists/advice.html", values)


@require_safe
@never_cache
def complete(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show three ways to complete a list; the series and how good new men are stand in the address."""
    army_list = own_list(request, list_id)
    asked = _asked(request.GET)
    context = Context(army_list.roster, army_list.catalogue, active_language(), army_list.report)
    page = completion_page(context, completed(army_list, asked.series, asked.grade), asked)
    values = {"army_list": army_list, "it": page, "address": _address(list_id)}
    return render(request, "lists/complete.html", values)


@require_POST
def take(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Take a suggestion: one edit, and one undo. It is refused where the list is not that for which it was made."""
    army_list = own_list(request, list_id)
    chosen = _chosen(request, army_list)
    with editing(request, list_id) as edit:
        if not edit.is_repeat:
            if chosen is None or edit.before != army_list.roster:
                said = gettext("The list has changed since the suggestion was made: look at the new ones.")
                raise AdviceGoneError(said)
            edit.make(after(edit.before, chosen.steps, edits.new_ids()), "advice", chosen.words)
    return edit_response(request, edit, focus="report", removes=True)


def _chosen(request: HtmxHttpRequest, army_list: ArmyList) -> AdvisedChange | None:
    """Return what a button offered; one of the page of completion says which series it is of."""
    key = request.POST.get("take", "")
    if "series" not in request.POST:
        return advice_on(army_list, _first(request)).changes().get(key)
    asked = _asked(request.POST)
    suggestions = completed(army_list, asked.series, asked.grade)
    return next((AdvisedChange(one.steps, one.title) for one in suggestions if one.key == key), None)


def _first(request: HtmxHttpRequest) -> int:
    """Return from which finding on fixes are asked for: a whole portion of them."""
    first = whole_number(request.GET.get("from", ""), digits=4) or 0
    return max(0, first) // MOST_FINDINGS * MOST_FINDINGS


def _asked(values: QueryDict) -> Asked:
    """Return which series and grade are asked for; what is no number within bounds is taken as none."""
    series = whole_number(values.get("series", ""), digits=2)
    grade = whole_number(values.get("grade", ""), digits=1)
    return Asked(
        series if series and series <= SERIES else 1,
        grade if grade is not None and grade < GRADES else GRADES // 2,
    )


def _address(list_id: UUID) -> str:
    return reverse("lists:builder", args=[list_id])
