"""Remove the second steps of users who have lost them; store the time zone of a user."""

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_removed
from django.db import models, transaction
from django.http import HttpRequest

from armybuilder.accounts.models import User

CODES = Authenticator.Type.RECOVERY_CODES


@transaction.atomic
def remove_second_steps(steps: "models.QuerySet[Authenticator]", request: HttpRequest | None = None) -> int:
    """Delete apps, passkeys and recovery codes, and return how many. A signal notifies their users.

    Recovery codes go with a user's last app or passkey: otherwise stolen codes would work again as soon as the user set
    up another app.
    """
    removed = [*steps.select_related("user")]
    Authenticator.objects.filter(pk__in=[step.pk for step in removed]).delete()
    left = Authenticator.objects.filter(user__in={step.user_id for step in removed})
    alone = left.filter(type=CODES).exclude(user__in=left.exclude(type=CODES).values("user"))
    removed += alone.select_related("user")
    alone.delete()
    for step in removed:
        authenticator_removed.send(sender=Authenticator, request=request, user=step.user, authenticator=step)
    return len(removed)


def set_time_zone(user: User, name: str) -> None:
    """Show times to a user in a time zone; "": in that of the club."""
    User.objects.filter(pk=user.pk).update(time_zone=name)
