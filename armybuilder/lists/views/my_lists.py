"""My lists, the libraries of clubs, the front page and drafts."""

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import condition, require_POST, require_safe

from armybuilder.accounts.models import user_of
from armybuilder.clubs.views.clubs import membership_of
from armybuilder.http import HtmxHttpRequest, or_404, private_action, private_page
from armybuilder.lists.actions.copies import create_for_club, show_to_clubs
from armybuilder.lists.actions.shelves import bulk_action
from armybuilder.lists.actions.upkeep import record_visit
from armybuilder.lists.browsing import front_page, my_lists
from armybuilder.lists.browsing.listing import games
from armybuilder.lists.forms import THE_LIST
from armybuilder.lists.models import ArmyList
from armybuilder.lists.views.builder_page import render_builder
from armybuilder.lists.views.page_state import BuilderState, form_key, sentence_of
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.rate_limits.limits import limited
from rules.catalogue import catalogue_for, offered_version
from rules.core.document.roster import RoleOfList
from rules.core.document.rows import RowGoneError, find_place
from rules.language import active_language
from rules.last_used import OpenList, remember_list, remember_ruleset

SHELF_NAMES = {
    "in-use": pgettext_lazy("lists", "Active"),
    "archive": gettext_lazy("Archive"),
    "bin": gettext_lazy("Bin"),
}
ORDER_NAMES = {
    "changed": gettext_lazy("Last changed"),
    "name": gettext_lazy("Name"),
    "points": gettext_lazy("Points"),
}


@require_safe
@never_cache
def index(request: HtmxHttpRequest) -> HttpResponse:
    """Show the visitor's lists on one shelf, by search. `did` and `list`: the last act and its list."""
    visitor, asked = visitor_of(request), my_lists.read_filter(request.GET)
    counts = my_lists.shelf_counts(visitor)
    page = Paginator(my_lists.search(visitor, asked), my_lists.A_PAGE).get_page(request.GET.get("page"))
    context = {
        "asked": asked,
        "shelves": [(shelf, SHELF_NAMES[shelf], counts[shelf]) for shelf in my_lists.SHELVES],
        "orders": ORDER_NAMES.items(),
        "total": sum(counts.values()),
        "page": page,
        "lists": page,
        "games": games(request.user.pk),
        "tags": my_lists.tags_of(visitor),
        "done": _done(visitor, request.GET),
    }
    return render(request, "lists/index.html", context)


@require_POST
def several(request: HtmxHttpRequest) -> HttpResponse:
    """Apply an action to the selected lists (`act`, `tag`) and offer to undo it, or compare or print them."""
    if request.POST.get("act") in ("compare", "print"):
        return _onwards(request)
    act = my_lists.read_action(request.POST.get("act", ""))
    if act is None:
        raise Http404
    tag = my_lists.read_tag(request.POST.get("tag", ""))
    chosen = _ids(request.POST.getlist("list"))
    if wanting := _missing(act, chosen, tag):
        messages.warning(request, wanting)
    changed = bulk_action(act, visitor_of(request), chosen, tag)
    asked = my_lists.read_filter(QueryDict(request.POST.get("query", "")))
    query = QueryDict(asked.query, mutable=True)
    if changed and "undo" not in request.POST:
        query["did"], query["did-tag"] = act, tag
        query.setlist("list", [str(pk) for pk in changed])
    return redirect(f"{reverse('lists:index')}?{query.urlencode()}".rstrip("?"))


def _onwards(request: HtmxHttpRequest) -> HttpResponse:
    """Lead to the comparison of two selected lists, or to printing the selected ones."""
    chosen = [str(pk) for pk in _ids(request.POST.getlist("list"))]
    if request.POST["act"] == "print":
        return redirect(reverse("bundles:choose", query={"list": chosen}))
    if len(chosen) == 2:
        return redirect(reverse("sharing:compare", query={"a": chosen[0], "b": chosen[1]}))
    messages.warning(request, gettext("Select two lists to compare."))
    asked = my_lists.read_filter(QueryDict(request.POST.get("query", "")))
    return redirect(f"{reverse('lists:index')}?{asked.query}".rstrip("?"))


def _missing(act: my_lists.BulkAction, chosen: list[UUID], tag: str) -> str:
    if not chosen:
        return gettext("Select the lists first: each has a box before its name.")
    if act in ("tag", "untag") and not tag:
        return gettext("Enter the tag first.")
    return ""


def _ids(texts: list[str]) -> list[UUID]:
    with or_404(ValueError):
        return [UUID(text) for text in texts[: my_lists.A_PAGE]]


def _done(visitor: Visitor, query: QueryDict) -> dict[str, object] | None:
    """Return the action that the address says was taken on the visitor's lists, for undo; None if none."""
    act, tag = my_lists.read_action(query.get("did", "")), query.get("did-tag", "")
    if act is None:
        return None
    own = ArmyList.objects.owned_by(visitor).filter(pk__in=_ids(query.getlist("list")))
    names = dict(own.values_list("pk", "name"))
    if not names:
        return None
    facts = {"count": len(names), "name": next(iter(names.values())), "tag": tag}
    said = _said(act, len(names)) % facts
    return {"said": said, "back": my_lists.INVERSE[act], "ids": [str(pk) for pk in names], "tag": tag}


