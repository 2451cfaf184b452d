"""The roll for who attacks."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.models import DiceOff, Pairing
from armybuilder.evenings.views.read import read_roll, seen_at
from armybuilder.evenings.views.responses import TableGoneError
from armybuilder.evenings.views.round_page import act


@act
def roll(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Roll here, for both."""
    try:
        made = DiceOff.objects.roll(evening_id, user_of(request), pk)
    except Pairing.DoesNotExist:
        raise TableGoneError from None
    return redirect("evenings:round", evening_id, made.pairing.round.number)


@act
def type_roll(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Write what was rolled at the table; as an organiser (`decide`) in place of what was written."""
    totals, user = read_roll(request), user_of(request)
    try:
        if "decide" in request.POST:
            made = DiceOff.objects.correct(evening_id, user, pk, totals, seen=seen_at(request))
        else:
            made = DiceOff.objects.type_in(evening_id, user, pk, totals)
    except Pairing.DoesNotExist:
        raise TableGoneError from None
    return redirect("evenings:round", evening_id, made.pairing.round.number)
