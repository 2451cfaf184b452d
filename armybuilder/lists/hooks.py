"""Drafts go to the user who signs in with the same browser."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.accounts.models import User
from armybuilder.lists.models import ArmyList, SavedSquad
from armybuilder.lists.visitors import BROWSER_KEY, drafts_adopted


@receiver(user_logged_in)
def adopt_drafts(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Give the browser’s drafts and ready-made squads to the user who has just signed in or up.

    Sends `drafts_adopted` if it has a key. The session's contents survive signing in (its key changes).
    """
    if browser_key := request.session.pop(BROWSER_KEY, ""):
        for rows in (ArmyList.objects.all(), SavedSquad.objects.all()):
            rows.filter(browser_key=browser_key).update(owner=user, browser_key="")
        drafts_adopted.send(ArmyList, browser_key=browser_key, user=user)
