"""The private links of games: finding them, hiding them from other sites, limiting the work for them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from armybuilder.games.models import Link
from armybuilder.rate_limits.limits import View, address_of, count, too_often

LONG_LOG = 1_000  # lines; reading a log up to this length is not counted


class TooMuchToReadError(Exception):
    """An address has requested too many lines of long logs in a short time."""


def link_or_404(token: str) -> Link:
    """Return the link of a token with its game. Raises Http404 where it leads nowhere."""
    try:
        return Link.objects.of_token(token)
    except Link.DoesNotExist:
        raise Http404 from None


def last_or_404(token: str) -> int:
    """Return the number of the last event of a link's game. Raises Http404 where it leads nowhere."""
    try:
        return Link.objects.last_of(token)
    except Link.DoesNotExist:
        raise Http404 from None


def reading(request: HttpRequest) -> Callable[[int], None]:
    """Return a function that counts lines of long logs for a request; it raises TooMuchToReadError."""

    def spend(lines: int) -> None:
        if lines > LONG_LOG and count("play-work", address_of(request), lines):
            raise TooMuchToReadError

    return spend


def reads_log(view: View) -> View:
    """Make a view answer with 429 if it raises TooMuchToReadError."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooMuchToReadError:
            return too_often(request)

    return inner


def read_link(request: HttpRequest, token: str) -> Link:
    """Return the link of a token before its log is read. Raises Http404, TooMuchToReadError."""
    link = link_or_404(token)
    reading(request)(link.game.last)
    return link


def hide_address(response: HttpResponse) -> HttpResponse:
    """Return the response, whose address no other site is told: it may write for a side."""
    response["Referrer-Policy"] = "strict-origin"
    return response
