"""Checking a printed sheet by its code: whether it is the submitted list."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from armybuilder.accounts.users import user_of
from armybuilder.evenings.actions.desk import look, mark_checked
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.pages import sheet_check
from armybuilder.evenings.seats import seat_of
from armybuilder.evenings.versions import compared_version
from armybuilder.evenings.views.evenings import act
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.evenings.views.submissions import asks_before
from armybuilder.http import private_page
from armybuilder.lists.builder import build_sheet
from armybuilder.rate_limits.limits import count, too_often
from rules.core.assess import assess
from rules.language import active_language


@private_page
def check(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """Show the submitted list with a code (`code`), once lists are revealed; tries are counted.

    Organisers and referees who do not play check earlier, and each look at a covered list is noted.
    """
    user, code = user_of(request), request.GET.get("code", "").strip()
    evening = shown_evening(request, evening_id)
    seat = seat_of(evening, evening.club.memberships.get(user=user))
    if not seat.sees_all:
        raise Http404
    if code and count("check-code", user.pk):
        return too_often(request)
    found = HandIn.objects.with_code(evening, code) if code else None
    if found and found.entry.user_id != user.pk and not evening.shows_lists:
        if asks_before(request, evening):
            context = {"evening": evening, "handed": found, "code": code}
            return render(request, "evenings/open_hidden.html", context)
        try:
            look(evening_id, user, found.pk)
        except (Evening.DoesNotExist, HandIn.DoesNotExist):
            raise Http404 from None
    context = {"evening": evening, "code": code, "found": found}
    if found:
        context |= _checked(evening, found, closely=seat.sees_hidden or found.entry.user_id == user.pk)
        context["address"] = request.path
        is_others = found.entry.user_id != user.pk and found.withdrawn is None
        context["seen"] = compared_version(found)
        context["may_compare"] = (seat.organises or seat.is_referee) and evening.is_on and is_others
    return render(request, "evenings/check.html", context)


@act
def compare(request: HttpRequest, evening_id: UUID, pk: int) -> HttpResponse:
    """Mark a list as checked against its printed sheet, or (`back`) undo that."""
    is_done, seen = "back" not in request.POST, request.POST.get("seen")
    found = mark_checked(evening_id, user_of(request), pk, is_done=is_done, seen=seen)
    return redirect(reverse("evenings:check", args=[evening_id]) + f"?code={found.shown_code}")


def _checked(evening: Evening, found: HandIn, *, closely: bool) -> dict[str, Any]:
    """Return the details of a list; `closely`: with each change of the player's own list since."""
    roster, rules, language = found.roster, evening.rules_played, active_language()
    report = assess(roster, rules)
    instead = found.withdrawn and HandIn.objects.current().filter(entry=found.entry_id, role=found.role)
    standing = instead.first() if instead else None
    return {
        "report": report,
        "sheet": build_sheet(roster, rules, report, language),
        "rules": sheet_check.rules_words(evening, language),
        "prices": sheet_check.prices_words(evening),
        "instead": standing,
        "otherwise": standing and sheet_check.changed(evening, roster, standing.roster, language),
        "since": None if found.withdrawn else sheet_check.since(evening, found, language),
        "closely": closely,
    }


@private_page
def check_anywhere(request: HttpRequest) -> HttpResponse:
    """Redirect to the games night of a code (`code`), if it is of one of the user's clubs; tries are counted."""
    user, code = user_of(request), request.GET.get("code", "").strip()
    if code and count("check-code", user.pk):
        return too_often(request)
    found = HandIn.objects.evening_of_code(user, code) if code else None
    evening = Evening.objects.select_related("club").filter(pk=found).first() if found else None
    if evening and seat_of(evening, evening.club.memberships.get(user=user)).sees_all:
        return redirect(reverse("evenings:check", args=[evening.pk], query={"code": code}))
    return render(request, "evenings/check_anywhere.html", {"code": code, "covered": evening})
