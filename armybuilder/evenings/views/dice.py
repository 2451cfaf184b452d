"""The roll for who attacks."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.models import DiceOff
from armybuilder.evenings.views.read import read_roll
from armybuilder.evenings.views.responses import act


@act
def roll(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Roll here, for both."""
    made = DiceOff.objects.roll(evening_id, user_of(request), pk)
    return redirect("evenings:round", evening_id, made.pairing.round.number)


@act
def type_roll(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Write what was rolled at the table; as an organiser (`decide`) in place of what was written."""
    totals = read_roll(request)
    if totals is None:
        return redirect("evenings:evening", evening_id)
    write = DiceOff.objects.correct if "decide" in request.POST else DiceOff.objects.type_in
    made = write(evening_id, user_of(request), pk, totals)
    return redirect("evenings:round", evening_id, made.pairing.round.number)
