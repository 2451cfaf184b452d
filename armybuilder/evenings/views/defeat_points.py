"""The defeat points of a table, worked out from how often each thing happened: nothing is written."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from armybuilder.accounts.users import user_of
from armybuilder.evenings.forms.results import MOST_DEFEAT_POINTS, MOST_DIGITS
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.pages.defeat_points_form import defeat_points_form
from armybuilder.evenings.views.guests import by_link
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.http import private_page
from armybuilder.numbers import whole_number
from rules.core.procedures.defeat_points import defeat_rows
from rules.language import active_language


@private_page
def work_out(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Ask how often each thing happened to both sides (`first-…`, `second-…`), and show the sums."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    pairing = get_object_or_404(Pairing.objects.published_in(evening), pk=pk, second__isnull=False)
    players = {entry.user_id for entry in (pairing.first, pairing.second) if entry}
    context = worked_out(request, evening, pairing) | {
        "is_player": user.pk in players,
        "mine": evening.club.memberships.get(user=user),
    }
    return render(request, "evenings/defeat_points.html", context)


@require_safe
@by_link
def work_out_as_guest(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """Ask for the guest's own table, and show its sums."""
    own = Q(first=guest) | Q(second=guest)
    tables = Pairing.objects.published_in(guest.evening).filter(own, second__isnull=False)
    context = worked_out(request, guest.evening, get_object_or_404(tables, pk=pk))
    return render(request, "evenings/defeat_points.html", context | {"guest": guest, "is_player": True})


def worked_out(request: HttpRequest, evening: Evening, pairing: Pairing) -> dict[str, Any]:
    """Return the form of a table and its sums. Raises Http404 if the game has no defeat points."""
    rows = defeat_rows(evening.catalogue)
    if not rows:
        raise Http404
    said = {name: whole_number(request.GET.get(name, ""), MOST_DIGITS) or 0 for name in request.GET}
    sides = ("first", str(pairing.first)), ("second", str(pairing.second))
    worked = defeat_points_form(rows, sides, said, active_language())
    return {
        "evening": evening,
        "round": pairing.round,
        "table": pairing,
        "worked": worked,
        "is_asked": any(side.steps for side in worked.sides),
        "is_too_much": any(side.total > MOST_DEFEAT_POINTS for side in worked.sides),
        "held": request.GET.get("held", ""),
    }
