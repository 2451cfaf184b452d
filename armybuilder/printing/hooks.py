"""Signals of other apps that printing handles."""

from typing import Any

from django.dispatch import receiver

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import drafts_adopted
from armybuilder.printing.actions import adopt_jobs


@receiver(drafts_adopted)
def adopt_jobs_with_lists(browser_key: str, user: User, **kwargs: Any) -> None:
    """Give a browser's jobs with its lists to the user who has just signed in."""
    adopt_jobs(browser_key, user)
