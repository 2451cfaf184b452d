"""In which language somebody gets mail: the one in which they first signed in, until they choose another."""

from typing import Any

from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import get_language

from armybuilder.accounts.models import User
from armybuilder.notices.models import Preferences


@receiver(user_logged_in)
def note_language(user: User, request: HttpRequest, **signal: Any) -> None:
    """Note the language of who signs in, where none is noted."""
    Preferences.objects.get_or_create(user=user, defaults={"language": get_language()})
