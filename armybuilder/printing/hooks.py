"""Keeping a browser's print jobs with its lists when somebody signs in."""

from typing import Any

from django.dispatch import receiver

from armybuilder.accounts.models import User
from armybuilder.lists.visitors import drafts_adopted
from armybuilder.printing.models import PrintJob


@receiver(drafts_adopted)
def adopt_jobs(browser_key: str, user: User, **kwargs: Any) -> None:
    """Give the browser's jobs to the user who has just signed in."""
    PrintJob.objects.adopt(browser_key, user)
