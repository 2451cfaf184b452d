"""A table of a round: its result, the roll for the attack, the sum of defeat points."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.results import correct_roll, decide_result, enter_result, enter_roll
from armybuilder.evenings.actions.results import roll as roll_for_both
from armybuilder.evenings.forms.results import MOST_DEFEAT_POINTS, MOST_DIGITS
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.pages.defeat_points_form import defeat_points_form
from armybuilder.evenings.views.players import Visit, by_link, by_player
from armybuilder.evenings.views.responses import (
    read_result,
    read_roll,
    say_whether_it_counts,
    seen_at,
    shown_evening,
)
from armybuilder.evenings.views.round_page import act
from armybuilder.http import private_page
from armybuilder.numbers import whole_number
from armybuilder.rate_limits.limits import count, too_often
from rules.core.defeat_points import defeat_rows
from rules.language import active_language


@by_player(act)
def write_result(request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """Enter the losses of each side as a player; decide them as an organiser (`decide`)."""
    if not visit.is_guest and count("result", user_of(request).pk):
        return too_often(request)
    said, seen = read_result(request), seen_at(request)
    if "decide" in request.POST and not visit.is_guest:
        decide_result(visit.evening_id, user_of(request), pk, *said, seen=seen)
        messages.success(request, gettext("Saved and confirmed."))
    else:
        counts = enter_result(visit.evening_id, visit.player, pk, *said, seen=seen)
        say_whether_it_counts(request, counts=counts)
    return visit.table(pk)


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
