"""A draft made by hand, pair by pair."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.models import Round
from armybuilder.evenings.views.responses import act, to_last_round
from armybuilder.numbers import whole_number


@act
def put_together(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Put two at a table, or (no `other`) give one a bye."""
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    Round.objects.put_together(evening_id, user_of(request), one or 0, other)
    return to_last_round(evening_id)


@act
def part(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Take a pair, or a bye, out of the draft."""
    Round.objects.part(evening_id, user_of(request), pk)
    return to_last_round(evening_id)