def _said(act: my_lists.BulkAction, count: int) -> str:
    """One list is named, several are counted: gettext cannot treat them as one sentence."""
    one, several = {
        "archive": (gettext("“%(name)s” archived"), gettext("%(count)s lists archived")),
        "unarchive": (gettext("“%(name)s” unarchived"), gettext("%(count)s lists unarchived")),
        "delete": (gettext("“%(name)s” deleted"), gettext("%(count)s lists deleted")),
        "restore": (gettext("“%(name)s” restored"), gettext("%(count)s lists restored")),
        "tag": (gettext("“%(name)s” tagged “%(tag)s”"), gettext("%(count)s lists tagged “%(tag)s”")),
        "untag": (
            gettext("“%(tag)s” removed from “%(name)s”"),
            gettext("“%(tag)s” removed from %(count)s lists"),
        ),
    }[act]
    return one if count == 1 else several


A_PAGE = 50


@private_page
def library(request: HttpRequest, club_id: UUID) -> HttpResponse:
    mine = membership_of(request, club_id)
    asked = my_lists.read_filter(request.GET)
    page = Paginator(my_lists.library_of(club_id, asked), A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": mine.club,
        "mine": mine,
        "asked": asked,
        "games": games(request.user.pk),
        "page": page,
        "entries": page,
    }
    return render(request, "lists/library.html", context)


@private_action
@limited("new-list")
def new_list(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Create a list for a club: it has the club's house rules, and is in its library."""
    mine = membership_of(request, club_id)
    ruleset, role = request.POST.get("ruleset", ""), request.POST.get("role", "")
    with or_404():
        book = catalogue_for(offered_version(ruleset, request.user.pk).pk)
    if role not in book.format_by_id:
        raise Http404
    made = create_for_club(user_of(request), mine, ruleset, cast(RoleOfList, role), form_key(request))
    return redirect("lists:builder", made.pk)


@private_action
def show_in_clubs(request: HttpRequest, list_id: UUID) -> HttpResponse:
    with or_404(ValueError):
        clubs = {UUID(text) for text in request.POST.getlist("club")}
        show_to_clubs(list_id, user_of(request), clubs)
    messages.success(request, gettext("Saved."))
    return redirect(f"/lists/{list_id}/share/")


@require_safe
def home(request: HtmxHttpRequest) -> HttpResponse:
    """Show the front page: the games, their players, and examples."""
    language = active_language()
    samples = front_page.samples()
    shown = games(request.user.pk)
    context = {
        "games": [game for game in shown if not game.is_own],
        "own_games": [game for game in shown if game.is_own],
        "periods": front_page.periods(shown),
        "examples": [front_page.example(sample, language) for sample in front_page.one_of_each_game(samples)],
        "anatomy": front_page.anatomy(samples, language),
    }
    return render(request, "lists/home.html", context)


@require_safe
def samples(request: HtmxHttpRequest) -> HttpResponse:
    language = active_language()
    examples = [front_page.example(sample, language) for sample in front_page.samples()]
    return render(request, "lists/samples.html", {"examples": examples})


@require_safe
@never_cache
def builder(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Show the builder with one of the visitor's lists, or an example. `edit` opens a row, `squad` the palette."""
    lists = ArmyList.objects.readable_by(visitor_of(request)).with_current_rules()
    army_list = get_object_or_404(lists, pk=list_id)
    record_visit(request, army_list)
    page = BuilderState.of(request.GET)
    response = render_builder(request, army_list, page, notice=_gone(army_list, page.editing))
    remember_ruleset(request, response, army_list.roster.ruleset)
    if army_list.is_of(visitor_of(request)):
        remember_list(request, response, OpenList(army_list.roster.ruleset, army_list.pk))
    return response


def _present_revision(request: HtmxHttpRequest, list_id: UUID) -> str:
    """Return the tag of the current list. Raises Http404."""
    own = ArmyList.objects.for_visitor(visitor_of(request)).filter(pk=list_id)
    revision = own.order_by().values_list("revision", flat=True).first()
    if revision is None:
        raise Http404
    return f'"{revision}"'


@require_safe
@never_cache
@condition(etag_func=_present_revision)
def present(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Answer 304 if a tab shows the current revision (If-None-Match), otherwise 204 with the current one."""
    return HttpResponse(status=204)


def _gone(army_list: ArmyList, row_id: str) -> str:
    """Return the sentence about an address or a form that opens a row which is gone; otherwise ""."""
    if row_id not in ("", THE_LIST):
        try:
            find_place(army_list.roster, row_id)
        except RowGoneError as gone:
            return sentence_of(gone)
    return ""
