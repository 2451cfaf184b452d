"""`manage.py remove_second_step NAME`: for a user who has lost both phone and recovery codes."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from armybuilder.accounts.actions import remove_second_steps
from armybuilder.accounts.models import User


class Command(BaseCommand):
    """Remove a user's second step: app, passkeys, recovery codes."""

    help = "Removes a user’s second step: the password alone is then enough."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the username")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Remove it. Raises CommandError if no user has this name."""
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"There is no user {name}.")
        taken = remove_second_steps(Authenticator.objects.filter(user=user))
        said = "signs in with the password alone now" if taken else "has no second step"
        self.stdout.write(f"{user.username} {said}.")
