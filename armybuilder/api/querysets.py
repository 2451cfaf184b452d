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
USUAL_DAYS = 90
NOTE_USE_EVERY = timedelta(hours=1)


class TooManyTokensError(Exception):
    """A user has as many tokens as there may be."""


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Personal tokens."""

    def of(self, user: User) -> Self:
        """A user's tokens that are not revoked, those that have ended too, the newest first."""
        return self.filter(user=user, revoked=None)

    def usable(self) -> Self:
        """Those that open something: neither revoked nor at their end."""
        ends_later = models.Q(expires=None) | models.Q(expires__gt=timezone.now())
        return self.filter(ends_later, revoked=None)

    @transaction.atomic
    def make(self, user: User, name: str, scope: str, days: int = USUAL_DAYS) -> tuple["ApiToken", str]:
        """Make a token that lasts for so many days, and return it with its secret, which nobody can read back later.

        Raises TooManyTokensError.
        """
        User.objects.select_for_update().get(pk=user.pk)
        if self.of(user).usable().count() >= TOKENS_AT_MOST:
            raise TooManyTokensError
        now = timezone.now()
        secret = f"squadra_{secrets.token_urlsafe(32)}"
        made = self.create(
            user=user,
            name=name,
            scope=scope,
            prefix=secret[:PREFIX_LENGTH],
            hash=_hash(secret),
            created=now,
            expires=now + timedelta(days=days),
        )
        return made, secret

    def find(self, secret: str) -> "ApiToken | None":
        """Return the token of a secret, with its user; None for a wrong one, one that is over, or a closed account."""
        if not SECRET.fullmatch(secret):
            return None
        alike = self.usable().filter(prefix=secret[:PREFIX_LENGTH], user__is_active=True)
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
        if not self.of(user).filter(pk=pk).update(revoked=timezone.now()):
            raise self.model.DoesNotExist

    def revoke_all(self, user: User) -> None:
        """Let none of a user's tokens open anything any more."""
        self.of(user).update(revoked=timezone.now())


def _hash(secret: str) -> str:
    # A quick hash is enough: nobody tries out 2**256 secrets.
    return hashlib.sha256(secret.encode()).hexdigest()
