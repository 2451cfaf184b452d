"""The scoreboard: for members of the club, and by a link for a projector without sign-in."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.accounts.models import user_of
from armybuilder.evenings.actions import desk
from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages import scoreboard
from armybuilder.evenings.views.evenings import act
from armybuilder.http import HtmxHttpRequest, private_page
from armybuilder.numbers import whole_number

SECONDS, SECONDS_A_PAGE = 5, 12  # after which it asks again, and shows the next page


@private_page
def show(request: HtmxHttpRequest, evening_id: UUID) -> HttpResponse:
    visible = Evening.objects.visible_to(user_of(request)).select_related("club")
    return _board(request, get_object_or_404(visible, pk=evening_id))


@require_safe
@never_cache
def projected(request: HtmxHttpRequest, token: str) -> HttpResponse:
    return _board(request, get_object_or_404(scoreboard.shown_by(token)))


def _board(request: HtmxHttpRequest, evening: Evening) -> HttpResponse:
    """Return a page of the scoreboard (`page`).

    htmx asks for the current page, and for the next if there are several; without JavaScript the page reloads itself.
    """
    timezone.activate(evening.zone)  # on a wall, for everyone there
    board = scoreboard.Scoreboard(evening, whole_number(request.GET.get("page", "")) or 1)
    context = {"evening": evening, "board": board, "seconds": SECONDS_A_PAGE if board.pages > 1 else SECONDS}
    template = "evenings/_scoreboard.html" if request.htmx else "evenings/scoreboard.html"
    return render(request, template, context)


@act
def make_link(request: HtmxHttpRequest, evening_id: UUID) -> HttpResponse:
    desk.make_link(evening_id, user_of(request))
    return redirect(reverse("evenings:desk", args=[evening_id]) + "#board")


@act
def withdraw_link(request: HtmxHttpRequest, evening_id: UUID) -> HttpResponse:
    desk.withdraw_link(evening_id, user_of(request))
    return redirect(reverse("evenings:desk", args=[evening_id]) + "#board")
