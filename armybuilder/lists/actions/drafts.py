"""Drafts: they live as long as their browser opens them."""

from django.http import HttpRequest
from django.utils import timezone

from armybuilder.lists.models import ArmyList
from armybuilder.lists.visitors import SESSION_LIFE, visitor_of


def record_visit(request: HttpRequest, army_list: ArmyList) -> None:
    """Note that visitors opened a list of theirs: a draft, and the session that finds it, live 90 days from now.

    It is written once a day.
    """
    today = timezone.localdate()
    if not army_list.is_of(visitor_of(request)) or army_list.visited == today:
        return
    army_list.visited = today
    army_list.save(update_fields=["visited"])
    if army_list.is_draft:
        request.session.set_expiry(SESSION_LIFE)
