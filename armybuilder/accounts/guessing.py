"""Limits for wrong passwords and codes.

They replace those of django-allauth, which are off: its cache lock fails under load, and then refuses everyone.
Correct attempts do not count, which lets a whole club sign in at once.
"""

from collections.abc import Callable
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.signals import password_reset
from allauth.core import context
from django.contrib.auth.base_user import AbstractBaseUser
from django.db.models import Q
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from armybuilder.accounts.models import User
from armybuilder.rate_limits import limits

# Requests to these addresses count by their origin …
BY_ADDRESS: dict[str, str] = {
    "account_login": "sign-in",
    "account_signup": "sign-up",
    "account_reset_password": "reset-password",
    "account_reset_password_from_key": "new-password",
    "mfa_login_webauthn": "passkey",
}
# … and to these by user.
BY_USER: dict[str, str] = {
    "account_change_password": "change-password",
    "account_email": "change-email",
    "account_reauthenticate": "show-again",
    "account_set_password": "change-password",
    "mfa_reauthenticate": "show-again",
    "mfa_reauthenticate_webauthn": "show-again",
}


class CountTriesMiddleware(MiddlewareMixin):
    """Middleware that answers 429 to django-allauth's forms after too many attempts."""

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """Count posts, but not views."""
        if request.method != "POST" or request.resolver_match is None:
            return None
        name = request.resolver_match.view_name
        if name in BY_ADDRESS:
            wait = limits.count(BY_ADDRESS[name], limits.address_of(request))
        elif name in BY_USER and request.user.is_authenticated:
            wait = limits.count(BY_USER[name], request.user.pk)
        else:
            return None
        return limits.too_often(request, wait) if wait else None


def count_try(whose: str) -> Callable[[], None]:
    """Count an attempt at a password or code by account (`password_of`, `code_of`) and by address.

    Return a function to call if it was right: it gives the attempt back. Raises ValidationError after too many.
    """
    keys = _keys(context.request, whose)
    for limit, key in keys.items():
        if limits.count(limit, key):
            raise get_adapter().validation_error("too_many_login_attempts")

    def give_back() -> None:
        for limit, key in keys.items():
            limits.give_back(limit, key)

    return give_back


def password_of(name: str) -> str:
    """Return the key of password attempts for a username or email: the account, if there is one."""
    pk = account_named(name)
    return f"password {name.lower()}" if pk is None else f"password of {pk}"


def account_named(name: str) -> int | None:
    """Return the id of the account with this username or email address, None if there is none."""
    named = Q(username__iexact=name) | Q(email__iexact=name) | Q(emailaddress__email__iexact=name)
    return User.objects.filter(named).order_by("pk").values_list("pk", flat=True).first()


def code_of(user: AbstractBaseUser) -> str:
    return f"code {user.pk}"


def _keys(request: HttpRequest, whose: str) -> dict[str, str]:
    address = limits.address_of(request)
    return {"guess": f"{whose} {address}", "guess-whose": whose, "guess-where": address}


@receiver(password_reset)
def forget_tries(request: HttpRequest, user: User, **signal: Any) -> None:
    """Forget the failed attempts of a user who has set a new password by email."""
    keys = _keys(request, password_of(user.get_username()))
    limits.give_all_back("guess", keys["guess"])
    limits.give_all_back("guess-whose", keys["guess-whose"])
