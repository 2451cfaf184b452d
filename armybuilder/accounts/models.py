"""The user."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.http import HttpRequest

from armybuilder.time_zones import LONGEST_NAME


class User(AbstractUser):
    """A player with an account.

    `leaving`: when they deleted it; the rest of it is then removed. `time_zone`: the zone in which they see times, ""
    for that of the club.
    """

    leaving = models.DateTimeField(null=True, editable=False)
    time_zone = models.CharField(max_length=LONGEST_NAME, blank=True, default="", db_default="", editable=False)


def user_of(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user
