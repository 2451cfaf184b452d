"""Acts on a round: pair, also by hand, publish, unpublish and close."""

from typing import Literal
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions import rounds
from armybuilder.evenings.pages.people import not_here
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.evenings.views.round_page import act, at_round, evening_and_membership
from armybuilder.http import private_page
from armybuilder.numbers import whole_number


@act
def draw(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Pair the next round as a draft, or re-pair the draft.

    If only some of the coming players were checked in, a page first asks who plays (`who`).
    """
    method, who, user = _method(request.POST), request.POST.get("who"), user_of(request)
    at = at_round(request, number)
    is_asked = method != "hand" and who not in ("all", "here")
    if is_asked and not_here(shown_evening(request, evening_id)):
        asked = urlencode({"method": method, "seen": at.seen})
        return redirect(reverse("evenings:who-plays", args=[evening_id, number]) + f"?{asked}")
    drawn = rounds.draw(evening_id, user, method, only_here=who == "here", at=at)
    return redirect("evenings:round", evening_id, drawn.number)


@private_page
def who_plays(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Return the question who plays the next round, if only some of the coming players were checked in."""
    evening, mine = evening_and_membership(request, evening_id)
    if not mine.may_organise:
        raise Http404
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


def _method(said: QueryDict) -> Literal["swiss", "lot", "hand"]:
    methods: dict[str | None, Literal["lot", "hand"]] = {"lot": "lot", "hand": "hand"}
    return methods.get(said.get("method"), "swiss")


@act
def swap(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Swap two players."""
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    rounds.swap(evening_id, user_of(request), one or 0, other or 0, at=at_round(request, number))
    return redirect("evenings:round", evening_id, number)


@act
def publish(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Publish the draft, even if (`anyway`) some players in it have not said that they are coming."""
    at, anyway = at_round(request, number), "anyway" in request.POST
    rounds.publish(evening_id, user_of(request), at=at, anyway=anyway)
    messages.success(request, gettext("Published: everyone sees their table."))
    return redirect("evenings:round", evening_id, number)


@act
def discard(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    rounds.discard_draft(evening_id, user_of(request), at=at_round(request, number))
    messages.success(request, gettext("The draft round was discarded."))
    return redirect("evenings:evening", evening_id)


@act
def unpublish(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Make the last round a draft again."""
    rounds.unpublish(evening_id, user_of(request), at=at_round(request, number))
    messages.success(request, gettext("Back to a draft: only organisers see it."))
    return redirect("evenings:round", evening_id, number)


@act
def close(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Close a round, or (`open`) let its players write results again."""
    closed = "open" not in request.POST
    if rounds.set_closed(evening_id, user_of(request), number, closed=closed) and closed:
        messages.success(request, gettext("Closed: only organisers can correct results now."))
    return redirect("evenings:round", evening_id, number)


@act
def pair_by_hand(request: HttpRequest, evening_id: UUID, number: int) -> HttpResponse:
    """Pair two players, or (no `other`) give one a bye."""
    one, other = (whole_number(request.POST.get(name, "")) for name in ("one", "other"))
    rounds.pair_by_hand(evening_id, user_of(request), one or 0, other, at=at_round(request, number))
    return redirect("evenings:round", evening_id, number)


@act
def unpair(request: HttpRequest, evening_id: UUID, number: int, pk: int) -> HttpResponse:
    """Remove a pair or a bye from the draft."""
    rounds.unpair(evening_id, user_of(request), pk, at=at_round(request, number))
    return redirect("evenings:round", evening_id, number)
