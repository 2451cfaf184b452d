"""Advice on a list, cached by its document and rules version. A key identifies each suggestion."""

from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest, or_404
from armybuilder.lists.builder.advice import advice_panel
from armybuilder.lists.builder.completing import CompletionQuery, completion_page
from armybuilder.lists.builder.context import Context
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.profiles.panel import profile_values
from armybuilder.lists.profiles.profile import asked_of, has_profile, yardstick
from armybuilder.lists.views.builder_page import builder_address
from armybuilder.lists.views.editing import AdviceGoneError, edit_response, editing
from armybuilder.lists.views.page_state import own_list
from armybuilder.lists.visitors import visitor_of
from armybuilder.numbers import whole_number
from rules.catalogue import catalogue_for
from rules.core.advice import (
    GRADES,
    MOST_FINDINGS,
    SERIES,
    Advice,
    AdvisedChange,
    Suggestion,
    after,
    completions,
    find_cuts,
    find_fixes,
    fitting_additions,
    legal_completion,
)
from rules.core.assess import assess
from rules.core.document import edits
from rules.core.document.roster import Figure, Vehicle, decode
from rules.core.document.rows import RowGoneError, find_place
from rules.core.text import Text
from rules.language import active_language
from rules.odds.fire.weapon_grid import in_hands, is_aimed, usual_class, weapons_of
from rules.odds.views import weapon_body

LEGAL = "legal"  # instead of a key: a completion without findings
MOST_KEPT = 16  # lists, 4 MB for the worst: a reader of advice takes some of it, and comes back


def advice_on(army_list: ArmyList, first: int = 0) -> Advice:
    """Return the advice on a list, with fixes for twenty findings from number `first` on."""
    return _advice(army_list.document, army_list.ruleset_version_id, first)


