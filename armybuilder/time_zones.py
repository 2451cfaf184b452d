"""Time zones of clubs: times are shown in the local time of the club."""

from collections.abc import Callable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

LONGEST_NAME = 64


@cache
def zone_names() -> frozenset[str]:
    places = {
        name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/"))
    }
    return frozenset(places | {"UTC"})


def zone_of(name: str) -> ZoneInfo:
    return ZoneInfo(name if name in zone_names() else settings.TIME_ZONE)


def zone_words(name: str) -> str:
    """Return a time zone as readers see it: "America/New York"."""
    return name.replace("_", " ")


def own_zone_after_each(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Deactivate the time zone that a view has activated when the request ends."""

    def middleware(request: HttpRequest) -> HttpResponse:
        try:
            return get_response(request)
        finally:
            timezone.deactivate()

    return middleware
