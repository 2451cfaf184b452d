"""With a new password all tokens are revoked, where their owner wants it: the forms in accounts offer it."""

from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.accounts.forms import REVOKE_TOKENS
from armybuilder.accounts.models import User
from armybuilder.api.models import ApiToken


@receiver([password_changed, password_reset])
def revoke_where_wanted(request: HttpRequest, user: User, **signal: Any) -> None:
    """Revoke the tokens of who has ticked the box."""
    if request.POST.get(REVOKE_TOKENS):
        ApiToken.objects.revoke_all(user)
