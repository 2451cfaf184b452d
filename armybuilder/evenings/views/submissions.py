"""Submitted lists: submit, withdraw, look at them, close and reopen submissions."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions import planning, submissions
from armybuilder.evenings.actions.hidden_lists import look
from armybuilder.evenings.models import Entry, Evening, HandIn
from armybuilder.evenings.seats import seat_of
from armybuilder.evenings.views.evenings import act
from armybuilder.evenings.views.guests import by_link, is_hidden_here
from armybuilder.evenings.views.players import Visit, by_player
from armybuilder.evenings.views.read import submitted_at
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.http import private_page
from armybuilder.lists.builder import build_sheet
from armybuilder.rate_limits.limits import count, too_often
from rules.core.judging.assess import assess
from rules.language import active_language


@act
def submit(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Submit a copy of a list (`list`), or of both lists of a pair."""
    try:
        list_id = UUID(request.POST.get("list", ""))
    except ValueError:
        messages.error(request, gettext("Choose a list first."))
        return redirect(reverse("evenings:evening", args=[evening_id]) + "#yours")
    if count("hand-in", user_of(request).pk):
        return too_often(request)
    submissions.submit(evening_id, user_of(request), list_id, seen=submitted_at(request))
    messages.success(request, gettext("Handed in: a copy, which changes of your list do not touch."))
    return redirect(reverse("evenings:evening", args=[evening_id]) + "#yours")


@by_player(act)
def withdraw(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Withdraw the player's lists."""
    if submissions.withdraw(visit.evening_id, visit.player, seen=submitted_at(request)):
        messages.success(request, gettext("Taken back. You can hand in again until the deadline."))
    return visit.home("#yours")


@by_player(act)
def resubmit(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Submit again, unchanged, the lists that were sent back."""
    if submissions.resubmit(visit.evening_id, visit.player, seen=submitted_at(request)):
        messages.success(request, gettext("Handed in again as it is."))
    return visit.home("#yours")


@act
def close(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Close submissions."""
    if planning.close_submissions(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(request, gettext("Closed: no list is handed in any more."))
    return redirect("evenings:evening", evening_id)


@act
def reopen(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Reopen submissions until the games night starts."""
    if planning.reopen_submissions(evening_id, user_of(request), seen=request.POST.get("seen")):
        messages.success(
            request, gettext("Open again, until the evening begins. The lists are covered again.")
        )
    return redirect("evenings:evening", evening_id)


@private_page
def show(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """A submitted list: for its player, for the club once lists are revealed, for those who can see hidden ones."""
    user = user_of(request)
    evening = shown_evening(request, evening_id)
    shown = HandIn.objects.current().select_related("entry__user")
    handed = get_object_or_404(shown, pk=pk, entry__evening=evening)
    is_own = handed.entry.user_id == user.pk
    is_covered = not (is_own or evening.shows_lists)
    if is_covered and asks_before(request, evening):
        return render(request, "evenings/open_hidden.html", {"evening": evening, "handed": handed})
    if is_covered:
        try:
            look(evening_id, user, pk)
        except (Evening.DoesNotExist, HandIn.DoesNotExist):
            raise Http404 from None
    context = submitted_sheet(request, evening, handed) | {"is_covered": is_covered, "is_own": is_own}
    return render(request, "evenings/submitted.html", context)


@require_safe
@by_link
def show_to_guest(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """A submitted list: the guest's own, and any once lists are revealed."""
    evening = guest.evening
    if is_hidden_here(request, guest):
        raise Http404
    shown = HandIn.objects.current().select_related("entry__user").filter(entry__evening=evening)
    handed = get_object_or_404(shown if evening.shows_lists else shown.filter(entry=guest), pk=pk)
    context = submitted_sheet(request, evening, handed) | {
        "guest": guest,
        "is_own": handed.entry_id == guest.pk,
    }
    return render(request, "evenings/submitted.html", context)


def asks_before(request: HttpRequest, evening: Evening) -> bool:
    """Return whether to warn first about seeing a hidden list (`open`: the user was warned).

    Users who have seen a hidden list of this games night are not warned again. Raises Http404 if they may see none.
    """
    user = user_of(request)
    if not seat_of(evening, evening.club.memberships.get(user=user)).sees_hidden:
        raise Http404
    return "open" not in request.GET and not evening.person(user.pk).has_seen


def submitted_sheet(request: HttpRequest, evening: Evening, handed: HandIn) -> dict[str, Any]:
    """Return a submitted list as its page shows it, judged by the rules of the games night."""
    roster, rules = handed.roster, evening.rules_played
    return {
        "evening": evening,
        "handed": handed,
        "sheet": build_sheet(roster, rules, assess(roster, rules), active_language()),
        "address": request.path,
    }
