"""Forces that a list can follow: those that come with the program, and those of clubs."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from rules.core.document import force as forces


class ForceQuerySet(models.QuerySet["Force"]):
    """Forces."""

    def shipped(self) -> Self:
        return self.filter(club=None)

    def for_user(self, user: User | None) -> Self:
        """Return the forces that a user can choose: ours, and those of their clubs."""
        if user is None:
            return self.shipped()
        return self.filter(models.Q(club=None) | models.Q(club__memberships__user=user)).distinct()

    def newer_than(self, copy: forces.Force, user: User | None) -> "Force | None":
        """Return the force that a list has a copy of if it has changed since, otherwise None."""
        found = self.for_user(user).filter(key=copy.id, ruleset=copy.ruleset, version__gt=copy.version)
        return found.filter(club__name=copy.club).first() if copy.club else found.shipped().first()


class Force(models.Model):
    """A force in its current version: the `text` as written, and the `document` (`force/1`) read from it.

    A force without a club came with the program. Lists have copies, so editing or deleting a force changes no list.
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
            models.UniqueConstraint(fields=["key"], condition=models.Q(club=None), name="forces_once_shipped"),
        ]

    def __str__(self) -> str:
        return self.key

    @property
    def force(self) -> forces.Force:
        """Return the force as data, with its owner and its version."""
        return forces.decode(self.document.encode())


class ForceDraft(models.Model):
    """A force that organisers of a club are editing: a new one (`force` None), or the next version of a force.

    `document` is `force/1`, and can have faults; `past` are the documents before its last changes, the newest last.
    `base`: the version of the force from which the draft was made. `begun_from`: the name of the list it began with.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="force_drafts")
    force = models.OneToOneField(Force, on_delete=models.CASCADE, related_name="draft", null=True, blank=True)
    base = models.PositiveIntegerField(default=0)
    begun_from = models.CharField(max_length=120, blank=True, default="")
    document = models.TextField()
    past = models.JSONField(default=list, blank=True)
    changed = models.DateTimeField(default=timezone.now)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )

    class Meta:
        ordering = ["-changed"]

    def __str__(self) -> str:
        return f"draft {self.pk}"

    @property
    def data(self) -> forces.Force:
        """Return the force as it is being edited."""
        return forces.decode(self.document.encode())
