"""The ruleset that a visitor last used, in a cookie: what a question without a game is about."""

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "ruleset"
COOKIE_AGE = 365 * 24 * 3600
_ID = re.compile(r"[a-z0-9-]{1,60}")


def last_used(request: HttpRequest) -> str:
    """Return the id of the ruleset that the visitor last used; "" if none. It may be gone."""
    told = request.COOKIES.get(COOKIE, "")
    return told if _ID.fullmatch(told) else ""


def remember_ruleset(request: HttpRequest, response: HttpResponse, ruleset_id: str) -> None:
    if last_used(request) != ruleset_id:
        response.set_cookie(
            COOKIE,
            ruleset_id,
            max_age=COOKIE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
