"""Checking a code whose games night is not known: the address in the QR code of a sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from armybuilder.accounts.users import user_of
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.seats import seat_of
from armybuilder.http import private_page
from armybuilder.rate_limits.limits import count, too_often


@private_page
def check(request: HttpRequest) -> HttpResponse:
    """Redirect to the games night of a code (`code`), if it is of one of the user's clubs; tries are counted."""
    user, code = user_of(request), request.GET.get("code", "").strip()
    if code and count("check-code", user.pk):
        return too_often(request)
    found = HandIn.objects.evening_of_code(user, code) if code else None
    evening = Evening.objects.select_related("club").filter(pk=found).first() if found else None
    if evening and seat_of(evening, evening.club.memberships.get(user=user)).sees_all:
        return redirect(reverse("evenings:check", args=[evening.pk], query={"code": code}))
    return render(request, "evenings/check_anywhere.html", {"code": code, "covered": evening})
