"""The games nights that a club has ahead."""

from django.utils import timezone

from armybuilder.clubs.models import Club
from armybuilder.evenings.models import Evening
from armybuilder.time_zones import zone_of


def evenings_ahead(club: Club) -> list[Evening]:
    """Return the games nights of a club that are announced and not over, the next one first."""
    now = timezone.localtime(timezone=zone_of(club.time_zone))
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    ahead = Evening.objects.filter(club=club, state="open", start__gte=today, finished=None)
    return list(ahead.select_related("club").order_by("start"))
