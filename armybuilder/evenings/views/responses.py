"""Shared parts of the views of games nights: the current page, refusals, posted values."""

from collections.abc import Callable, Mapping
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

from armybuilder.accounts.models import user_of
from armybuilder.clubs.models import Membership
from armybuilder.evenings.forms.entries import LARGEST_TOTAL, MOST_DEFEAT_POINTS, ResultForm, RollForm
from armybuilder.evenings.models import Evening
from armybuilder.http import or_404, private_action
from armybuilder.numbers import whole_number
from armybuilder.refusals import RefusedError
from armybuilder.time_zones import show_times_in

View = Callable[..., HttpResponse]


def status_of(error: RefusedError) -> int:
    return 422 if isinstance(error, UnreadableError) else 409


def shown_evening(request: HttpRequest, evening_id: UUID) -> Evening:
    """Return a games night with its club, and show times in the reader's or the club's zone. Raises Http404."""
    visible = Evening.objects.visible_to(user_of(request)).select_related("club")
    return in_its_zone(get_object_or_404(visible, pk=evening_id))


def evening_and_membership(
    request: HttpRequest, evening_id: UUID, *, organising: bool = False
) -> tuple[Evening, Membership]:
    """Return a games night and the user's membership. Raises Http404, also for players if it is about `organising`."""
    evening = shown_evening(request, evening_id)
    mine = evening.club.memberships.get(user=user_of(request))
    if organising and not mine.may_organise:
        raise Http404
    return evening, mine


def in_its_zone(evening: Evening) -> Evening:
    """Show times in the reader's zone or that of a games night, whose club must be loaded."""
    show_times_in(evening.zone)
    return evening


#: Shows the current version of the page that was acted on. Arguments: the request, the games night and further parts of
#: the address.
Shown = Callable[[HttpRequest, UUID, Mapping[str, int]], HttpResponse]


def acting(shown: Shown) -> Callable[[View], View]:
    """Return a decorator for acts by POST; a refusal is shown on the current page (`shown`), strangers get 404."""

    def act(view: View) -> View:
        @private_action
        @wraps(view)
        def acting_view(request: HttpRequest, evening_id: UUID, **of: int) -> HttpResponse:
            try:
                with or_404():
                    return view(request, evening_id, **of)
            except RefusedError as error:
                messages.error(request, str(error))
                response = shown(request, evening_id, of)
                response.status_code = status_of(error)
                return response

        return acting_view

    return act


def changing(verb: Callable[..., bool], said: StrPromise, back: Callable[[HttpRequest, UUID], HttpResponse]) -> View:
    """Return a view of an act on a games night (`verb`), which says `said` if it has changed something."""

    def view(request: HttpRequest, evening_id: UUID) -> HttpResponse:
        if verb(evening_id, user_of(request), seen=request.POST.get("seen")):
            messages.success(request, str(said))
        return back(request, evening_id)

    return view


Result = tuple[tuple[int, int], int | None]


class UnreadableError(RefusedError):
    """The input is not valid: the answer has status 422."""


def read_result(request: HttpRequest) -> Result:
    """Return the defeat points of both players and who held the field. Raises UnreadableError."""
    form = ResultForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        return (said["first_lost"], said["second_lost"]), said["held"]
    text = _("Nothing was saved: enter two whole numbers of defeat points, from 0 to %(most)s.")
    raise UnreadableError(text, most=MOST_DEFEAT_POINTS)


def read_roll(request: HttpRequest) -> tuple[int, int]:
    form = RollForm(request.POST)
    if form.is_valid():
        return form.cleaned_data["first_total"], form.cleaned_data["second_total"]
    raise UnreadableError(_("Nothing was saved: enter two whole numbers, from 2 to %(most)s."), most=LARGEST_TOTAL)


def seen_at(request: HttpRequest) -> str | None:
    """Return the version of the table on the page (`seen`), needed for deciding and confirming, otherwise None."""
    is_needed = "decide" in request.POST or "confirm" in request.POST
    return request.POST.get("seen", "") if is_needed else None


def submitted_at(request: HttpRequest) -> list[int]:
    return [whole_number(said) or 0 for said in request.POST.getlist("handed")]


def typed_at(request: HttpRequest, pk: int | None) -> dict[str, object]:
    """Return the input of a refused form of a table (`pk`), to be shown again, and the `wrong` fields."""
    if pk is None or not {*_TYPED} & request.POST.keys():
        return {}
    form = RollForm(request.POST) if "first_total" in request.POST else ResultForm(request.POST)
    said = {name: request.POST.get(name, "")[:6] for name in _TYPED}
    entered = (said["first_lost"] or said["first_total"], said["second_lost"] or said["second_total"])
    return {"pk": pk, "wrong": [*form.errors], "entered": entered if any(entered) else (), **said}


_TYPED = ("first_lost", "second_lost", "held", "first_total", "second_total")
