"""The roll for the attack."""

from django.http import HttpRequest, HttpResponse

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.attack_roll import correct_roll, enter_roll
from armybuilder.evenings.actions.attack_roll import roll as roll_for_both
from armybuilder.evenings.views.players import Visit, by_player
from armybuilder.evenings.views.read import read_roll, seen_at
from armybuilder.evenings.views.round_page import act


@by_player(act)
def roll(_request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """Roll on the site, for both players."""
    roll_for_both(visit.evening_id, visit.player, pk)
    return visit.table(pk)


@by_player(act)
def type_roll(request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """Enter the roll made at the table; as an organiser (`decide`) replace the current one."""
    totals = read_roll(request)
    if "decide" in request.POST and not visit.is_guest:
        correct_roll(visit.evening_id, user_of(request), pk, totals, seen=seen_at(request))
    else:
        enter_roll(visit.evening_id, visit.player, pk, totals)
    return visit.table(pk)
