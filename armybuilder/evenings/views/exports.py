"""Exports of a games night: results as files and as text, its date for a calendar."""

from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from armybuilder.evenings.exports.calendar import calendar_of, file_name
from armybuilder.evenings.exports.document import results_of
from armybuilder.evenings.exports.texts import chat_text, results_csv
from armybuilder.evenings.models import Entry, Evening
from armybuilder.evenings.views.guests import by_link
from armybuilder.evenings.views.responses import shown_evening
from armybuilder.http import private_page
from armybuilder.printing.choosing.origin import site_of
from rules.language import active_language


@private_page
def results(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The results as text for the club's chat, and the files."""
    evening = shown_evening(request, evening_id)
    address = request.build_absolute_uri(reverse("evenings:evening", args=[evening_id]))
    text = chat_text(results_of(evening), address)
    return render(request, "evenings/results.html", {"evening": evening, "text": text})


@private_page
def as_json(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The results as `evening-results/1`."""
    evening = shown_evening(request, evening_id)
    return _file(evening, "json", "application/json", msgspec.json.encode(results_of(evening)))


@private_page
def as_csv(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The results as CSV."""
    evening = shown_evening(request, evening_id)
    return _file(evening, "csv", "text/csv; charset=utf-8", results_csv(results_of(evening)).encode())


@private_page
def as_ics(request: HttpRequest, evening_id: UUID) -> HttpResponse:
    """The games night for a calendar."""
    evening = shown_evening(request, evening_id)
    made = calendar_of([evening], str(evening), site_of(request), active_language())
    return _file(evening, "ics", "text/calendar; charset=utf-8", made)


@require_safe
@by_link
def guest_ics(_request: HttpRequest, guest: Entry) -> HttpResponse:
    """The games night for a guest's calendar, without their private link."""
    made = calendar_of([guest.evening], str(guest.evening), "", active_language())
    return _file(guest.evening, "ics", "text/calendar; charset=utf-8", made)


def _file(evening: Evening, ending: str, content_type: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{file_name(evening)}.{ending}"'
    return response
