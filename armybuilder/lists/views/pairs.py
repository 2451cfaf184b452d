"""Two lists side by side: any two that are compared, and the attacker and defender of one force."""

from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.limits import limited
from armybuilder.lists import choosing
from armybuilder.lists.comparison import Side, comparison
from armybuilder.lists.listing import entry
from armybuilder.lists.models import ArmyList
from armybuilder.lists.pairing import name_of_partner, pair
from armybuilder.lists.views.responses import form_key, own_list
from armybuilder.lists.visitors import Visitor, visitor_of
from armybuilder.numbers import whole_number
from rules.core import edits
from rules.language import active_language

WHOSE_NAMES = {
    "mine": gettext_lazy("My lists"),
    "clubs": gettext_lazy("From my clubs"),
    "samples": gettext_lazy("Sample lists"),
}


@require_safe
@never_cache
def compare(request: HtmxHttpRequest) -> HttpResponse:
    """Compare two lists or revisions (`a`, `b`: a list's id, or `<id>.<number>`); without both, choose the next."""
    visitor = visitor_of(request)
    first, second = (_side(visitor, request.GET.get(name, "")) for name in ("a", "b"))
    context: dict[str, object]
    if first and second:
        context = {"comparison": comparison(first, second, active_language())}
    else:
        context = _choice(request, visitor, "b" if first else "a")
    return render(request, "lists/compare.html", {"first": first, "second": second} | context)


def _choice(request: HtmxHttpRequest, visitor: Visitor, place: str) -> dict[str, object]:
    """Return the lists that may be compared as `a` or `b`, each with the address that chooses it."""
    asked, language = choosing.read_filter(request.GET), active_language()
    page = choosing.page_of(visitor, asked, request.GET.get("page"))
    chosen = {name: request.GET[name] for name in ("a", "b") if request.GET.get(name)}
    lines = [(entry(one, language), "?" + urlencode(chosen | {place: str(one.pk)})) for one in page]
    return {"asked": asked, "page": page, "lines": lines, "whose": WHOSE_NAMES.items()}


def _side(visitor: Visitor, ref: str) -> Side | None:
    """The list or revision of a reference, None for an empty one. Raises Http404: revisions are their owner's alone."""
    if not ref:
        return None
    list_id, _, number = ref.partition(".")
    readable = ArmyList.objects.for_visitor(visitor) if number else ArmyList.objects.readable_by(visitor)
    try:
        army_list = readable.get(pk=UUID(list_id))
        return _revision(army_list, ref, whole_number(number)) if number else _present(army_list, ref)
    except (ValueError, ArmyList.DoesNotExist):
        raise Http404 from None


def _present(army_list: ArmyList, ref: str) -> Side:
    url = reverse("lists:builder", args=[army_list.pk])
    return Side(army_list.pk, ref, army_list.name, url, army_list.roster, army_list.catalogue)


def _revision(army_list: ArmyList, ref: str, number: int | None) -> Side:
    revision = get_object_or_404(army_list.revisions, number=number)
    name = gettext("%(list)s, version %(version)s") % {
        "list": army_list.name,
        "version": f"“{revision.name}”" if revision.name else number,
    }
    url = reverse("lists:version", args=[army_list.pk, number])
    return Side(army_list.pk, ref, name, url, revision.roster, revision.catalogue, is_revision=True)


@require_safe
@never_cache
def show_pair(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The attacker's and the defender's list of one force, or the offer to make the one that is missing."""
    visitor = visitor_of(request)
    army_list = own_list(request, list_id)
    partner = ArmyList.objects.for_visitor(visitor).partner_of(army_list)
    try:
        shown = pair(army_list, partner, active_language())
    except edits.NoPairError:
        raise Http404 from None
    address = reverse("lists:builder", args=[list_id])
    return render(request, "lists/pair.html", {"army_list": army_list, "pair": shown, "address": address})


@require_POST
@limited("new-list")
def make_partner(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """Make the other list of the force, a copy of this one, and show the two."""
    army_list = own_list(request, list_id)
    try:
        name = name_of_partner(army_list, active_language())
        ArmyList.objects.make_partner(list_id, visitor_of(request), form_key(request), name)
    except (ArmyList.DoesNotExist, edits.NoPairError):
        raise Http404 from None
    return redirect("lists:pair", list_id)
