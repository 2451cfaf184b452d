"""`manage.py seal_second_steps`: run once after the secret key has changed."""

from argparse import ArgumentParser
from collections import Counter
from pathlib import Path
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from armybuilder.accounts.passkeys import is_sealed_by, read, seal

SECRETS = ("secret", "seed")  # of an app, of recovery codes


class Command(BaseCommand):
    """Encrypt all secrets of second steps with the current key that are unencrypted or use an old key."""

    help = "Encrypts the secrets of second steps with the current secret key. Run it once after the key has changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--former", type=Path, help="a file with the former secret key")

    def handle(self, *args: Any, former: Path | None = None, **options: Any) -> None:
        """Encrypt them, and print how many it cannot. Raises CommandError if the file cannot be read."""
        try:
            keys = [former.read_text("utf-8").strip()] if former else []
        except (OSError, UnicodeDecodeError):
            raise CommandError(f"{former} cannot be read.") from None
        readable = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS, *keys]
        # Read to the end first: SQLite refuses to write during a read if others have written since.
        due = [step.pk for step in Authenticator.objects.order_by("pk").iterator() if _due(step)]
        count = Counter(_renew(pk, readable) for pk in due)
        self.stdout.write(f"Encrypted {count[True]} second steps.")
        if count[False]:
            self.stdout.write(f"{count[False]} cannot be read: they are encrypted with an unknown key.")


def _due(step: Authenticator) -> list[str]:
    """Return the secrets of a second step that the current key does not seal; a passkey has none."""
    stored = {name: step.data[name] for name in SECRETS if name in step.data}
    return [name for name, secret in stored.items() if not is_sealed_by(settings.SECRET_KEY, secret)]


@transaction.atomic
def _renew(pk: int, keys: list[str]) -> bool | None:
    """Encrypt a second step with the current key; return whether it was readable, None if it is gone."""
    step = Authenticator.objects.select_for_update().filter(pk=pk).first()
    if step is None:
        return None
    found = {name: read(step.data[name], keys) for name in _due(step)}
    sealed = {name: seal(secret) for name, secret in found.items() if secret is not None}
    step.data |= sealed
    step.save(update_fields=["data"])
    return sealed.keys() == found.keys()
