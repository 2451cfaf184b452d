"""Two lists side by side: one's own and their versions, those of clubs, samples, public ones, whatever a link shows."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.profiles.asked import Asked, asked_of
from armybuilder.lists.profiles.cached import profile_for, strengths_for
from armybuilder.lists.profiles.comparison import Side, comparison
from armybuilder.lists.profiles.panel import target_of
from armybuilder.lists.profiles.profiled import Profiled
from armybuilder.lists.profiles.versus import can_be_laid_over, versus
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.sharing.sides import side_of
from armybuilder.sharing.views.choice import lists_to_choose
from rules.language import active_language


@require_safe
@never_cache
def compare(request: HtmxHttpRequest) -> HttpResponse:
    """Compare two lists; without both, choose the next.

    `a`, `b`: a list's id, `<id>.<number>` for a version of one's own, or the token of a link. `target` and `range` are
    those of profiles.
    """
    visitor = visitor_of(request)
    first, second = (side_of(visitor, request.GET.get(name, "")) for name in ("a", "b"))
    context: dict[str, object]
    if first and second:
        context = _compared(request, first, second)
    else:
        context = _choice(request, visitor, first or second, "b" if first else "a")
    return render(request, "lists/compare.html", {"first": first, "second": second} | context)


def _compared(request: HtmxHttpRequest, first: Side, second: Side) -> dict[str, object]:
    language = active_language()
    context: dict[str, object] = {"comparison": comparison(first, second, language)}
    asked = asked_of(request.GET, first.catalogue)
    if can_be_laid_over(first.catalogue, second.catalogue, asked):
        lists = _profiled(first, asked), _profiled(second, asked)
        context["versus"] = versus(lists, language)
        context["target"] = target_of(first.catalogue, asked, language)
        context["hidden_fields"] = [("a", first.ref), ("b", second.ref)]
    return context


def _profiled(side: Side, asked: Asked) -> Profiled:
    profile = profile_for(side.document, side.version_id, asked)
    strengths = strengths_for(side.document, side.version_id)
    return Profiled(side.name, side.roster, side.catalogue, profile, strengths)


def _choice(request: HtmxHttpRequest, visitor: Visitor, other: Side | None, place: str) -> dict[str, object]:
    """Return the lists that may be compared as `a` or `b` with the `other`, each with the address that chooses it."""
    chosen = {name: request.GET[name] for name in ("a", "b") if request.GET.get(name)}
    offered = lists_to_choose(request.GET, visitor, but=other.list_id if other else None)
    lines = offered.lines(lambda ref: "?" + urlencode(chosen | {place: ref}))
    return {"choice": offered, "lines": lines, "hidden_fields": list(chosen.items())}
