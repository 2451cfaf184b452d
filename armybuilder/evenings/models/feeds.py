"""Private addresses for calendars."""

from django.conf import settings
from django.db import models

from armybuilder.clubs.models import Club
from armybuilder.evenings.models.entries import new_token


class CalendarFeedQuerySet(models.QuerySet["CalendarFeed"]):
    """Private addresses."""

    def with_token(self, token: str) -> "CalendarFeed":
        """Return the address of a user who is still a member. Raises CalendarFeed.DoesNotExist."""
        members = self.filter(club__memberships__user=models.F("user"), user__is_active=True)
        return members.select_related("club", "user").get(token=token)


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
