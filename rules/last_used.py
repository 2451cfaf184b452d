"""The ruleset and the list that a visitor last used, in cookies: what questions are about, and what answers add to."""

import re
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE, LIST_COOKIE = "ruleset", "list"
COOKIE_AGE = 365 * 24 * 3600
_ID = re.compile(r"[a-z0-9-]{1,60}")


class OpenList(NamedTuple):
    """The visitor's own list that was last opened. It may be gone."""

    ruleset: str
    id: UUID


def last_used(request: HttpRequest) -> str:
    """Return the id of the ruleset that the visitor last used; "" if none. It may be gone."""
    told = request.COOKIES.get(COOKIE, "")
    return told if _ID.fullmatch(told) else ""


def last_opened(request: HttpRequest) -> OpenList | None:
    ruleset, _, list_id = request.COOKIES.get(LIST_COOKIE, "").partition("/")
    try:
        return OpenList(ruleset, UUID(list_id)) if _ID.fullmatch(ruleset) else None
    except ValueError:
        return None


def remember_ruleset(request: HttpRequest, response: HttpResponse, ruleset_id: str) -> None:
    if last_used(request) != ruleset_id:
        _remember(response, COOKIE, ruleset_id, COOKIE_AGE)


def remember_list(request: HttpRequest, response: HttpResponse, opened: OpenList) -> None:
    """Remember an own list until the browser is closed."""
    if last_opened(request) != opened:
        _remember(response, LIST_COOKIE, "/".join(map(str, opened)))


def _remember(response: HttpResponse, cookie: str, value: str, age: int | None = None) -> None:
    response.set_cookie(
        cookie,
        value,
        max_age=age,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
