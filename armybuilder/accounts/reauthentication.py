"""Asking users to sign in once more: for some pages it is not enough that a browser was left open."""

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from allauth.account import app_settings
from allauth.account.authentication import get_authentication_records
from allauth.account.decorators import reauthentication_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def reauthenticated(view: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Let a view first ask for the password, a code or a passkey, unless it was given in the last five minutes.

    A form that was sent is kept meanwhile, and handled afterwards.
    """
    asking: Callable[Asked, Answer] = reauthentication_required(app="allauth.account")(view)
    return asking


def has_just_shown(request: HttpRequest) -> bool:
    """Whether the user signed in, or reauthenticated, with this browser in the last five minutes."""
    now, records = time.time(), get_authentication_records(request, request.user)
    # By a clock that was ahead it holds no longer either.
    return any(abs(now - record["at"]) < app_settings.REAUTHENTICATION_TIMEOUT for record in records)
