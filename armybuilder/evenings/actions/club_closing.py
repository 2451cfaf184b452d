"""A club that closes takes its evenings with it: its owner sees which first, and who meant to come is told."""

from typing import Any

from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from armybuilder.accounts.models import User
from armybuilder.clubs.models import Club
from armybuilder.clubs.signals import closing
from armybuilder.evenings.models import Evening
from armybuilder.evenings.notifications import notify, who_said
from armybuilder.notices.kinds import Kind
from armybuilder.time_zones import zone_of


def evenings_ahead(club: Club) -> list[Evening]:
    """Return the evenings of a club that are announced and not over, the nearest first."""
    now = timezone.localtime(timezone=zone_of(club.time_zone))
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    ahead = Evening.objects.filter(club=club, state="open", start__gte=today, finished=None)
    return list(ahead.select_related("club").order_by("start"))


@receiver(closing)
def tell_of_evenings(club: Club, actor: User, **signal: Any) -> None:
    """Tell who means to come that it does not take place."""
    for evening in evenings_ahead(club):
        evening.club = club
        people = who_said(evening, "coming", "perhaps")
        notify(Kind.CLUB_CLOSED, people, evening, but=actor, path=reverse("clubs:index"))
