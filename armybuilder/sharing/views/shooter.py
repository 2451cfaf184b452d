"""Someone of a list is asked about in the odds: the list is chosen, then he."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.http import HtmxHttpRequest
from armybuilder.lists.visitors import visitor_of
from armybuilder.sharing.sides import side_of
from armybuilder.sharing.views.choice import lists_to_choose
from rules.catalogue import catalogue_for, current_versions
from rules.language import active_language
from rules.odds.fire.weapon_grid import usual_class
from rules.odds.from_list import FromList, can_be_from_list
from rules.odds.not_found import page_of
from rules.odds.showing.words import QUESTIONS


@require_safe
@never_cache
def shooter(request: HtmxHttpRequest, ruleset_id: str, question: str) -> HttpResponse:
    """Choose who of a list is asked about; without a list (`list`, as in a comparison), choose that.

    `at`: the situation that he comes into, as the odds page has it in its address.
    """
    versions = (one for one in current_versions() if one.ruleset_id == ruleset_id)
    version = next(versions, None)
    if version is None or not can_be_from_list(question, catalogue_for(version.pk)):
        raise Http404
    visitor, situation = visitor_of(request), request.GET.get("at", "")
    page = page_of(ruleset_id, question)
    context: dict[str, object] = {
        "ruleset": version.ruleset,
        "question": QUESTIONS[question],
        "page_address": page,
        "back": f"{page}?{situation}" if situation else page,
        "again": "?" + urlencode({"at": situation}),
    }
    side = side_of(visitor, request.GET.get("list", ""))
    if side is None:
        choice = lists_to_choose(request.GET, visitor, ruleset=ruleset_id)
        lines = choice.lines(lambda ref: "?" + urlencode({"at": situation, "list": ref}))
        context |= {"choice": choice, "lines": lines, "hidden_fields": [("at", situation)]}
    elif side.catalogue.id != ruleset_id:
        raise Http404
    else:
        asked = FromList(
            question, situation, side.catalogue, active_language(), usual_class(side.roster, side.catalogue)
        )
        context |= {"side": side, "groups": asked.groups(side.roster)}
    return render(request, "sharing/shooter.html", context)
