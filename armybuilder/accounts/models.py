"""The user."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.http import HttpRequest


class User(AbstractUser):
    """A player with an account. `leaving`: when they deleted it; the rest of it is then removed."""

    leaving = models.DateTimeField(null=True, editable=False)


def user_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
