"""Access tokens, and finding them."""

import hashlib
import re
from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

from armybuilder.accounts.models import User

SECRET = re.compile(r"squadra_[A-Za-z0-9_-]{43}")  # 32 random bytes; the prefix helps scanners of source code find it
PREFIX_LENGTH = len("squadra_") + 6


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    """Access tokens."""

    def of(self, user: User) -> Self:
        """Return a user's tokens that are not revoked, also expired ones, the newest first."""
        return self.filter(user=user, revoked=None)

    def usable(self) -> Self:
        """Return the tokens that work: neither revoked nor expired."""
        ends_later = models.Q(expires=None) | models.Q(expires__gt=timezone.now())
        return self.filter(ends_later, revoked=None)

    def find(self, secret: str) -> "ApiToken | None":
        """Return the token of a secret, with its user; None for a wrong or expired one, or a closed account."""
        if not SECRET.fullmatch(secret):
            return None
        alike = self.usable().filter(prefix=secret[:PREFIX_LENGTH], user__is_active=True)
        hashed = hash_of(secret)
        return next(
            (token for token in alike.select_related("user") if constant_time_compare(token.hash, hashed)),
            None,
        )


def hash_of(secret: str) -> str:
    """Return the hash of a secret. A fast one is enough: nobody can try 2**256 secrets."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """A token for a program, with access to its owner's lists until it expires or is revoked. Only a hash is stored.

    `prefix` is the beginning of the secret: its owner recognises tokens by it, and the site finds them.
    """

    class Scope(models.TextChoices):
        """The rights of a program."""

        READ = "read", _("read")
        WRITE = "write", _("read and edit")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=20, db_index=True)
    hash = models.CharField(max_length=64)
    scope = models.CharField(max_length=10, choices=Scope.choices)
    created = models.DateTimeField(default=timezone.now)
    last_used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)
    expires = models.DateTimeField(null=True, blank=True)  # None: created before tokens had an end

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name

    @property
    def has_ended(self) -> bool:
        return self.expires is not None and self.expires <= timezone.now()

    @property
    def may_write(self) -> bool:
        """Whether it can change lists; it can always read them."""
        return self.scope == self.Scope.WRITE
