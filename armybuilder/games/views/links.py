"""The private links of games: finding them, hiding them from other sites, limiting the work for them."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.http import Http404, HttpRequest, HttpResponse

from armybuilder.games.models import Link
from armybuilder.rate_limits.limits import View, address_of, count, too_often

LONG_LOG = 1_000  # lines; reading a log up to this length is not counted


class TooMuchToReadError(Exception):
    """An address has requested too many lines of long logs in a short time."""


def reading(request: HttpRequest) -> Callable[[int], None]:
    """Return a function that counts lines of long logs for a request; it raises TooMuchToReadError."""

    def spend(lines: int) -> None:
        if lines > LONG_LOG and count("play-work", address_of(request), lines):
            raise TooMuchToReadError

    return spend


def opens_link(view: View) -> View:
    """Make a view answer 404 if a link, table or games night is not there, and 429 if it raises TooMuchToReadError."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except ObjectDoesNotExist:
            raise Http404 from None
        except TooMuchToReadError:
            return too_often(request)

    return inner


def read_link(request: HttpRequest, token: str) -> Link:
    """Return the link of a token before its log is read. Raises Link.DoesNotExist, TooMuchToReadError."""
    link = Link.objects.of_token(token)
    reading(request)(link.game.last)
    return link


def hide_address(response: HttpResponse) -> HttpResponse:
    """Return the response, whose address no other site is told: it may write for a side."""
    response["Referrer-Policy"] = "strict-origin"
    return response
