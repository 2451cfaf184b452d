"""Acts on a round and its tables: pairing, results, the roll for the attack, the sum of defeat points."""

from typing import Any, Literal
from uuid import UUID

from django.contrib import messages
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import user_of
from armybuilder.evenings.actions import rounds
from armybuilder.evenings.actions.results import correct_roll, decide_result, enter_result, enter_roll
from armybuilder.evenings.actions.results import roll as roll_for_both
from armybuilder.evenings.forms.entries import MOST_DEFEAT_POINTS, MOST_DIGITS
from armybuilder.evenings.models import Entry, Evening, Pairing
from armybuilder.evenings.pages.people import not_here
from armybuilder.evenings.views.desk import acting_from
from armybuilder.evenings.views.players import Visit, by_link, by_player
from armybuilder.evenings.views.responses import (
    evening_and_membership,
    read_result,
    read_roll,
    seen_at,
    shown_evening,
)
from armybuilder.evenings.views.round_page import at_round, current_round
from armybuilder.http import private_page
from armybuilder.numbers import whole_number
from armybuilder.rate_limits.limits import count, too_often
from rules.core.defeat_points import defeat_rows
from rules.core.defeat_points import work_out as sum_of
from rules.core.procedures import readings_of

act = acting_from(current_round)


@act
def draw(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Pair the next round as a draft; a page asks who plays (`who`) if only some are checked in."""
    method, who, user = _method(request.POST), request.POST.get("who"), user_of(request)
    at = at_round(request, number)
    is_asked = method != "hand" and who not in ("all", "here")
    if is_asked and not_here(shown_evening(request, evening_id)):
        asked = urlencode({"method": method, "seen": at.seen})
        return redirect(reverse("evenings:who-plays", args=[evening_id, number]) + f"?{asked}")
    drawn = rounds.draw(evening_id, user, method, only_here=who == "here", at=at)
    return _back(request, evening_id, drawn.number)


@private_page
def who_plays(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Return the question of who plays the next round, if only some of the coming players were checked in."""
    evening, mine = evening_and_membership(request, evening_id, organising=True)
    context = {
        "evening": evening,
        "mine": mine,
        "rounds": evening.rounds.all(),
        "absent": not_here(evening),
        "method": _method(request.GET),
        "number": number,
        "seen": request.GET.get("seen", "")[:16],
    }
    return render(request, "evenings/who_plays.html", context)


def _back(request: HttpRequest, evening_id: UUID, number: int | None = None) -> HttpResponse:
    """Redirect to where the form was: the desk (`then`), or the page of the round (None: of the games night)."""
    if request.POST.get("then") == "desk":
        return redirect("evenings:desk", evening_id)
    return redirect("evenings:round", evening_id, number) if number else redirect("evenings:evening", evening_id)


def _method(said: QueryDict) -> Literal["swiss", "lot", "hand"]:
    methods: dict[str | None, Literal["lot", "hand"]] = {"lot": "lot", "hand": "hand"}
    return methods.get(said.get("method"), "swiss")


@act
def swap(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    rounds.swap(evening_id, user_of(request), one or 0, other or 0, at=at_round(request, number))
    return _back(request, evening_id, number)


@act
def publish(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    at, anyway = at_round(request, number), "anyway" in request.POST
    rounds.publish(evening_id, user_of(request), at=at, anyway=anyway)
    messages.success(request, gettext("Published: everyone sees their table."))
    return _back(request, evening_id, number)


@act
def discard(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    rounds.discard_draft(evening_id, user_of(request), at=at_round(request, number))
    messages.success(request, gettext("The draft round was discarded."))
    return _back(request, evening_id)


@act
def unpublish(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    rounds.unpublish(evening_id, user_of(request), at=at_round(request, number))
    messages.success(request, gettext("Back to a draft: only organisers see it."))
    return redirect("evenings:round", evening_id, number)


@act
def close(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    closed = "open" not in request.POST
    if rounds.set_closed(evening_id, user_of(request), number, closed=closed) and closed:
        messages.success(request, gettext("Closed: only organisers can correct results now."))
    return redirect("evenings:round", evening_id, number)


@act
def pair_by_hand(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Pair two players, or (no `other`) give one a bye."""
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    rounds.pair_by_hand(evening_id, user_of(request), one or 0, other, at=at_round(request, number))
    return _back(request, evening_id, number)


@act
def unpair(request: HttpRequest, evening_id: UUID, number: int, pk: int) -> HttpResponse:
    rounds.unpair(evening_id, user_of(request), pk, at=at_round(request, number))
    return _back(request, evening_id, number)


@by_player(act)
def write_result(request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
    """Enter the losses of each side as a player; decide them as an organiser (`decide`)."""
    if not visit.is_guest and (wait := count("result", user_of(request).pk)):
        return too_often(request, wait)
    said, seen = read_result(request), seen_at(request)
    if "decide" in request.POST and not visit.is_guest:
        decide_result(visit.evening_id, user_of(request), pk, *said, seen=seen)
        messages.success(request, gettext("Saved and confirmed."))
    else:
        done = gettext("Saved. It is confirmed once your opponent enters the same.")
        if enter_result(visit.evening_id, visit.player, pk, *said, seen=seen):
            done = gettext("You both entered the same: the result is confirmed.")
        messages.success(request, done)
    return visit.table(pk)


@by_player(act)
def roll(_request: HttpRequest, visit: Visit, pk: int) -> HttpResponse:
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
    evening, mine = evening_and_membership(request, evening_id)
    pairing = get_object_or_404(Pairing.objects.published_in(evening), pk=pk, second__isnull=False)
    context = worked_out(request, evening, pairing) | {
        "is_player": mine.user_id in pairing.users,
        "mine": mine,
    }
    return render(request, "evenings/defeat_points.html", context)


@require_safe
@by_link
def work_out_as_guest(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    own = Q(first=guest) | Q(second=guest)
    tables = Pairing.objects.published_in(guest.evening).filter(own, second__isnull=False)
    context = worked_out(request, guest.evening, get_object_or_404(tables, pk=pk))
    return render(request, "evenings/defeat_points.html", context | {"guest": guest, "is_player": True})


def worked_out(request: HttpRequest, evening: Evening, pairing: Pairing) -> dict[str, Any]:
    """Return the form of a table (each row with its fields) and its sums. Raises Http404 without defeat points."""
    rows = defeat_rows(evening.catalogue)
    if not rows:
        raise Http404
    said = {name: whole_number(request.GET.get(name, ""), MOST_DIGITS) or 0 for name in request.GET}
    names = {"first": str(pairing.first), "second": str(pairing.second)}
    times = {key: {row.id: said.get(f"{key}-{row.id}", 0) for row in rows} for key in names}
    largest_only = readings_of(evening.catalogue, evening.rulings).largest_only
    sums = [
        sum_of(rows, own, other, largest_only=largest_only)
        for own, other in zip(times.values(), reversed(times.values()), strict=True)
    ]
    return {
        "evening": evening,
        "round": pairing.round,
        "table": pairing,
        "lines": [
            (row, [(f"{key}-{row.id}", name, times[key][row.id]) for key, name in names.items()]) for row in rows
        ],
        "sums": list(zip(names.values(), sums, strict=True)),
        "is_asked": any(made.steps for made in sums),
        "is_too_much": any(made.total > MOST_DEFEAT_POINTS for made in sums),
        "held": request.GET.get("held", ""),
    }
