"""What a guest does by their link at their own table, and the lists that everybody sees: as members do."""

from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from armybuilder.evenings.models import DiceOff, Entry, HandIn, Pairing
from armybuilder.evenings.views.defeat_points import worked_out
from armybuilder.evenings.views.guests import by_link, is_hidden_here
from armybuilder.evenings.views.read import read_result, read_roll, say_whether_it_stands, seen_at
from armybuilder.evenings.views.responses import TableGoneError
from armybuilder.evenings.views.submissions import handed_sheet


@require_POST
@by_link
def write_result(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """Say what each side lost."""
    said = read_result(request)
    try:
        stands = Pairing.objects.say_as_guest(str(guest.token), pk, *said, seen=seen_at(request))
    except Pairing.DoesNotExist:
        raise TableGoneError from None
    say_whether_it_stands(request, stands=stands)
    return _to_table(guest, pk)


@require_POST
@by_link
def roll(_request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """Roll here for who attacks, for both."""
    try:
        DiceOff.objects.roll_as_guest(str(guest.token), pk)
    except Pairing.DoesNotExist:
        raise TableGoneError from None
    return _to_table(guest, pk)


@require_POST
@by_link
def type_roll(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """Write what was rolled at the table."""
    totals = read_roll(request)
    try:
        DiceOff.objects.type_in_as_guest(str(guest.token), pk, totals)
    except Pairing.DoesNotExist:
        raise TableGoneError from None
    return _to_table(guest, pk)


@require_safe
@by_link
def work_out(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """The defeat points of the guest's own table, worked out."""
    own = Q(first=guest) | Q(second=guest)
    tables = Pairing.objects.published_in(guest.evening).filter(own, second__isnull=False)
    context = worked_out(request, guest.evening, get_object_or_404(tables, pk=pk)) | {
        "guest": guest,
        "is_player": True,
    }
    return render(request, "evenings/work_out.html", context)


@require_safe
@by_link
def handed(request: HttpRequest, guest: Entry, pk: int) -> HttpResponse:
    """A list as it was handed in: the guest's own, and any once all are shown."""
    shown = HandIn.objects.standing().select_related("entry__user").filter(entry__evening=guest.evening)
    if is_hidden_here(request, guest):
        raise Http404
    found = get_object_or_404(shown if guest.evening.shows_lists else shown.filter(entry=guest), pk=pk)
    context: dict[str, Any] = handed_sheet(request, guest.evening, found)
    context |= {"guest": guest, "is_own": found.entry_id == guest.pk}
    return render(request, "evenings/handed.html", context)


def _to_table(guest: Entry, pk: int) -> HttpResponse:
    """Return to the round of a table, which may be an earlier one than the last."""
    number = guest.evening.rounds.filter(pairings__pk=pk).values_list("number", flat=True).first()
    return redirect(reverse("evenings:guest", args=[guest.token]) + (f"?round={number}" if number else ""))
