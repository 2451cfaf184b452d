"""Asking once more who one is: a browser that was left open does not do for everything."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from allauth.account.decorators import reauthentication_required
from django.http.response import HttpResponseBase

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def ask_again(view: Callable[Asked, Answer]) -> Callable[Asked, Answer]:
    """Make a view ask for the password, a code or a passkey first, unless that was done in the last five minutes.

    What was sent is kept meanwhile, and done then.
    """
    asking: Callable[Asked, Answer] = reauthentication_required(app="allauth.account")(view)
    return asking
