"""The link of a scoreboard."""

from django.db import models
from django.utils import timezone

from armybuilder.evenings.models.entries import new_token
from armybuilder.evenings.models.evenings import Evening


class BoardLink(models.Model):
    """A link that shows the scoreboard to anyone who has it, for a projector without an account."""

    evening = models.OneToOneField(Evening, on_delete=models.CASCADE, related_name="board_link")
    token = models.CharField(max_length=40, unique=True, default=new_token)
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.evening)
