"""Personal tokens. Making, finding and revoking them: `querysets.py`."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from armybuilder.api.querysets import ApiTokenQuerySet


class ApiToken(models.Model):
    """A token that lets a program at its owner's lists until it ends or is revoked. Only the secret's SHA-256 is kept.

    `prefix` is how the secret begins: by it the owner tells tokens apart, and the site finds them.
    """

    class Scope(models.TextChoices):
        """The rights of a program."""

        READ = "read", _("read")
        WRITE = "write", _("read and change")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=20, db_index=True)
    hash = models.CharField(max_length=64)
    scope = models.CharField(max_length=10, choices=Scope.choices)
    created = models.DateTimeField(default=timezone.now)
    last_used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)
    expires = models.DateTimeField(null=True, blank=True)  # None: made before tokens had an end

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created"]

    def __str__(self) -> str:
        return self.name

    @property
    def has_ended(self) -> bool:
        """Whether its last day is over."""
        return self.expires is not None and self.expires <= timezone.now()

    @property
    def may_write(self) -> bool:
        """Whether it may change lists; it may read them in any case."""
        return self.scope == self.Scope.WRITE
