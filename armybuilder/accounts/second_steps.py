"""Taking second steps away from somebody who has lost them."""

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_removed
from django.db import models, transaction
from django.http import HttpRequest

CODES = Authenticator.Type.RECOVERY_CODES


@transaction.atomic
def take_away(steps: "models.QuerySet[Authenticator]", request: HttpRequest | None = None) -> int:
    """Delete apps, passkeys, recovery codes of people, whom the signal tells of it; return how many these were.

    With the last app or passkey of somebody their recovery codes go: who has stolen them would get in by them again as
    soon as there is another app.
    """
    taken = [*steps.select_related("user")]
    Authenticator.objects.filter(pk__in=[step.pk for step in taken]).delete()
    left = Authenticator.objects.filter(user__in={step.user_id for step in taken})
    alone = left.filter(type=CODES).exclude(user__in=left.exclude(type=CODES).values("user"))
    taken += alone.select_related("user")
    alone.delete()
    for step in taken:
        authenticator_removed.send(sender=Authenticator, request=request, user=step.user, authenticator=step)
    return len(taken)
