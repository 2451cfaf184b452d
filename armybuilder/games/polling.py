"""Polls: all phones ask every few seconds whether there is anything new, and mostly there is nothing.

That is answered before sessions, languages and forms are looked at, of which an empty answer needs none: eighty phones
ask 27 times a second, beside those who edit their lists.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve

from armybuilder.games.models import Link

Get = Callable[[HttpRequest], HttpResponse]

URLS = "armybuilder.games.urls"


def answer_polls(get_response: Get) -> Get:
    """Middleware: answer 204 where nothing is new. What is new the view tells, and where there is no such game."""

    def middleware(request: HttpRequest) -> HttpResponse:
        poll = _resolve_poll(request)
        if poll is None or _is_new(**poll.kwargs):
            return get_response(request)
        request.resolver_match = poll  # by which requests are counted (armybuilder/operations/monitoring)
        return HttpResponse(status=204, headers={"Cache-Control": "no-store"})

    return middleware


def _resolve_poll(request: HttpRequest) -> ResolverMatch | None:
    """Return the match of a poll's address, with token and sequence; None: the request is no poll."""
    if request.method != "GET" or not request.path_info.startswith("/play/"):
        return None
    try:
        match = resolve(request.path_info, URLS)
    except Resolver404:
        return None
    return match if match.url_name == "since" else None


def _is_new(token: str, sequence: int) -> bool:
    try:
        return Link.objects.last_of(token) > sequence
    except Link.DoesNotExist:
        return True
