"""Who asks: somebody signed in, or a browser that may have made drafts.

A browser's drafts are found by a key in its session, which is made with the first draft: looking creates nothing.
"""

import secrets
from dataclasses import dataclass

from django.http import HttpRequest

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList
from armybuilder.lists.querysets import DRAFT_LIFE

BROWSER_KEY = "browser_key"  # in the session
SESSION_LIFE = int(DRAFT_LIFE.total_seconds())  # counted from each time the session is saved


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whose lists are meant: the user's, else those of the browser ("": it has made none)."""

    user: User | None
    browser_key: str = ""


def visitor_of(request: HttpRequest) -> Visitor:
    """Return who asks."""
    if request.user.is_authenticated:
        return Visitor(request.user)
    return Visitor(None, request.session.get(BROWSER_KEY, ""))


def visitor_for_writing(request: HttpRequest) -> Visitor:
    """Return who asks, ready to own a list: a browser without a key gets one, in a session that lives as drafts do."""
    visitor = visitor_of(request)
    if visitor.user or visitor.browser_key:
        return visitor
    request.session[BROWSER_KEY] = secrets.token_hex(16)
    request.session.set_expiry(SESSION_LIFE)
    return visitor_of(request)


def record_visit(request: HttpRequest, army_list: ArmyList) -> None:
    """Note that somebody opened a list of theirs: a draft, and the session that finds it, live 90 days from now."""
    if army_list.is_of(visitor_of(request)) and ArmyList.objects.visit(army_list) and army_list.is_draft:
        request.session.set_expiry(SESSION_LIFE)


def adopt_drafts(request: HttpRequest, user: User) -> None:
    """Give the browser's drafts to the user who has just signed in (settings.AFTER_SIGN_IN)."""
    ArmyList.objects.adopt(request.session.pop(BROWSER_KEY, ""), user)
