"""Changes to the behaviour of django-allauth."""

import time
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.admin_site import asks_for_second_step
from armybuilder.accounts.forms import ENOUGH_MAILS
from armybuilder.accounts.guessing import count_try, password_of
from armybuilder.rate_limits import limits

WAYS = {
    "reauthenticate": _("With the password"),
    "mfa_reauthenticate": _("With a code"),
    "mfa_reauthenticate:webauthn": _("With a passkey"),
}


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter, with our sign-in and sign-up."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_taken": _("There is already an account with this email address. Sign in, or reset your password."),
        "enter_current_password": _("Wrong password."),
        "incorrect_password": _("Wrong password."),
        "too_many_login_attempts": _("Too many wrong passwords. Wait five minutes and try again."),
        "unknown_email": _("No account uses this email address."),
        "username_password_mismatch": _("Wrong username or password."),
        "email_password_mismatch": _("Wrong email address or password."),
    }

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Return the user of a name and password. Raises ValidationError after too many failures."""
        right = count_try(password_of(credentials.get("email") or credentials.get("username", "")))
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user:
            right()
        return user

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """Whether a user must confirm their identity again: not if they signed in a moment ago."""
        return bool(super().is_reauthentication_required(app=app, **kwargs)) and not has_just_shown(context.request)

    def get_reauthentication_methods(self, user: AbstractBaseUser | AnonymousUser) -> list[dict[str, Any]]:
        """Return the ways to confirm an identity again; for the admin the password is not one."""
        ways: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        return [
            way | {"description": WAYS[way["id"]]}
            for way in ways
            if way["id"] != "reauthenticate" or not asks_for_second_step(context.request)
        ]

    def send_confirmation_mail(self, request: HttpRequest, emailconfirmation: Any, signup: bool) -> None:
        """Send the link that confirms an address, if there is a mail server (settings).

        Raises ImmediateHttpResponse, which django-allauth handles, if the address got too many; a new account is
        created without the email.
        """
        if settings.ACCOUNT_EMAIL_VERIFICATION == "none":
            return
        if not limits.count("confirm-mail", emailconfirmation.email_address.email.lower()):
            super().send_confirmation_mail(request, emailconfirmation, signup)
        elif not signup:
            messages.error(request, ENOUGH_MAILS)
            raise ImmediateHttpResponse(redirect("account_email"))


Asked = ParamSpec("Asked")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def reauthenticated(view: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Let a view first ask for the password, a code or a passkey, unless given in the last five minutes."""
    asking: Callable[Asked, Answer] = reauthentication_required(app="allauth.account")(view)
    return asking


def has_just_shown(request: HttpRequest) -> bool:
    """Whether the user signed in, or reauthenticated, with this browser in the last five minutes."""
    now, records = time.time(), get_authentication_records(request, request.user)
    # A clock that was ahead makes it invalid, too.
    return any(abs(now - record["at"]) < app_settings.REAUTHENTICATION_TIMEOUT for record in records)
