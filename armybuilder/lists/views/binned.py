"""The page of a list in the bin: it tells the owner so, and can restore the list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found

from armybuilder.lists.models import ArmyList
from armybuilder.lists.models.army_lists import BIN_LIFE
from armybuilder.lists.visitors import visitor_of


@never_cache
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer "not found", or tell the owner that the list is in the bin."""
    binned = _binned(request)
    if binned is None:
        return page_not_found(request, exception)
    assert binned.deleted
    context = {"army_list": binned, "gone": binned.deleted + BIN_LIFE}
    return render(request, "lists/in_bin.html", context, status=404)


def _binned(request: HttpRequest) -> ArmyList | None:
    """Return the visitor's own list in the bin for the address of a page."""
    match = request.resolver_match
    list_id = match.kwargs.get("list_id") if match else None
    if list_id is None or request.method not in ("GET", "HEAD"):
        return None
    return ArmyList.objects.owned_by(visitor_of(request)).filter(pk=list_id, deleted__isnull=False).first()