def completed(army_list: ArmyList, series: int, grade: int) -> tuple[Suggestion, ...]:
    """Return a series of completions of a list, with men of the `grade`."""
    return _completed(army_list.document, army_list.ruleset_version_id, series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _completed(document: str, version_id: UUID, series: int, grade: int) -> tuple[Suggestion, ...]:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    return completions(roster, catalogue, assess(roster, catalogue), series, grade)


@lru_cache(maxsize=MOST_KEPT)
def _advice(document: str, version_id: UUID, first: int) -> Advice:
    roster, catalogue = decode(document.encode()), catalogue_for(version_id)
    report = assess(roster, catalogue)
    fixes = find_fixes(roster, catalogue, report, first)
    cuts, additions = find_cuts(roster, catalogue, report), fitting_additions(roster, catalogue, report)
    return Advice(roster, catalogue, report, fixes, cuts, additions)


@require_safe
@never_cache
def advice(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show fixes, ways to get under the limit and what fits: in the builder’s checks, or as a page."""
    army_list = own_list(request, list_id)
    first = _first(request)
    advised = advice_on(army_list, first)
    context = Context(advised.roster, advised.catalogue, active_language(), advised.report)
    values = {
        "army_list": army_list,
        "advised": advised,
        "panel": advice_panel(context, advised, first, request.GET.get("all", "")),
        "address": builder_address(list_id),
    }
    return render(request, "lists/_advice.html" if request.htmx else "lists/advice.html", values)


@require_safe
@never_cache
def complete(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show three ways to complete a list; the series and the quality of new men are in the address."""
    army_list = own_list(request, list_id)
    asked = _asked(request.GET)
    context = Context(army_list.roster, army_list.catalogue, active_language(), army_list.report)
    page = completion_page(context, completed(army_list, asked.series, asked.grade), asked)
    values = {"army_list": army_list, "it": page, "address": builder_address(list_id)}
    return render(request, "lists/complete.html", values)


@require_POST
def take(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Apply a suggestion: one edit, one undo. “legal” fills an empty list, without findings."""
    army_list = own_list(request, list_id)
    chosen = _chosen(request, army_list)
    with editing(request, list_id) as edit:
        if chosen is None or edit.before != army_list.roster:
            said = gettext("The list has changed since the suggestion was made: look at the new ones.")
            raise AdviceGoneError(said)
        edit.make(after(edit.before, chosen.steps, edits.new_ids()), "advice", chosen.words)
    focus = "squads" if request.POST.get("take") == LEGAL else "report"
    return edit_response(request, edit, focus=focus, removes=True)


def _chosen(request: HtmxHttpRequest, army_list: ArmyList) -> AdvisedChange | None:
    """Return the suggestion of a button; on the completion page with its series."""
    key = request.POST.get("take", "")
    if key == LEGAL:
        found = legal_completion(army_list.roster, army_list.catalogue, army_list.report)
        return AdvisedChange(found.steps, Text("Una lista legale", "A legal list")) if found else None
    if "series" not in request.POST:
        return advice_on(army_list, _first(request)).changes().get(key)
    asked = _asked(request.POST)
    suggestions = completed(army_list, asked.series, asked.grade)
    return next((AdvisedChange(one.steps, one.title) for one in suggestions if one.key == key), None)


def _first(request: HtmxHttpRequest) -> int:
    """Return the finding from which fixes are requested: the start of a portion."""
    first = whole_number(request.GET.get("from", ""), digits=4) or 0
    return max(0, first) // MOST_FINDINGS * MOST_FINDINGS


def _asked(values: QueryDict) -> CompletionQuery:
    series = whole_number(values.get("series", ""), digits=2)
    grade = whole_number(values.get("grade", ""), digits=1)
    return CompletionQuery(
        series if series and series <= SERIES else 1,
        grade if grade is not None and grade < GRADES else GRADES // 2,
    )


@require_safe
@never_cache
def profile(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the profile of a list: `target`, the target class, and `range`, if a game needs it."""
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)
    return render_profile(request, army_list, builder_address(list_id), str(list_id))


@require_safe
@never_cache
def version_profile(request: HtmxHttpRequest, list_id: UUID, number: int) -> HttpResponse:
    revision = get_object_or_404(own_list(request, list_id).revisions, number=number)
    address = reverse("lists:version", args=[list_id, number])
    return render_profile(request, revision, address, f"{list_id}.{number}")


def render_profile(request: HtmxHttpRequest, shown: ArmyList | Revision, address: str, ref: str) -> HttpResponse:
    """Return the page of a profile. `address`: the list's own; `ref`: its reference in a comparison."""
    catalogue, language = shown.catalogue, active_language()
    context: dict[str, object] = {
        "roster": shown.roster,
        "catalogue": catalogue,
        "address": address,
        "ref": ref,
    }
    if has_profile(catalogue):
        asked = asked_of(request.GET, catalogue)
        context |= profile_values(shown.document, shown.ruleset_version_id, asked, language)
        context["target"] = asked.target_in_words(catalogue, language)
        context["yardstick"] = yardstick(catalogue, language) if asked == asked_of({}, catalogue) else ""
    return render(request, "lists/profile.html", context)


@require_safe
@never_cache
def weapon_odds(request: HtmxHttpRequest, list_id: UUID, row: str, weapon: str) -> HttpResponse:
    """Show the hits of a weapon of a row; the builder unfolds it beneath the weapon."""
    army_list = get_object_or_404(ArmyList.objects.for_visitor(visitor_of(request)), pk=list_id)
    context = {"army_list": army_list, "row": row, "weapon": weapon}
    return render(request, "lists/weapon_odds.html", context | _odds(army_list, row, weapon))


def _odds(army_list: ArmyList, row_id: str, weapon: str) -> dict[str, object]:
    """Return the hits of a weapon of a row, or the reason for none. Raises Http404 if row or weapon has gone."""
    roster, catalogue = army_list.roster, army_list.catalogue
    with or_404(RowGoneError):
        place = find_place(roster, row_id, (Figure, Vehicle))
    if place.squad is None or weapon not in weapons_of(place.row, catalogue):
        raise Http404
    usual = usual_class(roster, catalogue)
    query = dict(in_hands(place.row, place.squad, catalogue, usual, roster.rulings)).get(weapon)
    if query is not None:
        return {"body": weapon_body(army_list.ruleset_version_id, active_language(), query)}
    called = next((one for one in catalogue.odds.bombardments if one.weapon == weapon), None)
    name = catalogue.weapon_by_id[weapon].name.to(active_language())
    return {"name": name, "ruleset": catalogue.id, "called": called, "is_aimed": is_aimed(weapon, catalogue)}
