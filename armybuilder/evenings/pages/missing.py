"""The players whose list is missing, and the members who have not answered."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import models
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.evenings.models import Entry, Evening, HandIn

NOT_AGAIN_WITHIN = timedelta(hours=1)  # after a reminder


def unanswered_reminded_today(evening: Evening) -> datetime | None:
    """Return the time of today's reminder to the members who have not answered, None if there was none."""
    today = timezone.localtime(timezone=evening.zone).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = evening.log.filter(action="asked", time__range=(today, today + timedelta(days=1)))
    return lines.values_list("time", flat=True).first()


def missing(evening: Evening) -> models.QuerySet[Entry]:
    """Return the members who are coming, or maybe, without a list, unless they were reminded within the hour."""
    there = HandIn.objects.current().filter(entry__evening=evening).values("entry")
    meaning_to = evening.entries.filter(state__in=["coming", "perhaps"], user__isnull=False)
    now = timezone.now()
    # A later time comes from a clock that was set back.
    lately = models.Q(reminded__range=(now - NOT_AGAIN_WITHIN, now + NOT_AGAIN_WITHIN))
    return meaning_to.exclude(pk__in=there).exclude(lately).select_related("user")


def unanswered(evening: Evening) -> Sequence[User]:
    """Return the members of the club who have not answered, without referees, by name."""
    said = evening.entries.exclude(state="invited").exclude(user=None).values("user")
    members = User.objects.filter(memberships__club=evening.club_id).exclude(pk__in=said)
    return list(members.exclude(pk__in=evening.referees.values("user")).order_by("username"))
