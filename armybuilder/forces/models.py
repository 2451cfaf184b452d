"""Forces that lists may be held to: those that come with the program, and those that clubs describe."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.clubs.models import Club
from armybuilder.forces.querysets import ForceQuerySet
from rules.core.forces import force as forces


class Force(models.Model):
    """A force as it is now. `text` is what was written, `document` what it was read as (`force/1`).

    Without a club it came with the program. Lists carry copies, so one that changes or goes changes no list.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="forces", null=True, blank=True)
    key = models.CharField(max_length=60)
    ruleset = models.CharField(max_length=60, db_index=True)
    version = models.PositiveIntegerField(default=1)
    text = models.TextField()
    document = models.TextField()
    changed = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )

    objects = ForceQuerySet.as_manager()

    class Meta:
        ordering = ["ruleset", "key"]
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="forces_once_a_club"),
            models.UniqueConstraint(
                fields=["key"], condition=models.Q(club=None), name="forces_once_shipped"
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def force(self) -> forces.Force:
        """Return the force as data, with whose it is and its version."""
        return forces.decode(self.document.encode())
