"""The user."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A player with an account: our own model from the first migration, so that it can grow fields."""
