"""The profile of a list: of one that the visitor may read, or of a version of one's own."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.models import ArmyList, Revision
from armybuilder.lists.profiles.asked import asked_of, has_profile
from armybuilder.lists.profiles.cached import profile_for, strengths_for
from armybuilder.lists.profiles.panel import profile_panel
from armybuilder.lists.profiles.profiled import Profiled
from armybuilder.lists.views.page_state import own_list
from armybuilder.lists.visitors import visitor_of
from rules.core.assess import assess
from rules.language import active_language


@require_safe
@never_cache
def profile(request: HtmxHttpRequest, list_id: UUID) -> HttpResponse:
    """The profile of a list as it is: `target`, the class that is fired at, and `range`, where a game asks for it."""
    army_list = get_object_or_404(ArmyList.objects.readable_by(visitor_of(request)), pk=list_id)
    address = reverse("lists:builder", args=[list_id])
    return render_profile(request, army_list, address, str(list_id))


@require_safe
@never_cache
def version_profile(request: HtmxHttpRequest, list_id: UUID, number: int) -> HttpResponse:
    """The profile of a list as it was after one change."""
    revision = get_object_or_404(own_list(request, list_id).revisions, number=number)
    address = reverse("lists:version", args=[list_id, number])
    return render_profile(request, revision, address, f"{list_id}.{number}")


def render_profile(
    request: HtmxHttpRequest, shown: ArmyList | Revision, address: str, ref: str
) -> HttpResponse:
    """Return the page of a profile. `address`: the list's own; `ref`: what it is called in a comparison."""
    roster, catalogue, language = shown.roster, shown.catalogue, active_language()
    context: dict[str, object] = {
        "roster": roster,
        "game": catalogue.title.to(language),
        "ruleset": catalogue.id,
        "address": address,
        "ref": ref,
    }
    if has_profile(catalogue):
        asked = asked_of(request.GET, catalogue)
        profile = profile_for(shown.document, shown.ruleset_version_id, asked)
        strengths = strengths_for(shown.document, shown.ruleset_version_id)
        profiled = Profiled(roster.name, roster, catalogue, profile, strengths)
        context["panel"] = profile_panel(profiled, assess(roster, catalogue), asked, language)
    return render(request, "lists/profile.html", context)
