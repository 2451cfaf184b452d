"""Private addresses for calendars. Every verb: `feeds.py` of the app."""

from django.conf import settings
from django.db import models

from armybuilder.clubs.models import Club
from armybuilder.evenings.actions.calendar_feeds import CalendarFeedQuerySet
from armybuilder.evenings.models.entries import new_token


class CalendarFeed(models.Model):
    """The address by which a member's calendar reads the games nights of a club, without signing in.

    It leads nowhere once its owner is no member any more.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=40, unique=True, default=new_token)

    objects = CalendarFeedQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="evenings_one_feed_a_member")]

    def __str__(self) -> str:
        return str(self.club)
