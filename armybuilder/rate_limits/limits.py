"""All rate limits of the site. A club night with forty players behind one address never reaches them."""

import ipaddress
import math
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from armybuilder.rate_limits import buckets
from armybuilder.rate_limits.buckets import Rate

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600

LIMITS: dict[str, Rate] = {
    # By address. A preview is rendered again for every choice. A printout counts by its work, in tenths of
    # a second (`layout/printout.py`): about a hundred rosters with their quick references, and then 0.4 processors.
    "new-list": Rate(240, HOUR),
    "import": Rate(600, HOUR),
    "print": Rate(1_200, 5 * MINUTE),
    "api-address": Rate(60, MINUTE),
    "sign-in": Rate(120, 4 * MINUTE),
    "sign-up": Rate(60, HOUR),
    "passkey": Rate(60, 6 * MINUTE),
    "reset-password": Rate(60, HOUR),
    "new-password": Rate(60, HOUR),
    "picture": Rate(60, MINUTE),
    "complaint-address": Rate(10, HOUR),
    # By the recipient's address: many accounts together cannot flood it.
    "invitation-to": Rate(3, DAY),
    "reset-mail": Rate(5, HOUR),
    "confirm-mail": Rate(3, HOUR),
    # By user, or by the user's token.
    "api-token": Rate(120, MINUTE),
    "change-password": Rate(10, 2 * MINUTE),
    "change-email": Rate(20, HOUR),
    "show-again": Rate(10, MINUTE),
    "restore": Rate(10, HOUR),
    "complaint-user": Rate(20, HOUR),
    "invitation-mail": Rate(20, DAY),
    "check-code": Rate(120, HOUR),
    "hand-in": Rate(30, HOUR),
    "answer": Rate(60, HOUR),
    "result": Rate(120, HOUR),
    "house-rules": Rate(120, HOUR),
    # By address: two phones and a referee at forty tables of one hall.
    "join-game": Rate(120, HOUR),
    "play": Rate(1200, MINUTE),
    # Lines of long logs read for an address. A normal game has 300 and is not counted.
    "play-work": Rate(120_000, MINUTE),
    # Wrong passwords and codes: by whose they are and where they come from; by the one, so that who guesses from
    # many addresses is no quicker, while one address alone keeps nobody else out; and by the other.
    "guess": Rate(5, 5 * MINUTE),
    "guess-whose": Rate(50, HOUR),  # with those that come back meanwhile 100 in any hour
    "guess-where": Rate(120, 12 * MINUTE),
}

#: A limit was exceeded. Arguments: `limit`, and the `key` that it counts by.
reached = Signal()

View = Callable[..., HttpResponse]


def count(limit: str, key: object, amount: int = 1) -> int:
    """Count `amount` for a key; return 0, or the seconds to wait, and then nothing is counted."""
    wait = math.ceil(buckets.take(limit, str(key), LIMITS[limit], amount))
    if wait:
        reached.send(sender=None, limit=limit, key=key)
    return wait


def give_back(limit: str, key: object) -> None:
    """Take one back that should not have counted."""
    buckets.give_back(limit, str(key), LIMITS[limit])


def give_all_back(limit: str, key: object) -> None:
    buckets.fill(limit, str(key))


def count_request(request: HttpRequest, limit: str, amount: int = 1) -> int:
    """Count a request for its address (GET and HEAD for printing only); return 0, or the seconds to wait."""
    if request.method in {"GET", "HEAD"} and limit != "print":
        return 0
    return count(limit, address_of(request), amount)


def address_of(request: HttpRequest) -> str:
    """Return the address of a request; of IPv6 the part shared by a household (/64)."""
    address: str = get_adapter(request).get_client_ip(request)
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Network((parsed, 64), strict=False).network_address)


def too_often(request: HttpRequest, wait: int) -> HttpResponse:
    """Return the page that says how long to wait. `wait`: seconds."""
    minutes = math.ceil(wait / MINUTE)
    response = render(request, "429.html", {"minutes": minutes}, status=429)
    response["Retry-After"] = str(wait)
    return response


def limited(limit: str) -> Callable[[View], View]:
    """Make a view answer with the 429 page if it is requested too often."""

    def decorator(view: View) -> View:
        @wraps(view)
        def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if wait := count_request(request, limit):
                return too_often(request, wait)
            return view(request, *args, **kwargs)

        return inner

    return decorator
