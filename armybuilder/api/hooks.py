"""Revoke all tokens with a new password, if their owner ticks the box in the form."""

from typing import Any

from allauth.account.signals import password_changed, password_reset
from django.dispatch import receiver
from django.http import HttpRequest

from armybuilder.accounts.forms import REVOKE_TOKENS
from armybuilder.accounts.models import User
from armybuilder.api.actions import revoke_all_tokens


@receiver([password_changed, password_reset])
def revoke_where_wanted(request: HttpRequest, user: User, **signal: Any) -> None:
    if request.POST.get(REVOKE_TOKENS):
        revoke_all_tokens(user)
