"""A draft made by hand, pair by pair."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.models import Round
from armybuilder.evenings.views.round_page import act, at_round
from armybuilder.numbers import whole_number


@act
def put_together(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Pair two players, or (no `other`) give one a bye."""
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    Round.objects.put_together(evening_id, user_of(request), one or 0, other, at=at_round(request, number))
    return redirect("evenings:round", evening_id, number)


@act
def part(request: HttpRequest, evening_id: UUID, number: int, pk: int) -> HttpResponse:
    """Remove a pair or a bye from the draft."""
    Round.objects.part(evening_id, user_of(request), pk, at=at_round(request, number))
    return redirect("evenings:round", evening_id, number)
