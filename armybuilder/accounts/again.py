"""Asking once more who one is: a browser that was left open does not do for everything."""

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


def ask_again(view: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Make a view ask for the password, a code or a passkey first, of who has not given one in the last five minutes.

    What was sent is kept meanwhile, and done then.
    """
    asking: Callable[Asked, Answer] = reauthentication_required(app="allauth.account")(view)
    return asking


def has_just_shown(request: HttpRequest) -> bool:
    """Whether somebody signed in with this browser in the last five minutes, or was asked once more then."""
    now, records = time.time(), get_authentication_records(request, request.user)
    # By a clock that was ahead it holds no longer either.
    return any(abs(now - record["at"]) < app_settings.REAUTHENTICATION_TIMEOUT for record in records)
