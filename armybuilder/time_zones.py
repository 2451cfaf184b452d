"""Time zones: readers with their own see times in it, others see those of a games night in the zone of its club."""

from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from functools import cache, cached_property
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 64


@cache
def zone_names() -> frozenset[str]:
    places = {name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))}
    return frozenset(places | {"UTC"})


def zone_of(name: str) -> ZoneInfo:
    return ZoneInfo(name if name in zone_names() else settings.TIME_ZONE)


def zone_words(name: str) -> str:
    """Return a time zone as readers see it: "America/New York"."""
    return name.replace("_", " ")


class TimeZoneField(forms.CharField):
    """The name of a time zone: “Europe/Rome”; it may be empty. Spaces are read as underscores."""

    def __init__(self) -> None:
        wrong = _("This time zone does not exist. Enter one like Europe/Rome.")
        super().__init__(
            required=False, max_length=LONGEST_NAME, error_messages={"invalid": wrong, "max_length": wrong}
        )

    def clean(self, value: Any) -> str:
        """Return the official name in any mix of capitals and small letters."""
        said = str(super().clean(value)).replace(" ", "_")
        if not said:
            return ""
        found = next((name for name in zone_names() if name.casefold() == said.casefold()), None)
        if found is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


class ReaderZone(tzinfo):
    """The time zone in the reader's account, or else that of the club (`of_club`), or the site's.

    The account is read when the first time is shown: a request that only asks for news needs no account.
    """

    def __init__(self, read_by: Any) -> None:
        """`read_by`: a request or a notification, with the reader as its `user`."""
        self._read_by = read_by
        self.of_club = zone_of("")

    @cached_property
    def own(self) -> ZoneInfo | None:
        """The zone in the reader's account, if any."""
        name = getattr(self._read_by.user, "time_zone", "")
        return zone_of(name) if name else None

    @property
    def _zone(self) -> ZoneInfo:
        return self.own or self.of_club

    def __str__(self) -> str:
        return str(self._zone)

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        return self._zone.utcoffset(moment)

    def dst(self, moment: datetime | None) -> timedelta | None:
        return self._zone.dst(moment)

    def tzname(self, moment: datetime | None) -> str | None:
        return self._zone.tzname(moment)

    def fromutc(self, moment: datetime) -> datetime:
        return self._zone.fromutc(moment.replace(tzinfo=self._zone)).replace(tzinfo=self)


def zone_for_reader(zone: ZoneInfo) -> ZoneInfo:
    """Return the zone for times of a club: the reader's own, otherwise the club's (`zone`)."""
    current = timezone.get_current_timezone()
    return (current.own if isinstance(current, ReaderZone) else None) or zone


def show_times_in(zone: ZoneInfo) -> None:
    """Show times in the zone of a club, to readers without their own."""
    current = timezone.get_current_timezone()
    if isinstance(current, ReaderZone):
        current.of_club = zone


def in_zone_of_reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show times in the reader's zone, and deactivate what a view has activated when the request ends."""

    def middleware(request: HttpRequest) -> HttpResponse:
        timezone.activate(ReaderZone(request))
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware
