"""What the pages of own rules share."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from armybuilder.accounts.models import user_of
from armybuilder.http import private_page
from armybuilder.own_rules.models import OwnRules


def draft_of(request: HttpRequest, key: str) -> OwnRules:
    """Return a draft that the user may write. Raises Http404."""
    drafts = OwnRules.objects.select_related("ruleset__club", "parent__ruleset")
    rules = get_object_or_404(drafts, pk=key)
    if not rules.may_be_written_by(user_of(request)):
        raise Http404
    return rules


@private_page
def later(request: HttpRequest, key: str = "") -> HttpResponse:
    """Lead to the page that is there already."""
    if key:
        draft_of(request, key)
        return redirect("own:tables", key)
    return redirect("own:mine")
