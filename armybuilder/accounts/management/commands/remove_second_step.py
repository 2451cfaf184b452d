"""`manage.py remove_second_step NAME`: for who has lost phone and recovery codes, and has nobody else to ask."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from armybuilder.accounts.models import User
from armybuilder.accounts.second_steps import take_away


class Command(BaseCommand):
    """Take somebody's second step away: app, passkeys, recovery codes."""

    help = "Take the second step of a user away, who signs in with the password alone then."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The user."""
        parser.add_argument("name", help="the user name")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Take it away. Raises CommandError where nobody is called so."""
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"Nobody is called {name}.")
        taken = take_away(Authenticator.objects.filter(user=user))
        said = "signs in with the password alone now" if taken else "has no second step"
        self.stdout.write(f"{user.username} {said}.")
