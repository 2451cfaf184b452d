"""Making, finding and revoking personal tokens."""

import hashlib
import re
import secrets
from datetime import timedelta
from typing import TYPE_CHECKING, Self

from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from armybuilder.accounts.models import User

if TYPE_CHECKING:
    from armybuilder.api.models import ApiToken

SECRET = re.compile(
    r"squadra_[A-Za-z0-9_-]{43}"
)  # 32 random bytes; the word lets scanners of sources find it
PREFIX_LENGTH = len("squadra_") + 6
TOKENS_AT_MOST = 20  # of one user
NOTE_USE_EVERY = timedelta(hours=1)


class TooManyTokensError(Exception):
    """A user has as many tokens as there may be."""


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Personal tokens."""

    def usable(self, user: User) -> Self:
        """A user's tokens that are not revoked, the newest first."""
        return self.filter(user=user, revoked=None)

    @transaction.atomic
    def make(self, user: User, name: str, scope: str) -> tuple["ApiToken", str]:
        """Make a token and return it with its secret, which nobody can read back later. Raises TooManyTokensError."""
        User.objects.select_for_update().get(pk=user.pk)
        if self.usable(user).count() >= TOKENS_AT_MOST:
            raise TooManyTokensError
        secret = f"squadra_{secrets.token_urlsafe(32)}"
        made = self.create(
            user=user, name=name, scope=scope, prefix=secret[:PREFIX_LENGTH], hash=_hash(secret)
        )
        return made, secret

    def find(self, secret: str) -> "ApiToken | None":
        """Return the token of a secret, with its user; None for a wrong or revoked one, or a closed account."""
        if not SECRET.fullmatch(secret):
            return None
        alike = self.filter(prefix=secret[:PREFIX_LENGTH], revoked=None, user__is_active=True)
        hashed = _hash(secret)
        return next(
            (token for token in alike.select_related("user") if constant_time_compare(token.hash, hashed)),
            None,
        )

    def mark_used(self, token: "ApiToken") -> None:
        """Write down that a token was used now, at most once an hour."""
        now = timezone.now()
        if token.last_used is None or now - token.last_used >= NOTE_USE_EVERY:
            self.filter(pk=token.pk).update(last_used=now)

    def revoke(self, pk: int, user: User) -> None:
        """Let a user's token open nothing any more. Raises ApiToken.DoesNotExist."""
        if not self.usable(user).filter(pk=pk).update(revoked=timezone.now()):
            raise self.model.DoesNotExist


def _hash(secret: str) -> str:
    # A quick hash is enough: nobody tries out 2**256 secrets.
    return hashlib.sha256(secret.encode()).hexdigest()
