"""Visitors: a user, or a browser whose drafts are found by a key in its session, made with the first."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.dispatch import Signal
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from armybuilder.accounts.models import User

DRAFT_LIFE = timedelta(days=90)  # of a draft, from the last visit
BROWSER_KEY = "browser_key"  # in the session
drafts_adopted = Signal()  # with `browser_key` and `user`: other data of that browser go to them too
SESSION_LIFE = int(DRAFT_LIFE.total_seconds())  # counted from each time the session is saved


@dataclass(frozen=True, slots=True)
class Visitor:
    """The owner of lists: the user, otherwise the browser ("": it has none)."""

    user: User | None
    browser_key: str = ""


def visitor_of(request: HttpRequest) -> Visitor:
    if request.user.is_authenticated:
        return Visitor(request.user)
    return Visitor(None, request.session.get(BROWSER_KEY, ""))


def visitor_for_writing(request: HttpRequest) -> Visitor:
    """Return the visitor as an owner of a list: a new browser gets a key, in a session that lives as long as drafts."""
    visitor = visitor_of(request)
    if visitor.user or visitor.browser_key:
        return visitor
    request.session[BROWSER_KEY] = _new_key(request)
    request.session.set_expiry(SESSION_LIFE)
    return visitor_of(request)


def _new_key(request: HttpRequest) -> str:
    """Return a key for a browser: the same for a first form sent twice, from the secret CSRF cookie."""
    secret, form = request.COOKIES.get(settings.CSRF_COOKIE_NAME), request.POST.get("key")
    if secret and form:
        return salted_hmac("armybuilder.lists.visitors", f"{secret} {form}").hexdigest()[:32]
    return secrets.token_hex(16)
