"""The scoreboard: for members of the club, and by a link for a projector without sign-in."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import user_of
from armybuilder.evenings.actions import desk
from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages import scoreboard
from armybuilder.evenings.views.evenings import act
from armybuilder.http import HtmxHttpRequest
from armybuilder.numbers import whole_number
from rules.language import active_language

SECONDS, SECONDS_A_PAGE = 5, 12  # after which it asks again, and shows the next page


@require_safe
@cache_control(private=True, no_cache=True)
@login_required
def show(request: HtmxHttpRequest, evening_id: UUID) -> HttpResponse:
    evenings = scoreboard.with_stamp(Evening.objects.visible_to(user_of(request)))
    return _board(request, get_object_or_404(evenings, pk=evening_id))


@require_safe
@cache_control(private=True, no_cache=True)
def projected(request: HtmxHttpRequest, token: str) -> HttpResponse:
    return _board(request, get_object_or_404(scoreboard.shown_by(token)))


def _board(request: HtmxHttpRequest, evening: Evening) -> HttpResponse:
    """Return a page of the scoreboard (`page`), or 204 if nothing has changed since the browser's version (`seen`).

    htmx asks for the current page, and for the next if there are several; without JavaScript the page reloads itself.
    An unchanged page costs one query.
    """
    timezone.activate(evening.zone)  # on a wall, for everyone there
    page = whole_number(request.GET.get("page", "")) or 1
    language = active_language()
    stamp = f"{scoreboard.stamp_of(evening)}-{page}-{language}"
    if request.htmx and request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    etag = f'"{stamp}-{bool(request.htmx)}"'
    if response := get_conditional_response(request, etag=etag):
        return response
    shown = scoreboard.Scoreboard(evening, page)
    several = shown.pages > 1
    context = {
        "evening": evening,
        "board": shown,
        "stamp": stamp,
        "next": shown.next_page,
        "seconds": SECONDS_A_PAGE if several else SECONDS,
    }
    answer = render(request, f"evenings/{'_scoreboard' if request.htmx else 'scoreboard'}.html", context)
    answer["ETag"] = etag
    return answer


@act
def make_link(request: HtmxHttpRequest, evening_id: UUID) -> HttpResponse:
    desk.make_link(evening_id, user_of(request))
    return redirect(reverse("evenings:desk", args=[evening_id]) + "#board")


@act
def withdraw_link(request: HtmxHttpRequest, evening_id: UUID) -> HttpResponse:
    desk.withdraw_link(evening_id, user_of(request))
    return redirect(reverse("evenings:desk", args=[evening_id]) + "#board")
