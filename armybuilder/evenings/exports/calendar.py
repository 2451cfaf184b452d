"""Games nights for calendars (RFC 5545). Times are local, with the rules of their time zone.

icalendar folds lines, escapes texts and writes the time zone.
"""

from collections.abc import Iterable
from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.translation import gettext

from armybuilder.evenings.models import Evening
from armybuilder.evenings.pages.wording import requirements_of
from rules.core.text import Language

if TYPE_CHECKING:
    from icalendar import Event

USUAL_LENGTH = timedelta(hours=3)
BETWEEN = timedelta(minutes=15)  # two rounds


def calendar_of(evenings: Iterable[Evening], name: str, origin: str, language: Language) -> bytes:
    """Return games nights as an .ics file called `name`.

    `origin` is the address of the site, without a slash at its end; "" for guests, who cannot open its pages.

    The file contains no names and no note, as it leaves the club.
    """
    from icalendar import Calendar  # takes its time, and few requests ask for a calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Squadra//squadra//")
    calendar.add("version", "2.0")
    calendar.add("name", name)
    calendar.add("x-wr-calname", name)  # the name for programs that are older than RFC 7986
    for evening in evenings:
        calendar.add_component(_event(evening, origin, language))
    calendar.add_missing_timezones()
    return bytes(calendar.to_ical())


def _event(evening: Evening, origin: str, language: Language) -> "Event":
    from icalendar import Event

    start, facts = timezone.localtime(evening.start, evening.zone), requirements_of(evening, language)
    address = f"{origin}/evenings/{evening.pk}/" if origin else ""
    event = Event()
    event.add("uid", f"{evening.pk}@squadra")
    event.add("dtstamp", timezone.now())
    event.add("sequence", evening.sequence)
    # When the clocks go back, one hour comes twice, and only UTC tells the two apart.
    event.add("dtstart", start.astimezone(UTC) if start.fold else start)
    event.add("dtend", (evening.start + length_of(evening)).astimezone(UTC))
    event.add("summary", f"{evening} ({evening.club.name})")
    event.add("description", f"{facts.game}, {facts.edition}\n{address}".strip())
    if address:
        event.add("url", address)
    if evening.place:
        event.add("location", evening.place)
    is_off = evening.state == evening.State.CALLED_OFF
    event.add("status", "CANCELLED" if is_off else "CONFIRMED")
    return event


def length_of(evening: Evening) -> timedelta:
    """Return the length of a games night: its rounds with 15 minutes in between, otherwise three hours."""
    if not evening.rounds_planned or not evening.round_minutes:
        return USUAL_LENGTH
    rounds = evening.rounds_planned
    return rounds * timedelta(minutes=evening.round_minutes) + (rounds - 1) * BETWEEN


def calendar_file_name(evening: Evening) -> str:
    """Return the name of a games night's file, without extension."""
    return gettext("games-night-%(day)s") % {
        "day": timezone.localdate(evening.start, evening.zone).isoformat()
    }
