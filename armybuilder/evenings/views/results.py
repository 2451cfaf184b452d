"""Entering the results of games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.results import decide_result, enter_result
from armybuilder.evenings.views.players import Visit, by_player
from armybuilder.evenings.views.read import read_result, say_whether_it_counts, seen_at
from armybuilder.evenings.views.round_page import act
from armybuilder.rate_limits.limits import count, too_often


@by_player(act)
def write_result(request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """Enter the losses of each side as a player; decide them as an organiser (`decide`)."""
    if not visit.is_guest and count("result", user_of(request).pk):
        return too_often(request)
    said, seen = read_result(request), seen_at(request)
    if "decide" in request.POST and not visit.is_guest:
        decide_result(visit.evening_id, user_of(request), pk, *said, seen=seen)
        messages.success(request, gettext("Written, and it stands."))
    else:
        counts = enter_result(visit.evening_id, visit.player, pk, *said, seen=seen)
        say_whether_it_counts(request, counts=counts)
    return visit.table(pk)
