"""Referees, and looks at hidden lists."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from armybuilder.evenings.models.evenings import Evening
from armybuilder.evenings.models.hand_ins import HandIn


class Referee(models.Model):
    """A member who does not play at a games night, and sees all its lists."""

    evening = models.ForeignKey(Evening, on_delete=models.CASCADE, related_name="referees")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["evening", "user"], name="evenings_referee_once")]

    def __str__(self) -> str:
        return self.user.get_username()


class Look(models.Model):
    """A look at a hidden list; its player sees who looked and when."""

    hand_in = models.ForeignKey(HandIn, on_delete=models.CASCADE, related_name="looks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    time = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.user.get_username() if self.user else gettext("somebody who has left")
