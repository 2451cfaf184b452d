"""Taking second steps away from somebody who has lost them."""

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_removed
from django.db import models
from django.http import HttpRequest


def take_away(steps: "models.QuerySet[Authenticator]", request: HttpRequest | None = None) -> int:
    """Delete apps, passkeys, recovery codes of people, whom the signal tells of it; return how many these were."""
    taken = list(steps.select_related("user"))
    steps.delete()
    for step in taken:
        authenticator_removed.send(sender=Authenticator, request=request, user=step.user, authenticator=step)
    return len(taken)
