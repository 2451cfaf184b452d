"""Two lists side by side: one's own and their versions, those of clubs, samples, public ones, whatever a link shows."""

from dataclasses import replace
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Page
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists import choosing
from armybuilder.lists.comparison import Side, comparison
from armybuilder.lists.listing import Entry, entry
from armybuilder.lists.models import ArmyList
from armybuilder.lists.profiles.asked import Asked, asked_of
from armybuilder.lists.profiles.panel import target_of
from armybuilder.lists.profiles.profiled import Profiled
from armybuilder.lists.profiles.versus import can_be_laid_over, versus
from armybuilder.lists.profiling import profile_for, strengths_for
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.numbers import whole_number
from armybuilder.sharing.models import Publication
from armybuilder.sharing.opening import open_link
from armybuilder.sharing.views.public import NewestFirst
from rules.language import active_language

PUBLIC = "public"
WHOSE_NAMES = {
    "mine": gettext_lazy("My lists"),
    "clubs": gettext_lazy("From my clubs"),
    "samples": gettext_lazy("Sample lists"),
    PUBLIC: gettext_lazy("Public lists"),
}


@require_safe
@never_cache
def compare(request: HtmxHttpRequest) -> HttpResponse:
    """Compare two lists; without both, choose the next.

    `a`, `b`: a list's id, `<id>.<number>` for a version of one's own, or the token of a link. `target` and `range` are
    those of profiles.
    """
    visitor = visitor_of(request)
    first, second = (_side(visitor, request.GET.get(name, "")) for name in ("a", "b"))
    context: dict[str, object]
    if first and second:
        context = _compared(request, first, second)
    else:
        context = _choice(request, visitor, first or second, "b" if first else "a")
    return render(request, "lists/compare.html", {"first": first, "second": second} | context)


def _compared(request: HtmxHttpRequest, first: Side, second: Side) -> dict[str, object]:
    language = active_language()
    context: dict[str, object] = {"comparison": comparison(first, second, language)}
    asked = asked_of(request.GET, first.roster, first.catalogue)
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


# ── Choosing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _choice(request: HtmxHttpRequest, visitor: Visitor, other: Side | None, place: str) -> dict[str, object]:
    """Return the lists that may be compared as `a` or `b` with the `other`, each with the address that chooses it."""
    asked, number = choosing.read_filter(request.GET), request.GET.get("page")
    chosen = {name: request.GET[name] for name in ("a", "b") if request.GET.get(name)}
    page: Page[Publication] | Page[ArmyList]
    if request.GET.get("of") == PUBLIC:
        whose, page = PUBLIC, _public(asked.words, number)
        found = [(publication.link.token, publication.army_list) for publication in page]
    else:
        page = choosing.page_of(visitor, asked, number)
        if not request.GET.keys() & {"of", "q"} and not any(
            one.pk != (other and other.list_id) for one in page
        ):
            asked = replace(asked, whose="samples")  # who has none to choose from begins with ours
            page = choosing.page_of(visitor, asked, number)
        whose = str(asked.whose)
        found = [(str(army_list.pk), army_list) for army_list in page]
    lines: list[tuple[Entry, str]] = [
        (entry(one, active_language()), "?" + urlencode(chosen | {place: ref})) for ref, one in found
    ]
    return {
        "of": whose,
        "words": asked.words,
        "page": page,
        "lines": lines,
        "whose": WHOSE_NAMES.items(),
    }


def _public(words: str, number: str | None) -> Page[Publication]:
    found = Publication.objects.shown().listing().newest()
    if words:
        found = found.filter(army_list__name__icontains=words)
    return NewestFirst(found, choosing.A_PAGE).get_page(number)


# ── The two lists ──────────────────────────────────────────────────────────────────────────────────────────────────


def _side(visitor: Visitor, ref: str) -> Side | None:
    """The list, version or link of a reference, None for an empty one. Raises Http404: versions are their owner's."""
    if not ref:
        return None
    list_id, _, number = ref.partition(".")
    try:
        key = UUID(list_id)
    except ValueError:
        return _shared(ref)
    readable = ArmyList.objects.for_visitor(visitor) if number else ArmyList.objects.readable_by(visitor)
    army_list = get_object_or_404(readable, pk=key)
    return _version(army_list, ref, whole_number(number)) if number else _present(army_list, ref)


def _present(army_list: ArmyList, ref: str) -> Side:
    return Side(
        list_id=army_list.pk,
        ref=ref,
        name=army_list.name,
        url=reverse("lists:builder", args=[army_list.pk]),
        document=army_list.document,
        version_id=army_list.ruleset_version_id,
        roster=army_list.roster,
        catalogue=army_list.catalogue,
    )


def _version(army_list: ArmyList, ref: str, number: int | None) -> Side:
    if number is None:
        raise Http404
    revision = get_object_or_404(army_list.revisions, number=number)
    name = gettext("%(list)s, version %(version)s") % {
        "list": army_list.name,
        "version": f"“{revision.name}”" if revision.name else number,
    }
    return Side(
        list_id=army_list.pk,
        ref=ref,
        name=name,
        url=reverse("lists:version", args=[army_list.pk, number]),
        document=revision.document,
        version_id=revision.ruleset_version_id,
        roster=revision.roster,
        catalogue=revision.catalogue,
    )


def _shared(token: str) -> Side:
    shared = open_link(token)
    return Side(
        list_id=shared.army_list.pk,
        ref=token,
        name=shared.roster.name,
        url=reverse("sharing:shared", args=[token]),
        document=shared.shown.document,
        version_id=shared.shown.ruleset_version_id,
        roster=shared.roster,
        catalogue=shared.catalogue,
    )
