"""Choosing a list: to compare with another, or for an odds page."""

from collections.abc import Mapping
from urllib.parse import urlencode
from uuid import UUID

from django.core.paginator import Page
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.browsing import listing
from armybuilder.lists.models import Revision
from armybuilder.lists.profiles.comparison import Side, can_be_laid_over, comparison, scoreboard
from armybuilder.lists.profiles.fire import fire_of_two
from armybuilder.lists.profiles.in_words import in_words
from armybuilder.lists.profiles.morale import morale_of_two
from armybuilder.lists.profiles.panel import profile_for, strengths_for
from armybuilder.lists.profiles.profile import Profiled, ProfileQuery, asked_of
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.sharing.models import Publication
from armybuilder.sharing.opening import side_of
from armybuilder.sharing.search import NewestFirst
from rules.catalogue import catalogue_for, current_versions
from rules.language import active_language
from rules.odds.from_list import FromList, can_be_from_list
from rules.odds.questions import page_of
from rules.odds.showing.words import word

PUBLIC = "public"
WHOSE_NAMES = {
    "mine": gettext_lazy("My lists"),
    "clubs": gettext_lazy("From my clubs"),
    "samples": gettext_lazy("Example lists"),
    PUBLIC: gettext_lazy("Public lists"),
}


def lists_to_choose(
    query: Mapping[str, str],
    visitor: Visitor,
    chosen: dict[str, str],
    place: str,
    *,
    but: UUID | None = None,
    ruleset: str = "",
) -> dict[str, object]:
    """Return a page of the lists that a query asks for (`of`, `q`, `page`), of a `ruleset` only if it is given.

    Its `lines` are the lists, each with the address that chooses it, and its versions with theirs. Addresses keep what
    is `chosen`, and have the reference of a list as `place`. A visitor without lists, apart from the chosen one
    (`but`), starts with the examples; a version of the chosen one can be compared with it.
    """

    def address(ref: str) -> str:
        return "?" + urlencode(chosen | {place: ref})

    asked, number = listing.read_choice(query), query.get("page")
    choice: dict[str, object] = {"words": asked.words, "chosen": chosen, "whose": WHOSE_NAMES}
    if query.get("of") == PUBLIC:
        published = _public(asked.words, ruleset, number)
        lines = [(one.army_list, address(one.link.token), ()) for one in published]
        return choice | {"of": PUBLIC, "page": published, "lines": lines}
    page = listing.page_of(visitor, asked, number, ruleset=ruleset)
    versions = Revision.objects.names([one.pk for one in page]) if asked.whose == "mine" else {}
    if not query.keys() & {"of", "q"} and not any(one.pk != but or one.pk in versions for one in page):
        asked = replace(asked, whose="samples")
        page = listing.page_of(visitor, asked, number, ruleset=ruleset)
    found = [
        (
            one,
            address(str(one.pk)),
            [(name, address(f"{one.pk}.{number}")) for number, name in versions.get(one.pk, ())],
        )
        for one in page
    ]
    return choice | {"of": asked.whose, "page": page, "lines": found}


def _public(words: str, ruleset: str, number: str | None) -> Page[Publication]:
    found = Publication.objects.shown().listing()
    found = found.holding(("game", ruleset)) if ruleset else found.newest()
    if words:
        found = found.filter(Q(army_list__name__icontains=words) | Q(army_list__force__icontains=words))
    return NewestFirst(found, listing.A_PAGE).get_page(number)


@require_safe
@never_cache
def compare(request: HtmxHttpRequest) -> HttpResponse:
    """Compare two lists, `a` and `b` (an id, `<id>.<number>`, or a link's token); without both, choose."""
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
        fire = fire_of_two(lists[0].profile, lists[1].profile, (first.name, second.name))
        context["still"] = [one for one in fire if one.id.endswith("still")]
        context["moved"] = [one for one in fire if one.id.endswith("moved")]
        context["morale"] = morale_of_two(lists, language)
        context["scoreboard"] = scoreboard(lists, language)
        context["in_words"] = in_words(lists, language)
        context |= {"asked": asked, "target": asked.target_in_words(first.catalogue, language)}
        context["hidden_fields"] = [("a", first.ref), ("b", second.ref)]
    return context


def _profiled(side: Side, asked: ProfileQuery) -> Profiled:
    profile = profile_for(side.document, side.version_id, asked)
    strengths = strengths_for(side.document, side.version_id)
    return Profiled(side.name, side.roster, side.catalogue, profile, strengths)


def _choice(request: HtmxHttpRequest, visitor: Visitor, other: Side | None, place: str) -> dict[str, object]:
    """Return the lists that can be compared as `a` or `b` with the `other`, each with the address that chooses it."""
    chosen = {name: request.GET[name] for name in ("a", "b") if request.GET.get(name)}
    but = other.list_id if other else None
    return {"choice": lists_to_choose(request.GET, visitor, chosen, place, but=but)}


@require_safe
@never_cache
def shooter(request: HtmxHttpRequest, ruleset_id: str, question: str) -> HttpResponse:
    """Choose a man of a list (`list`) to ask about, in the situation `at`; without a list, choose that."""
    versions = (one for one in current_versions(request.user.pk) if one.ruleset_id == ruleset_id)
    version = next(versions, None)
    if version is None or not can_be_from_list(question, catalogue_for(version.pk)):
        raise Http404
    visitor, situation = visitor_of(request), request.GET.get("at", "")
    page = page_of(ruleset_id, question)
    context: dict[str, object] = {
        "ruleset": version.ruleset,
        "question": word("questions", question),
        "page_address": page,
        "back": f"{page}?{situation}" if situation else page,
        "again": "?" + urlencode({"at": situation}),
    }
    side = side_of(visitor, request.GET.get("list", ""))
    if side is None:
        chosen = {"at": situation}
        context["choice"] = lists_to_choose(request.GET, visitor, chosen, "list", ruleset=ruleset_id)
    elif side.catalogue.id != ruleset_id:
        raise Http404
    else:
        asked = FromList(question, situation, side.roster, side.catalogue, active_language())
        context |= {"side": side, "groups": asked.groups()}
    return render(request, "sharing/shooter.html", context)
