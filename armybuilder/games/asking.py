"""The question that all phones ask every few seconds: is there anything new? Mostly there is nothing.

That is answered before sessions, languages and forms are looked at, of which an empty answer needs none: eighty phones
ask 27 times a second, beside those who edit their lists.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from armybuilder.games.models import Link

Get = Callable[[HttpRequest], HttpResponse]

OURS = "armybuilder.games.urls"


def nothing_new(get_response: Get) -> Get:
    """Middleware: answer 204 where nothing is new. What is new the view tells, and where there is no such game."""

    def middleware(request: HttpRequest) -> HttpResponse:
        asked = _asked(request)
        if asked is None or _is_new(**asked.kwargs):
            return get_response(request)
        request.resolver_match = asked  # by which requests are counted (armybuilder/watching)
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})

    return middleware


def _asked(request: HttpRequest) -> ResolverMatch | None:
    """Return what the address says; None: it asks for something else."""
    if request.method != "GET" or not request.path_info.startswith("/play/"):
        return None
    try:
        match = resolve(request.path_info, OURS)
    except Resolver404:
        return None
    return match if match.url_name == "since" else None


def _is_new(token: str, sequence: int) -> bool:
    try:
        return Link.objects.last_of(token) > sequence
    except Link.DoesNotExist:
        return True
