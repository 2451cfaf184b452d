"""The organisers' desk: who comes, what they handed in, referees, the end of the evening."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings import finishing, seeing
from armybuilder.evenings.models import Evening
from armybuilder.evenings.views.responses import act
from armybuilder.numbers import whole_number


@require_safe
@never_cache
@login_required
def show(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The desk, for organisers and referees."""
    user = user_of(request)
    evening = get_object_or_404(Evening.objects.visible_to(user).select_related("club"), pk=evening_id)
    mine = evening.club.memberships.get(user=user)
    seat = seeing.seat_of(evening, mine)
    if not (seat.organises or seat.is_referee):
        raise Http404
    referees = list(evening.referees.select_related("user"))
    context = {
        "evening": evening,
        "mine": mine,
        "seat": seat,
        "rounds": list(evening.rounds.all()),
        "referees": referees,
        "may_be_referees": seeing.may_be_referees(evening) if mine.may_organise else [],
    }
    return render(request, "evenings/desk.html", context)


@act
def appoint(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Make a member (`user`) a referee."""
    seeing.appoint(evening_id, user_of(request), whole_number(request.POST.get("user", "")) or 0)
    return _to_desk(evening_id, "referees")


@act
def dismiss(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Let somebody be a referee no more."""
    seeing.dismiss(evening_id, user_of(request), pk)
    return _to_desk(evening_id, "referees")


@act
def finish(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Say that nothing more is played."""
    if finishing.finish(evening_id, user_of(request)):
        messages.success(request, gettext("Finished: the standings are final."))
    return _to_desk(evening_id)


@act
def resume(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Go on with an evening that was finished."""
    if finishing.resume(evening_id, user_of(request)):
        messages.success(request, gettext("Rounds are paired and results written again."))
    return _to_desk(evening_id)


def _to_desk(evening_id: UUID, anchor: str = "") -> HttpResponse:
    return redirect(reverse("evenings:desk", args=[evening_id]) + (f"#{anchor}" if anchor else ""))
