"""The user of a request."""

from django.http import HttpRequest

from armybuilder.accounts.models import User


def user_of(request: HttpRequest) -> User:
    """Return the signed-in user."""
    assert isinstance(request.user, User)
    return request.user
