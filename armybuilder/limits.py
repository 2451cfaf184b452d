"""How often one address may ask for what costs the site much.

django-allauth counts, in the cache that all processes share; its own limits are those of signing in and up.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

Limit = Literal["new-list", "import", "print"]
# A club evening has one address, and a preview renders anew with every choice.
LIMITS: dict[Limit, str] = {"new-list": "240/h/ip", "import": "120/h/ip", "print": "300/m/ip"}

View = Callable[..., HttpResponse]


def within(request: HttpRequest, limit: Limit) -> bool:
    """Count a request towards a limit; return False, and count nothing, when it is one too many.

    What is only looked at (GET) counts for printing alone.
    """
    counted = ratelimit.consume(
        request, app="squadra", action=limit, config=LIMITS, limit_get=limit == "print"
    )
    return bool(counted)


def too_often(request: HttpRequest) -> HttpResponse:
    """Return the page that says so."""
    return render(request, "429.html", status=429)


def limited(limit: Limit) -> Callable[[View], View]:
    """Make a view answer with the page of 429 when it is asked for too often."""

    def decorator(view: View) -> View:
        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if within(request, limit):
                return view(request, *args, **kwargs)
            return too_often(request)

        return inner

    return decorator
