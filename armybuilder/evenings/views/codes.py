"""Checking a code without knowing of which evening it is: what the QR code of a sheet leads to."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.clubs.views.responses import user_of
from armybuilder.evenings.models import Evening, HandIn
from armybuilder.evenings.seats import seat_of
from armybuilder.rate_limits.limits import count, too_often


@require_safe
@never_cache
@login_required
def check(request: HttpRequest) -> HttpResponse:
    """Send on to the evening that a code (`code`) is of, of one of one's clubs; tries are counted."""
    user, code = user_of(request), request.GET.get("code", "").strip()
    if code and count("check-code", user.pk):
        return too_often(request)
    found = HandIn.objects.evening_of_code(user, code) if code else None
    evening = Evening.objects.select_related("club").filter(pk=found).first() if found else None
    if evening and seat_of(evening, evening.club.memberships.get(user=user)).sees_all:
        return redirect(reverse("evenings:check", args=[evening.pk], query={"code": code}))
    return render(request, "evenings/check_anywhere.html", {"code": code, "covered": evening})
